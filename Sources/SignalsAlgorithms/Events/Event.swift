import SignalsCore

/// An event that a publisher delivers to its subscriber, as a value: a value of its own, or its completion.
///
/// `materialize()` of a publisher makes events, `dematerialize()` takes them apart.
public enum Event<Output: Sendable, Failure: Error>: Sendable {
    /// A value.
    case value(Output)

    /// The end with an error.
    case failure(Failure)

    /// The end without one.
    case finished

    /// The value, or nil at the end.
    public var value: Output? {
        if case .value(let value) = self { value } else { nil }
    }

    /// The error, or nil if this is none.
    public var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }

    /// The publisher's completion, or nil if this is a value.
    public var completion: Subscribers.Completion<Failure>? {
        switch self {
        case .value: nil
        case .failure(let error): .failure(error)
        case .finished: .finished
        }
    }
}

extension Event: Equatable where Output: Equatable, Failure: Equatable {}
extension Event: Hashable where Output: Hashable, Failure: Hashable {}
