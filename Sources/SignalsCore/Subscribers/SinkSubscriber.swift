/// The subscriber of `sink`: closures that upstream alone keeps, so that they are released with the subscription.
///
/// `Subscribers.Sink` is for those who hold it themselves, and has to let go of its closures at the end.
@usableFromInline
package final class SinkSubscriber<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let link: SinkLink
    @usableFromInline let receiveValue: @Sendable (Input) -> Void
    @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @inlinable @inline(never)
    package init(
        _ link: SinkLink, receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Input) -> Void
    ) {
        self.link = link
        self.receiveCompletion = receiveCompletion
        self.receiveValue = receiveValue
    }

    @inlinable
    package func receive(subscription: any Subscription) {
        link.attach(subscription)
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        if !link.hasEnded { receiveValue(input) }
        return .none
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        if link.complete() { receiveCompletion(completion) }
    }
}
