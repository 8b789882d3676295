/// An operator with one upstream, which passes everything on: subclasses say what they do otherwise.
class Stage: ModelSubscriber, ModelSubscription {
    /// Nil after the end and after a cancel: nothing follows these.
    var down: (any ModelSubscriber)?
    var up: (any ModelSubscription)?

    init(_ down: any ModelSubscriber) {
        self.down = down
    }

    func begin(_ subscription: any ModelSubscription) {
        guard let down else { return subscription.cancel() }
        up = subscription
        down.begin(self)
    }

    func value(_ value: Int) -> Int {
        down?.value(value) ?? 0
    }

    func end(_ ending: Ending) {
        up = nil
        let subscriber = down
        down = nil
        subscriber?.end(ending)
    }

    func request(_ demand: Int) {
        up?.request(demand)
    }

    func cancel() {
        down = nil
        let subscription = up
        up = nil
        subscription?.cancel()
    }

    /// Ends downstream by itself, and cancels upstream.
    func stop(_ ending: Ending) {
        let subscriber = down
        cancel()
        subscriber?.end(ending)
    }
}

extension ModelPublisher {
    /// Puts a stage between this publisher and the subscriber.
    func through(_ make: @escaping (any ModelSubscriber) -> Stage) -> ModelPublisher {
        ModelPublisher { subscribe(make($0)) }
    }
}
