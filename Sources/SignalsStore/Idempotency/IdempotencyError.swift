import Foundation

/// The error of a repeated task that has no result.
public enum IdempotencyError: Error, Sendable {
    /// A task with this key was saved before, and its result is not of the type that is asked for now.
    case resultOfAnotherType(key: String)
}

extension IdempotencyError: LocalizedError, CustomStringConvertible {
    /// A text that says what happened and what to do.
    public var description: String {
        switch self {
        case .resultOfAnotherType(let key):
            "The task with the key \"\(key)\" was saved before with a result of another type. Use one key for one task."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
