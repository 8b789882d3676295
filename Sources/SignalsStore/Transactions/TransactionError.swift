import Foundation

/// The error of a transaction that was not begun.
public enum TransactionError: Error, Sendable, Hashable {
    /// `beginSynchronous(_:)` was called inside a transaction of the same stack. It would wait for itself.
    case nested
}

extension TransactionError: LocalizedError, CustomStringConvertible {
    /// A text that says what happened and what to do.
    public var description: String {
        switch self {
        case .nested:
            """
            beginSynchronous(_:) inside a transaction of the same data stack would wait for itself. Make the changes in \
            the outer transaction, or use beginAsynchronous(_:).
            """
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
