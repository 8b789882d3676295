/// The subscriber between upstream and downstream of an operator that is made of a ``Step``.
///
/// Demand passes unchanged, and one more value is asked for in place of each that is left out. The end is upstream's, or
/// the step's, which cancels upstream.
@usableFromInline
package final class Stage<Input: Sendable, Rule: FailureRule, Downstream: Subscriber>: Subscriber
where Downstream.Failure == Rule.Result {
    @usableFromInline package typealias Failure = Rule.Failure
    @usableFromInline package typealias Work = Step<Input, Downstream.Input, Rule.Thrown>

    @usableFromInline let link: PlainLink
    @usableFromInline let downstream: Downstream
    @usableFromInline let step: Work

    @inlinable @inline(never)
    init(_ name: StaticString, _ step: Work, to downstream: Downstream) {
        link = PlainLink(name)
        self.downstream = downstream
        self.step = step
    }

    @inlinable
    package func receive(subscription: any Subscription) {
        if link.attach(subscription) { downstream.receive(subscription: link) }
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        guard link.isAttached else { return .none }
        do throws(Rule.Thrown) {
            return follow(try step.run(input))
        } catch {
            end(with: .failure(Rule.rethrow(error)))
            return .none
        }
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        if link.complete() { downstream.receive(completion: completion.mapError(Rule.fail)) }
    }

    @inlinable
    func follow(_ verdict: Work.Verdict) -> Subscribers.Demand {
        switch verdict {
        case .pass(let value):
            return link.isAttached ? downstream.receive(value) : .none
        case .skip:
            return .max(1)
        case .ignore:
            return .none
        case .passLast(let value):
            if link.isAttached { _ = downstream.receive(value) }
            end(with: .finished)
            return .none
        case .finish:
            end(with: .finished)
            return .none
        }
    }

    @inlinable
    func end(with completion: Subscribers.Completion<Downstream.Failure>) {
        if link.interrupt() { downstream.receive(completion: completion) }
    }
}

extension Stage {
    /// A stage whose step cannot throw.
    @inlinable
    package convenience init(_ name: StaticString, to downstream: Downstream, _ step: Work)
    where Rule == KeptFailure<Downstream.Failure> {
        self.init(name, step, to: downstream)
    }

    /// A stage whose step may throw.
    @inlinable
    package convenience init<Failure>(_ name: StaticString, to downstream: Downstream, _ step: Work)
    where Rule == AnyFailure<Failure> {
        self.init(name, step, to: downstream)
    }

    /// A stage whose step alone may fail.
    @inlinable
    package convenience init<Thrown>(_ name: StaticString, to downstream: Downstream, throwing step: Work)
    where Rule == ThrownFailure<Thrown> {
        self.init(name, step, to: downstream)
    }
}
