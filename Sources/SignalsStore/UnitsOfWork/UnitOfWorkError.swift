import Foundation

/// The error of a unit of work, by the stage that failed. In each case the unit leaves no trace: its changes are rolled
/// back and its events are never sent.
public enum UnitOfWorkError: Error, Sendable {
    /// The closure threw this error. Nothing was saved; the unit's context is discarded with its changes.
    case execution(any Error)
    /// The unit's own context could not be saved. Nothing reached the parent context or the store.
    case transactionSave(any Error)
    /// The store, or a context above the parent, refused the changes. The parent is as it was, with its own pending
    /// changes.
    case parentSave(any Error)

    /// The error that was thrown at that stage.
    public var reason: any Error {
        switch self {
        case .execution(let reason), .transactionSave(let reason), .parentSave(let reason): reason
        }
    }
}

extension UnitOfWorkError {
    /// True if a conflict with another commit failed the unit: what it changed, deleted or referred to was changed or
    /// deleted since it was read. An error that the closure threw is not a conflict.
    public var isConflict: Bool {
        if case .execution = self { return false }
        return (reason as? SaveError)?.isConflict ?? false
    }
}

extension Error {
    /// True if a conflict with another commit failed a save or a unit of work, as `SaveError.isConflict` and
    /// `UnitOfWorkError.isConflict` say; false for any other error. It is meant for the errors that a future's `value`
    /// throws, whose static type is lost.
    public var isConflict: Bool {
        switch self {
        case let error as SaveError: error.isConflict
        case let error as UnitOfWorkError: error.isConflict
        default: false
        }
    }
}

extension UnitOfWorkError: LocalizedError, CustomStringConvertible {
    /// A text that says what happened; if the closure threw an error, only that error's text.
    public var description: String {
        switch self {
        case .execution(let reason): "\(reason)"
        case .transactionSave(let reason): "The work could not be saved and was rolled back: \(reason)"
        case .parentSave(let reason):
            "The work could not be saved through the parent context: \(reason)"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
