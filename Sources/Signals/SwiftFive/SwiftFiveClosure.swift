/// A closure of a client in the Swift 5 language mode, as the rest of the module takes it.
///
/// Swift 5 code that was written for Combine forms closures that inherit the main actor from their surroundings or change
/// a local variable. A `@Sendable` parameter refuses the first with an error even there, so each function that keeps a
/// closure has a second form for such clients, available before Swift 6 alone. The Swift 6 language mode never chooses it.
///
/// What is captured there by a closure that runs on other threads is unchecked, in Combine as here.
// SAFETY: the Swift 5 client vouches for its closure; the Swift 6 mode cannot reach the functions that make one.
@usableFromInline
struct SwiftFiveClosure<Function>: @unchecked Sendable {
    @usableFromInline let function: Function

    @inlinable
    init(_ function: Function) {
        self.function = function
    }
}

/// The closure of a Swift 5 client, if there is one, as the rest of the module takes it.
@inlinable
func vouched<Input, Result>(_ function: ((Input) -> Result)?) -> (@Sendable (Input) -> Result)? {
    guard let function else { return nil }
    return { [closure = SwiftFiveClosure(function)] in closure.function($0) }
}

/// The closure of a Swift 5 client, if there is one, as the rest of the module takes it.
@inlinable
func vouched<Result>(_ function: (() -> Result)?) -> (@Sendable () -> Result)? {
    guard let function else { return nil }
    return { [closure = SwiftFiveClosure(function)] in closure.function() }
}
