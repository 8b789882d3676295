/// A publisher of the reference model: a function from a subscriber to its effects.
///
/// The model says, in single-threaded code without a lock, a generic type or a fast path, what Combine's documentation
/// promises of each operator. It is written from that documentation and not from this package's sources; `Decisions.md`
/// lists what was decided where the documentation is silent.
struct ModelPublisher {
    let subscribe: (any ModelSubscriber) -> Void

    init(_ subscribe: @escaping (any ModelSubscriber) -> Void) {
        self.subscribe = subscribe
    }
}

/// A subscriber of the model. Demands are numbers, of which `Int.max` is unlimited.
protocol ModelSubscriber: AnyObject {
    func begin(_ subscription: any ModelSubscription)
    func value(_ value: Int) -> Int
    func end(_ ending: Ending)
}

/// A subscription of the model.
protocol ModelSubscription: AnyObject {
    func request(_ demand: Int)
    func cancel()
}

/// A subscriber made of closures, for the inputs of operators that have several.
final class Ear: ModelSubscriber {
    private let onBegin: (any ModelSubscription) -> Void
    private let onValue: (Int) -> Int
    private let onEnd: (Ending) -> Void

    init(
        begin: @escaping (any ModelSubscription) -> Void, value: @escaping (Int) -> Int,
        end: @escaping (Ending) -> Void
    ) {
        onBegin = begin
        onValue = value
        onEnd = end
    }

    func begin(_ subscription: any ModelSubscription) { onBegin(subscription) }
    func value(_ value: Int) -> Int { onValue(value) }
    func end(_ ending: Ending) { onEnd(ending) }
}
