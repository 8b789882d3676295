/// Publishers whose values come as they come: `merge`, and `flatMap` with an upstream of publishers.
///
/// While downstream wants everything so does the operator of each publisher; otherwise each is asked for one value, which
/// waits until it is wanted.
final class Merging: ModelSubscription {
    private var down: (any ModelSubscriber)?
    private var demand = 0
    private var children: [Child] = []
    private var waiting: [(child: Child, value: Int)] = []
    private var isDraining = false
    private var hasAskedForAll = false
    private var isBeingDelivered = false

    /// The number of things done inside the subscriber before the value that is being delivered.
    private var reentrances = 0
    private var upstream: (any ModelSubscription)?
    private var isOpen = true
    private let limit: Int
    private let clock: ModelClock

    private init(_ down: any ModelSubscriber, _ clock: ModelClock, limit: Int = .max) {
        self.clock = clock
        self.down = down
        self.limit = limit
    }

    static func merge(_ publishers: [ModelPublisher], _ clock: ModelClock) -> ModelPublisher {
        ModelPublisher { subscriber in
            let merging = Merging(subscriber, clock)
            subscriber.begin(merging)
            for publisher in publishers { merging.add(publisher) }
            merging.close()
        }
    }

    static func flatMap(
        _ upstream: ModelPublisher, limit: Int, _ clock: ModelClock, _ transform: @escaping (Int) -> ModelPublisher
    ) -> ModelPublisher {
        ModelPublisher { subscriber in
            let merging = Merging(subscriber, clock, limit: limit)
            let ear = Ear(
                begin: { subscription in
                    merging.upstream = subscription
                    subscriber.begin(merging)
                    merging.upstream?.request(limit)
                },
                value: { value in
                    if merging.down != nil { merging.add(transform(value)) }
                    return 0
                },
                end: { ending in
                    merging.upstream = nil
                    if ending == .finished { merging.close() } else { merging.stop(ending) }
                })
            upstream.subscribe(ear)
        }
    }

    func request(_ more: Int) {
        want(more)
    }

    func cancel() {
        down = nil
        waiting = []
        upstream?.cancel()
        upstream = nil
        let all = children
        children = []
        for child in all { child.subscription?.cancel() }
    }

    private func add(_ publisher: ModelPublisher) {
        guard down != nil else { return }
        let child = Child(self)
        children.append(child)
        publisher.subscribe(child)
    }

    private func close() {
        isOpen = false
        finishIfDone()
    }

    /// Adds to the demand, delivers what waits, and then, when everything is wanted, asks all for everything.
    private func want(_ more: Int) {
        demand = plus(demand, more)
        drain()
        if demand == .max, !isDraining, !hasAskedForAll {
            hasAskedForAll = true
            let reentrances = clock.reentrances
            for child in children { child.subscription?.request(.max) }
            if clock.reentrances > reentrances { clock.leaveOpen() }
        }
    }

    private func receive(_ value: Int, from child: Child) -> Int {
        guard down != nil else { return 0 }
        guard demand > 0, waiting.isEmpty else {
            waiting.append((child, value))
            if isBeingDelivered, clock.reentrances > reentrances { clock.leaveOpen() }
            return 0
        }
        deliver(value)
        return 1
    }

    private func deliver(_ value: Int) {
        demand = less(demand)
        let isOutermost = !isBeingDelivered
        if isOutermost {
            isBeingDelivered = true
            reentrances = clock.reentrances
        }
        let more = down?.value(value) ?? 0
        if clock.reentrances > reentrances, !waiting.isEmpty { clock.leaveOpen() }
        if isOutermost { isBeingDelivered = false }
        want(more)
    }

    /// Delivers what waits and is wanted, and then asks those it came from. The order of the two
    /// is left open, where it makes a difference.
    private func drain() {
        guard !isDraining else { return }
        isDraining = true
        if waiting.count > 1, demand > 1 { clock.leaveOpen() }
        var delivered: [Child] = []
        while demand > 0, down != nil, !waiting.isEmpty {
            let (child, value) = waiting.removeFirst()
            delivered.append(child)
            if delivered.count > 1 { clock.leaveOpen() }
            let reentrances = clock.reentrances
            deliver(value)
            if clock.reentrances > reentrances { clock.leaveOpen() }
        }
        isDraining = false
        for child in delivered { child.subscription?.request(1) }
        finishIfDone()
    }

    private func end(of child: Child, _ ending: Ending) {
        guard let index = children.firstIndex(where: { $0 === child }) else { return }
        children.remove(at: index)
        child.subscription = nil
        if ending != .finished { return stop(ending) }
        if limit < .max { upstream?.request(1) }
        finishIfDone()
    }

    private func finishIfDone() {
        if !isOpen, children.isEmpty, waiting.isEmpty, !isDraining { stop(.finished) }
    }

    private func stop(_ ending: Ending) {
        let subscriber = down
        down = nil
        cancel()
        subscriber?.end(ending)
    }

    private final class Child: ModelSubscriber {
        var subscription: (any ModelSubscription)?
        private let merging: Merging

        init(_ merging: Merging) {
            self.merging = merging
        }

        func begin(_ subscription: any ModelSubscription) {
            guard merging.down != nil else { return subscription.cancel() }
            self.subscription = subscription
            subscription.request(merging.demand == .max ? .max : 1)
        }

        func value(_ value: Int) -> Int { merging.receive(value, from: self) }

        func end(_ ending: Ending) { merging.end(of: self, ending) }
    }
}

extension ModelPublisher {
    static func merge(_ publishers: [ModelPublisher], _ clock: ModelClock) -> ModelPublisher {
        Merging.merge(publishers, clock)
    }

    static func flatMap(
        _ upstream: ModelPublisher, limit: Int, _ clock: ModelClock, _ transform: @escaping (Int) -> ModelPublisher
    ) -> ModelPublisher {
        Merging.flatMap(upstream, limit: limit, clock, transform)
    }
}
