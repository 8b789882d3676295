import Synchronization

/// A subscriber of a subject, erased to closures that were formed where its type is known.
///
/// It does not refer to its subscription, so that closures end with the place in the subject's chain, whoever keeps the
/// subscription.
@usableFromInline
final class SubjectTarget<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline let receiveValue: @Sendable (Output) -> Subscribers.Demand
    @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @inlinable @inline(never)
    init(
        receiveValue: @escaping @Sendable (Output) -> Subscribers.Demand,
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) {
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
    }

    /// Delivers the value, if it is wanted; otherwise it is missed.
    @inlinable @inline(__always)
    func offer(_ value: Output, _ subscription: SubjectSubscription) {
        if subscription.demand.takeOne() {
            subscription.hasMissed.store(false, ordering: .relaxed)
            let more = receiveValue(value)
            if more != .none { subscription.demand.add(more) }
        } else {
            subscription.hasMissed.store(true, ordering: .relaxed)
        }
    }
}
