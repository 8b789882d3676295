/// Stops the program if a number of values or a position is negative.
///
/// - Parameters:
///   - number: the number.
///   - method: the method it was given to.
@usableFromInline
package func requireNotNegative(_ number: Int, for method: StaticString) {
    if number < 0 { fatalError("\(method) needs a number of at least 0, but was given \(number).") }
}
