import Synchronization

/// The end of a ``MainActorDelivery``: two closures of the main actor, which are not called after a cancel, whichever of the
/// closures before them cancels.
struct MainActorReceiver<Output, Failure: Error>: Sendable {
    let cancellation: MainActorCancellation
    private let onValue: @MainActor (Output) -> Void
    private let onCompletion: @MainActor (Subscribers.Completion<Failure>) -> Void

    init(
        _ cancellation: MainActorCancellation, receiveValue: @escaping @MainActor (Output) -> Void,
        receiveCompletion: @escaping @MainActor (Subscribers.Completion<Failure>) -> Void
    ) {
        self.cancellation = cancellation
        onValue = receiveValue
        onCompletion = receiveCompletion
    }

    @MainActor
    func receive(_ value: Output) {
        if !cancellation.isCancelled { onValue(value) }
    }

    @MainActor
    func receive(completion: Subscribers.Completion<Failure>) {
        if !cancellation.isCancelled { onCompletion(completion) }
    }
}

/// The cancellation of one subscription to a ``MainActorDelivery``, which all its operators look at.
final class MainActorCancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
