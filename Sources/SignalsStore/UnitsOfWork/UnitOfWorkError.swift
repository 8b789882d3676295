import Foundation

/// At which stage a unit of work failed. In each, nothing of the unit is left anywhere: its changes are taken back and
/// its events are never sent.
public enum UnitOfWorkError: Error, Sendable {
    /// The closure threw this error. Nothing was saved; the unit's context is discarded with its changes.
    case execution(any Error)
    /// The unit's own context could not be saved. Nothing reached the parent context or the store.
    case transactionSave(any Error)
    /// The changes had reached the parent context and could not be saved from there. They are taken back in the parent,
    /// which keeps what else was pending there.
    case parentSave(any Error)

    /// What was thrown at that stage.
    public var reason: any Error {
        switch self {
        case .execution(let reason), .transactionSave(let reason), .parentSave(let reason): reason
        }
    }
}

extension UnitOfWorkError: LocalizedError, CustomStringConvertible {
    /// What happened.
    public var description: String {
        switch self {
        case .execution(let reason): "The work was rolled back: \(reason)"
        case .transactionSave(let reason): "The work could not be saved and was rolled back: \(reason)"
        case .parentSave(let reason):
            "The work could not be saved from the parent context and was rolled back in it: \(reason)"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
