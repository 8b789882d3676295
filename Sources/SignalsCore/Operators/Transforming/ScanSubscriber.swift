/// The subscriber between upstream and downstream of `scan` and `tryScan`, which is downstream's subscription too: with the
/// result in it, one object. What it has of the client's it lets go of at the end.
@usableFromInline
final class ScanSubscriber<Input: Sendable, Rule: FailureRule, Downstream: Subscriber>: Subscriber, NamedSubscription
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

    @usableFromInline
    struct Contents: LinkContents {
        @usableFromInline var subscription: any Subscription = NoSubscription()
        @usableFromInline var body: Body?

        @inlinable
        init() {}

        @inlinable
        init(_ body: Body) {
            self.body = body
        }
    }

    @usableFromInline let life: LinkLife<Contents>

    @inlinable @inline(never)
    init(
        _ name: StaticString, _: Rule.Type, to downstream: Downstream, _ initial: Downstream.Input,
        _ next: @escaping Next
    ) {
        life = LinkLife(name, Contents(Body(downstream, initial, next)))
    }

    @inlinable
    func receive(subscription: any Subscription) {
        let downstream = life.contents.withLock { $0.body?.downstream }
        if life.attach(subscription) { downstream?.receive(subscription: self) }
    }

    /// Makes the next result. Values come one after another, so none is lost between reading the result and writing it,
    /// and the closure runs between the two without a lock.
    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard life.isAttached, let body = life.contents.withLock({ $0.body }) else { return .none }
        do throws(Rule.Thrown) {
            let result = try body.next(body.result, input)
            let isOpen = remember(result)
            return isOpen ? body.downstream.receive(result) : .none
        } catch {
            end(cancelling: true, with: .failure(Rule.rethrow(error)))
            return .none
        }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        end(cancelling: false, with: completion.mapError(Rule.fail))
    }

    /// Keeps a result, and releases the one before after the lock. Returns false if all has ended.
    @inlinable
    func remember(_ result: Downstream.Input) -> Bool {
        let before = life.contents.withLock { contents -> Downstream.Input? in
            guard life.isAttached, let before = contents.body?.result else { return nil }
            contents.body?.result = result
            return before
        }
        return before != nil
    }

    @inlinable
    func end(cancelling isCancelling: Bool, with completion: Subscribers.Completion<Downstream.Failure>) {
        let (isFirst, before) = life.end()
        if isCancelling { before.subscription.cancel() }
        // The result goes after the completion: its `deinit` may cancel.
        if isFirst { withExtendedLifetime(before.body) { before.body?.downstream.receive(completion: completion) } }
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) { life.requestUpstream(demand) }

    @inlinable
    func cancel() {
        let before = life.cancel()
        before.subscription.cancel()
        withExtendedLifetime(before.body) {}
    }

    @usableFromInline var description: String { life.name }
}
