/// The rule for upstream's failure and for an error that a closure throws, in an operator that is made of a ``Step``.
@usableFromInline
package protocol FailureRule {
    /// Upstream's.
    associatedtype Failure: Error

    /// The closure's.
    associatedtype Thrown: Error

    /// The operator's.
    associatedtype Result: Error

    static func fail(_ error: Failure) -> Result
    static func rethrow(_ error: Thrown) -> Result
}

/// The closure cannot throw, so the failure is upstream's.
@usableFromInline
package enum KeptFailure<Failure: Error>: FailureRule {
    @inlinable
    package static func fail(_ error: Failure) -> Failure { error }

    @inlinable
    package static func rethrow(_ error: Never) -> Failure {}
}

/// The closure may throw anything, so the failure may be anything.
@usableFromInline
package enum AnyFailure<Failure: Error>: FailureRule {
    @inlinable
    package static func fail(_ error: Failure) -> any Error { error }

    @inlinable
    package static func rethrow(_ error: any Error) -> any Error { error }
}

/// Upstream cannot fail, so the failure is what is thrown.
@usableFromInline
package enum ThrownFailure<Thrown: Error>: FailureRule {
    @inlinable
    package static func fail(_ error: Never) -> Thrown {}

    @inlinable
    package static func rethrow(_ error: Thrown) -> Thrown { error }
}
