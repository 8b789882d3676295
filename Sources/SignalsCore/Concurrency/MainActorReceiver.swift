/// The end of a ``MainActorDelivery``: two closures of the main actor.
struct MainActorReceiver<Output, Failure: Error>: Sendable {
    let receiveValue: @MainActor (Output) -> Void
    let receiveCompletion: @MainActor (Subscribers.Completion<Failure>) -> Void
}
