import Foundation

/// A mistake in a predicate's format string, or an argument that does not fit it.
public struct PredicateFormatError: Error, Sendable, Hashable {
    /// The format string.
    public let format: String
    /// The position of the mistake: the number of characters before it.
    public let position: Int
    /// The reason, as a text for a person.
    public let reason: String

    init(format: String, position: Int, reason: String) {
        self.format = format
        self.position = position
        self.reason = reason
    }
}

extension PredicateFormatError: LocalizedError, CustomStringConvertible {
    /// A text that says what is wrong and where.
    public var description: String {
        let rest = String(format.dropFirst(position))
        let location = rest.isEmpty ? "at its end" : "at character \(position + 1), before “\(rest)”"
        return "The format “\(format)” is wrong \(location): \(reason)"
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
