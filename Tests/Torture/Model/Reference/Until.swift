/// An operator that listens for the first value of another publisher, which is subscribed to first.
class Until: Stage {
    private let other: ModelPublisher
    private var otherSubscription: (any ModelSubscription)?

    /// True if the other publisher is of no use any more.
    private var isOver = false

    init(_ down: any ModelSubscriber, _ other: ModelPublisher) {
        self.other = other
        super.init(down)
    }

    func hear(_ value: Int) {}

    func hear(_ ending: Ending) {}

    func listen() {
        var isFirst = true
        other.subscribe(
            Ear(
                begin: { [self] subscription in
                    if isOver { return subscription.cancel() }
                    otherSubscription = subscription
                    subscription.request(1)
                },
                value: { [self] value in
                    if isFirst {
                        isFirst = false
                        hush()
                        hear(value)
                    }
                    return 0
                },
                end: { [self] ending in
                    otherSubscription = nil
                    if isFirst { hear(ending) }
                    isFirst = false
                }))
    }

    /// The end that the other publisher has decided on before upstream was there.
    var verdict: Ending? { nil }

    override func begin(_ subscription: any ModelSubscription) {
        super.begin(subscription)
        if let verdict { stop(verdict) }
    }

    override func end(_ ending: Ending) {
        hush()
        super.end(ending)
    }

    override func cancel() {
        hush()
        super.cancel()
    }

    private func hush() {
        isOver = true
        let subscription = otherSubscription
        otherSubscription = nil
        subscription?.cancel()
    }
}

/// `prefix(untilOutputFrom:)`
final class PrefixingUntil: Until {
    private var isClosed = false

    override var verdict: Ending? { isClosed ? .finished : nil }

    override func hear(_ value: Int) {
        isClosed = true
        if up != nil { stop(.finished) }
    }

    override func value(_ value: Int) -> Int {
        isClosed ? 0 : super.value(value)
    }
}

/// `drop(untilOutputFrom:)`. If the other ends before its value, nothing can pass any more: that is the end.
final class DroppingUntil: Until {
    private var isOpen = false
    private var otherEnd: Ending?

    override var verdict: Ending? { otherEnd }

    override func hear(_ value: Int) {
        isOpen = true
    }

    override func hear(_ ending: Ending) {
        otherEnd = ending
        if up != nil { stop(ending) }
    }

    override func value(_ value: Int) -> Int {
        if otherEnd != nil { return 0 }
        return isOpen ? super.value(value) : 1
    }
}

extension ModelPublisher {
    func until(_ make: @escaping (any ModelSubscriber) -> Until) -> ModelPublisher {
        ModelPublisher {
            let stage = make($0)
            stage.listen()
            subscribe(stage)
        }
    }
}
