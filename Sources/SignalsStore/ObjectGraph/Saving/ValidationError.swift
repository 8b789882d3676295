import Foundation

/// An error in a value that is about to be saved; made with `invalid(_:_:)`.
public struct ValidationError: Error, Sendable, Hashable {
    /// The attribute that has the value, where it is one.
    public let attributeName: String?
    /// A text that says what is wrong, for a person.
    public let message: String

    /// An error in an object as a whole; with one attribute, use `invalid(_:_:)`.
    ///
    /// - Parameter message: the problem, for a person.
    public init(_ message: String) { self.init(message, attributeName: nil) }

    init(_ message: String, attributeName: String?) {
        self.attributeName = attributeName
        self.message = message
    }
}

extension ValidationError: LocalizedError, CustomStringConvertible {
    /// A text that says what is wrong.
    public var description: String { message }
    /// A text that says what is wrong.
    public var errorDescription: String? { message }
}

extension ManagedObjectProtocol where Self: ManagedObject {
    /// An error for `validateForInsert()` and its like to throw.
    ///
    /// ```swift
    /// override func validateForUpdate() throws {
    ///     if minutes < 0 { throw invalid(\.minutes, "A chore cannot take less than no time.") }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - message: the problem with its value, for a person.
    public func invalid(_ keyPath: PartialKeyPath<Self>, _ message: String) -> ValidationError {
        guard case .attribute(let index) = entity.target(of: keyPath) else { return ValidationError(message) }
        return ValidationError(message, attributeName: entity.attributes[index].name)
    }
}
