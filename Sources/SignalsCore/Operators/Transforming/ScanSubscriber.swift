/// The subscriber between upstream and downstream of `scan` and `tryScan`: the result and the link to upstream.
@usableFromInline
final class ScanSubscriber<Input: Sendable, Rule: FailureRule, Downstream: Subscriber>:
    Guarded<Downstream.Input>, Subscriber, @unchecked Sendable
where Downstream.Failure == Rule.Result {
    @usableFromInline typealias Failure = Rule.Failure
    @usableFromInline typealias Next = @Sendable (Downstream.Input, Input) throws(Rule.Thrown) -> Downstream.Input

    @usableFromInline let link: PlainLink
    @usableFromInline let downstream: Downstream
    @usableFromInline let next: Next

    @inlinable @inline(never)
    init(
        _ name: StaticString, _: Rule.Type, to downstream: Downstream, _ initial: Downstream.Input,
        _ next: @escaping Next
    ) {
        link = PlainLink(name)
        self.downstream = downstream
        self.next = next
        super.init(initial)
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.attach(subscription) { downstream.receive(subscription: link) }
    }

    /// Values come one after another, so none is lost between reading the result and writing it, and the closure runs
    /// between the two without a lock.
    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard link.isAttached else { return .none }
        do throws(Rule.Thrown) {
            var result = try next(withLock { $0 }, input)
            let value = result
            withLock { swap(&$0, &result) }
            return link.isAttached ? downstream.receive(value) : .none
        } catch {
            if link.interrupt() { downstream.receive(completion: .failure(Rule.rethrow(error))) }
            return .none
        }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if link.complete() { downstream.receive(completion: completion.mapError(Rule.fail)) }
    }
}
