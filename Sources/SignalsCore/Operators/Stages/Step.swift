/// The treatment of a value by an operator with one upstream: the part that differs between such operators. A ``Stage``
/// does the rest.
///
/// A closure that may throw and one that cannot make the same step: `Thrown` is `any Error` or
/// `Never`.
@usableFromInline
package struct Step<Input: Sendable, Output: Sendable, Thrown: Error>: Sendable {
    /// The outcome for a value.
    @usableFromInline
    package enum Verdict: Sendable {
        /// This value is passed on.
        case pass(Output)

        /// Nothing is passed on, and one more value is asked for in its stead.
        case skip

        /// Nothing is passed on, and nothing is asked for.
        case ignore

        /// This value is passed on, then upstream is cancelled and downstream finished.
        case passLast(Output)

        /// Upstream is cancelled and downstream finished.
        case finish
    }

    @usableFromInline let run: @Sendable (Input) throws(Thrown) -> Verdict

    @inlinable
    package init(_ run: @escaping @Sendable (Input) throws(Thrown) -> Verdict) {
        self.run = run
    }

    /// Passes on what the closure makes of a value.
    @inlinable
    static func map(_ transform: @escaping @Sendable (Input) throws(Thrown) -> Output) -> Step {
        Step { value throws(Thrown) in .pass(try transform(value)) }
    }

    /// Passes on what the closure makes of a value, unless that is nil.
    @inlinable
    static func compactMap(_ transform: @escaping @Sendable (Input) throws(Thrown) -> Output?) -> Step {
        Step { value throws(Thrown) in
            if let result = try transform(value) { .pass(result) } else { .skip }
        }
    }
}
