import Synchronization

/// A subscriber of a subject, erased to closures that were formed where its type is known.
@usableFromInline
final class SubjectTarget<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline let subscription: SubjectSubscription
    @usableFromInline let receiveValue: @Sendable (Output) -> Subscribers.Demand
    @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @inlinable @inline(never)
    init(
        _ subscription: SubjectSubscription,
        receiveValue: @escaping @Sendable (Output) -> Subscribers.Demand,
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) {
        self.subscription = subscription
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
    }

    /// Delivers the value, if it is wanted; otherwise it is missed.
    @inlinable @inline(__always)
    func offer(_ value: Output) {
        if subscription.demand.takeOne() {
            subscription.hasMissed.store(false, ordering: .relaxed)
            let more = receiveValue(value)
            if more != .none { subscription.demand.add(more) }
        } else {
            subscription.hasMissed.store(true, ordering: .relaxed)
        }
    }

    /// Delivers the completion, unless cancelled.
    @inlinable
    func complete(_ completion: Subscribers.Completion<Failure>) {
        if subscription.end() { receiveCompletion(completion) }
    }
}
