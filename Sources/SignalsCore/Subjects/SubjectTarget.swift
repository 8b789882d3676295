import Synchronization

/// A subscriber of a subject, erased to closures that were formed where its type is known.
///
/// It does not refer to its subscription, so that closures end with the entry in the subject's chain, whoever keeps the
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

    /// Delivers the value, if it is wanted; otherwise it is missed. True if another came and was missed inside the
    /// subscriber, which wants it by the demand that it has returned.
    @inlinable @inline(__always) @discardableResult
    func offer(_ value: Output, _ subscription: SubjectSubscription) -> Bool {
        guard subscription.demand.takeOne() else {
            subscription.hasMissed.store(true, ordering: .relaxed)
            return false
        }
        subscription.hasMissed.store(false, ordering: .relaxed)
        let more = receiveValue(value)
        if more == .none { return false }
        subscription.demand.add(more)
        return subscription.hasMissed.load(ordering: .relaxed)
    }
}
