/// The subscriber between upstream and downstream of `scan` and `tryScan`, which is downstream's subscription too: with the
/// result in it, one object. What it has of the client's it lets go of at the end.
// SAFETY: as of its superclass; `body` is used under the lock.
@usableFromInline
final class ScanSubscriber<Input: Sendable, Rule: FailureRule, Downstream: Subscriber>:
    PlainLink, Subscriber, @unchecked Sendable
where Downstream.Failure == Rule.Result {
    @usableFromInline typealias Failure = Rule.Failure
    @usableFromInline typealias Next = @Sendable (Downstream.Input, Input) throws(Rule.Thrown) -> Downstream.Input

    @usableFromInline
    struct Body: Sendable {
        @usableFromInline let downstream: Downstream
        @usableFromInline let next: Next
        @usableFromInline var result: Downstream.Input

        @inlinable
        init(_ downstream: Downstream, _ result: Downstream.Input, _ next: @escaping Next) {
            (self.downstream, self.result, self.next) = (downstream, result, next)
        }
    }

    // SAFETY: read and written under the lock.
    @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var body: Body?

    @inlinable @inline(never)
    init(
        _ name: StaticString, _: Rule.Type, to downstream: Downstream, _ initial: Downstream.Input,
        _ next: @escaping Next
    ) {
        body = Body(downstream, initial, next)
        super.init(name)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        let downstream = withLock { _ in body?.downstream }
        if attach(subscription) { downstream?.receive(subscription: self) }
    }

    /// Values come one after another, so none is lost between reading the result and writing it, and the closure runs
    /// between the two without a lock.
    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard isAttached, let body = withLock({ _ in body }) else { return .none }
        do throws(Rule.Thrown) {
            let result = try body.next(body.result, input)
            let isOpen = remember(result)
            return isOpen ? body.downstream.receive(result) : .none
        } catch {
            if interrupt() { end(with: .failure(Rule.rethrow(error))) }
            return .none
        }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if complete() { end(with: completion.mapError(Rule.fail)) }
    }

    /// False if all has ended. What a result replaces is released after the lock.
    @inlinable
    func remember(_ result: Downstream.Input) -> Bool {
        let before = withLock { _ -> Downstream.Input? in
            guard isAttached, let before = body?.result else { return nil }
            body?.result = result
            return before
        }
        return before != nil
    }

    @inlinable
    func end(with completion: Subscribers.Completion<Downstream.Failure>) {
        guard let body = withLock({ _ in body.take() }) else { return }
        // The result goes after the completion: its `deinit` may cancel.
        withExtendedLifetime(body) { body.downstream.receive(completion: completion) }
    }

    @usableFromInline
    override func releaseAfterCancel() {
        release { _ in body.take() }
    }
}
