/// A publisher whose type is hidden. Combine's `AnyPublisher`.
///
/// It passes everything on as it is; a value costs one closure call more.
@frozen
public struct AnyPublisher<Output: Sendable, Failure: Error>: Publisher, CustomStringConvertible,
    CustomPlaygroundDisplayConvertible
{
    @usableFromInline let attach: @Sendable (AnySubscriber<Output, Failure>) -> Void

    /// Hides the type of a publisher.
    ///
    /// - Parameter publisher: the publisher to wrap.
    @inlinable
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let erased = publisher as? AnyPublisher<Output, Failure> {
            self = erased
        } else {
            attach = { publisher.subscribe($0) }
        }
    }

    /// Attaches the subscriber to the wrapped publisher.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        attach(AnySubscriber(subscriber))
    }

    /// `AnyPublisher`.
    public var description: String { "AnyPublisher" }

    /// The description that a playground shows.
    public var playgroundDescription: Any { description }
}

extension Publisher {
    /// Hides the type of this publisher, to keep it out of an interface.
    ///
    /// ```swift
    /// func titles() -> AnyPublisher<String, Never> {
    ///     subject.map(\.title).filter { !$0.isEmpty }.eraseToAnyPublisher()
    /// }
    /// ```
    ///
    /// Demand and completion pass unchanged.
    ///
    /// - Returns: a publisher that delivers what this one delivers.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}
