/// Publishers whose values are put together: `zip`, first with first, and `combineLatest`, the latest of each.
///
/// Both ask each publisher for what downstream wants. Whether a value that comes inside `receive(_:)` counts on the demand
/// that this is about to return is left open, and whether an end that comes there is delivered there.
class Joining: ModelSubscription {
    var down: (any ModelSubscriber)?
    private(set) var demand = 0
    private var subscriptions: [(any ModelSubscription)?]
    private(set) var hasEnded: [Bool]
    private var hasBegun = false
    private let clock: ModelClock
    private var depth = 0
    private var verdict: Ending?
    private var hasMoreToAsk = false
    private var asked = 0

    init(_ down: any ModelSubscriber, _ clock: ModelClock, count: Int) {
        self.clock = clock
        self.down = down
        subscriptions = Array(repeating: nil, count: count)
        hasEnded = Array(repeating: false, count: count)
    }

    /// Subscribes to all, and then hands downstream its subscription.
    func start(_ publishers: [ModelPublisher]) {
        for (side, publisher) in publishers.enumerated() {
            publisher.subscribe(
                Ear(
                    begin: { [self] in begin($0, side) }, value: { [self] in receive($0, side) },
                    end: { [self] in end($0, side) }))
        }
        hasBegun = true
        down?.begin(self)
        settle()
    }

    func request(_ more: Int) {
        demand = plus(demand, more)
        settle()
        ask(more)
    }

    /// Asks all publishers, unless they were asked for everything. Which of them next, if downstream asks for more in a value that one delivers at once, is left
    /// open.
    private func ask(_ more: Int) {
        if asked == .max { return }
        asked = plus(asked, more)
        if hasMoreToAsk { clock.leaveOpen() }
        for (side, subscription) in subscriptions.enumerated() {
            hasMoreToAsk = side + 1 < subscriptions.count
            subscription?.request(more)
        }
    }

    func cancel() {
        down = nil
        dismiss()
    }

    private func dismiss() {
        let all = subscriptions
        subscriptions = all.map { _ in nil }
        for subscription in all { subscription?.cancel() }
    }

    /// Takes a value of a side, and returns whether a value can go out now.
    func take(_ value: Int, _ side: Int) {}

    /// The value that goes out next.
    func next() -> Int? { nil }

    /// True if no value can follow.
    var isOver: Bool { false }

    private func begin(_ subscription: any ModelSubscription, _ side: Int) {
        guard down != nil, verdict == nil else { return subscription.cancel() }
        subscriptions[side] = subscription
        if demand > 0 { subscription.request(demand) }
    }

    private func receive(_ value: Int, _ side: Int) -> Int {
        guard down != nil else { return 0 }
        take(value, side)
        if hasBegun { settle() }
        return 0
    }

    private func end(_ ending: Ending, _ side: Int) {
        guard down != nil else { return }
        let wasOver = isOver
        subscriptions[side] = nil
        hasEnded[side] = true
        if !hasBegun {
            if verdict == nil, ending != .finished || isOver { verdict = ending }
            if verdict != nil { dismiss() }
            return
        }
        if ending == .finished || wasOver { settle() } else { stop(ending) }
    }

    private func settle() {
        if let verdict { return stop(verdict) }
        if demand == 0, depth > 0 { clock.leaveOpen() }
        while demand > 0, let subscriber = down, let value = next() {
            demand = less(demand)
            depth += 1
            let more = subscriber.value(value)
            depth -= 1
            if more > 0 {
                demand = plus(demand, more)
                if isOver { break }
                ask(more)
            }
        }
        guard down != nil, isOver else { return }
        if depth == 0 { stop(.finished) } else { clock.leaveOpen() }
    }

    private func stop(_ ending: Ending) {
        let subscriber = down
        down = nil
        cancel()
        subscriber?.end(ending)
    }
}

/// `zip`: finishes when a publisher has finished and its values are used.
final class Zipping: Joining {
    private var queues: [[Int]]

    override init(_ down: any ModelSubscriber, _ clock: ModelClock, count: Int) {
        queues = Array(repeating: [], count: count)
        super.init(down, clock, count: count)
    }

    override func take(_ value: Int, _ side: Int) {
        queues[side].append(value)
    }

    override func next() -> Int? {
        if queues.contains(where: \.isEmpty) { return nil }
        let values = queues.map { $0[0] }
        for side in queues.indices { queues[side].removeFirst() }
        return mix(values)
    }

    override var isOver: Bool {
        zip(queues, hasEnded).contains { $0.isEmpty && $1 }
    }
}

/// `combineLatest`: a combination that nobody asked for waits until the next replaces it, or the end,
/// which comes when all have ended.
final class CombiningLatest: Joining {
    private var latest: [Int?]
    private var isNew = false

    override init(_ down: any ModelSubscriber, _ clock: ModelClock, count: Int) {
        latest = Array(repeating: nil, count: count)
        super.init(down, clock, count: count)
    }

    override func take(_ value: Int, _ side: Int) {
        latest[side] = value
        isNew = true
    }

    override func next() -> Int? {
        guard isNew, !latest.contains(nil) else { return nil }
        isNew = false
        return mix(latest.compactMap { $0 })
    }

    override var isOver: Bool {
        !hasEnded.contains(false)
    }
}

extension ModelPublisher {
    static func zip(_ publishers: [ModelPublisher], _ clock: ModelClock) -> ModelPublisher {
        ModelPublisher { Zipping($0, clock, count: publishers.count).start(publishers) }
    }

    static func combineLatest(_ publishers: [ModelPublisher], _ clock: ModelClock) -> ModelPublisher {
        ModelPublisher { CombiningLatest($0, clock, count: publishers.count).start(publishers) }
    }
}
