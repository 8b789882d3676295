/// How a ``Junction`` combines values.
@usableFromInline
package protocol JunctionRule: Sendable {
    /// The values that were put in and are still needed.
    associatedtype Values: Sendable

    /// What is made of them.
    associatedtype Output: Sendable

    /// What is done with a value that nobody has asked for yet.
    static var surplus: JunctionSurplus { get }

    /// Takes out what can be taken out after a value was put in.
    static func next(_ values: inout Values) -> Output?

    /// Whether nothing more can come, though the given upstreams alone have finished.
    static func isOver(_ values: Values, _ finished: JunctionSides) -> Bool
}

/// What a ``Junction`` does with a value that nobody has asked for yet.
@usableFromInline
package enum JunctionSurplus: Sendable {
    /// It waits, and so does the completion behind it.
    case waits

    /// It waits until the next one replaces it, or the completion does.
    case isReplaced
}
