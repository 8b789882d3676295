/// The subscriber between upstream and downstream of an operator that is made of a ``Step``.
///
/// Demand passes unchanged, and one more value is asked for in place of each that is left out. The end is upstream's, or
/// the step's, which cancels upstream.
@usableFromInline
package struct Stage<Input: Sendable, Failure: Error, Thrown: Error, Downstream: Subscriber>: Subscriber {
    @usableFromInline package typealias Work = Step<Input, Downstream.Input, Thrown>

    @usableFromInline let link: UpstreamLink
    @usableFromInline let downstream: Downstream
    @usableFromInline let step: Work
    @usableFromInline let fail: @Sendable (Failure) -> Downstream.Failure
    @usableFromInline let rethrow: @Sendable (Thrown) -> Downstream.Failure

    @inlinable
    package init(
        _ name: StaticString, to downstream: Downstream, _ step: Work,
        fail: @escaping @Sendable (Failure) -> Downstream.Failure,
        rethrow: @escaping @Sendable (Thrown) -> Downstream.Failure
    ) {
        link = UpstreamLink(name)
        self.downstream = downstream
        self.step = step
        self.fail = fail
        self.rethrow = rethrow
    }

    @inlinable package var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    @inlinable
    package func receive(subscription: any Subscription) {
        if link.attach(subscription) { downstream.receive(subscription: link) }
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        guard link.isAttached else { return .none }
        do throws(Thrown) {
            return follow(try step.run(input))
        } catch {
            end(with: .failure(rethrow(error)))
            return .none
        }
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        if link.complete() { downstream.receive(completion: completion.mapError(fail)) }
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

extension Stage where Downstream.Failure == Failure, Thrown == Never {
    /// A stage whose step cannot throw.
    @inlinable
    package init(_ name: StaticString, to downstream: Downstream, _ step: Work) {
        self.init(name, to: downstream, step, fail: { $0 }, rethrow: absurd)
    }
}

extension Stage where Downstream.Failure == any Error, Thrown == any Error {
    /// A stage whose step may throw.
    @inlinable
    package init(_ name: StaticString, to downstream: Downstream, _ step: Work) {
        self.init(name, to: downstream, step, fail: { $0 }, rethrow: { $0 })
    }
}
