/// A subscription to values that are there: they are delivered as they are asked for, and the end follows the last.
final class Pull: ModelSubscription {
    private var down: (any ModelSubscriber)?
    private var values: ArraySlice<Int>
    private let ending: Ending
    private var demand = 0
    private var isDelivering = false

    init(_ down: any ModelSubscriber, _ values: [Int], _ ending: Ending) {
        self.down = down
        self.values = values[...]
        self.ending = ending
    }

    func request(_ more: Int) {
        demand = plus(demand, more)
        if !isDelivering { deliver() }
    }

    func cancel() {
        down = nil
    }

    private func deliver() {
        isDelivering = true
        while demand > 0, let subscriber = down, let value = values.popFirst() {
            demand = less(demand)
            let more = subscriber.value(value)
            demand = plus(demand, more)
        }
        isDelivering = false
        endIfEmpty()
    }

    private func endIfEmpty() {
        guard values.isEmpty, let subscriber = down else { return }
        down = nil
        subscriber.end(ending)
    }
}

/// A subscription of which nothing comes.
final class Silence: ModelSubscription {
    func request(_ demand: Int) {}
    func cancel() {}
}

extension ModelPublisher {
    static func sequence(_ values: [Int], _ ending: Ending = .finished) -> ModelPublisher {
        ModelPublisher {
            $0.begin(values.isEmpty ? Silence() : Pull($0, values, ending))
            if values.isEmpty { $0.end(ending) }
        }
    }

    /// The events that come of this publisher at once, as a publisher of them.
    var eager: ModelPublisher {
        var values: [Int] = []
        var ending = Ending.finished
        let ear = Ear(
            begin: { $0.request(.max) },
            value: {
                values.append($0)
                return 0
            }, end: { ending = $0 })
        subscribe(ear)
        return .sequence(values, ending)
    }

    static var never: ModelPublisher {
        ModelPublisher { $0.begin(Silence()) }
    }

    static func deferred(_ make: @escaping () -> ModelPublisher) -> ModelPublisher {
        ModelPublisher { make().subscribe($0) }
    }
}

/// A future: one result, at some time, for everyone.
final class ModelFuture {
    private var result: ModelResult?
    private var listeners: [Listening] = []

    enum ModelResult {
        case value(Int)
        case failure(Fault)
    }

    var publisher: ModelPublisher {
        ModelPublisher { [self] subscriber in
            switch result {
            case .value(let value): ModelPublisher.sequence([value]).subscribe(subscriber)
            case .failure(let fault): ModelPublisher.sequence([], .failed(fault)).subscribe(subscriber)
            case nil:
                let listening = Listening(subscriber)
                listeners.append(listening)
                subscriber.begin(listening)
                listening.hasBegun()
            }
        }
    }

    func resolve(_ result: ModelResult) {
        guard self.result == nil else { return }
        self.result = result
        for listening in listeners { listening.resolve(result) }
    }

    private final class Listening: ModelSubscription {
        private var down: (any ModelSubscriber)?
        private var pull: Pull?
        private var demand = 0
        private var isBeginning = true
        private var early: ModelResult?

        init(_ down: any ModelSubscriber) {
            self.down = down
        }

        func hasBegun() {
            isBeginning = false
            if let early { resolve(early) }
        }

        func resolve(_ result: ModelResult) {
            if isBeginning { return early = result }
            guard let subscriber = down else { return }
            down = nil
            switch result {
            case .failure(let fault): subscriber.end(.failed(fault))
            case .value(let value):
                pull = Pull(subscriber, [value], .finished)
                if demand > 0 { pull?.request(demand) }
            }
        }

        func request(_ more: Int) {
            if let pull { pull.request(more) } else { demand = plus(demand, more) }
        }

        func cancel() {
            down = nil
            pull?.cancel()
        }
    }
}
