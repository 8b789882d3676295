/// The rule by which a ``Junction`` combines values.
@usableFromInline
package protocol JunctionRule: Sendable {
    /// The values that were put in and are still needed.
    associatedtype Values: Sendable

    /// The result that is made of them.
    associatedtype Output: Sendable

    /// The treatment of a value that nobody has asked for yet.
    static var surplus: Surplus { get }

    /// Takes out what can be taken out after a value was put in.
    static func next(_ values: inout Values) -> Output?

    /// Returns true if nothing more can come, though the given upstreams alone have finished.
    static func isOver(_ values: Values, _ finished: JunctionSides) -> Bool
}
