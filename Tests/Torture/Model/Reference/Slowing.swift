/// `debounce`: a value comes when no other has come for a while. One that nobody wants then is dropped, as is one whose
/// time has not come at the end.
final class Debouncing: Mailing {
    private let interval: Int
    private var timer: Int?
    private var demand = 0

    init(_ down: any ModelSubscriber, _ clock: ModelClock, _ interval: Int) {
        self.interval = interval
        super.init(down, clock)
    }

    override func begin(_ subscription: any ModelSubscription) {
        super.begin(subscription)
        up?.request(.max)
    }

    override func request(_ more: Int) {
        demand = plus(demand, more)
    }

    override func value(_ value: Int) -> Int {
        clock.cancel(timer)
        timer = clock.schedule(at: clock.now + interval, owner: self) { [self] in deliver(value) }
        return 0
    }

    override func deliver(_ value: Int) {
        guard demand > 0, let down else { return }
        demand = less(demand)
        let more = down.value(value)
        demand = plus(demand, more)
    }

    override func end(_ ending: Ending) {
        clock.cancel(timer)
        super.end(ending)
    }

    override func cancel() {
        clock.cancel(timer)
        super.cancel()
    }
}

/// `throttle`: a value comes when an interval has passed since the one before, the first at once; of those that come
/// until then, the latest or the first. One that nobody wants then waits until the next replaces it. At the end, however
/// it is, what waits for its time comes first.
final class Throttling: Mailing {
    private let interval: Int
    private let latest: Bool
    private var waiting: Int?
    private var opens = Int.min
    private var timer: Int?
    private var demand = 0
    private var ready: Int?

    init(_ down: any ModelSubscriber, _ clock: ModelClock, _ interval: Int, latest: Bool) {
        self.interval = interval
        self.latest = latest
        super.init(down, clock)
    }

    override func begin(_ subscription: any ModelSubscription) {
        super.begin(subscription)
        up?.request(.max)
    }

    override func request(_ more: Int) {
        demand = plus(demand, more)
        if ready != nil { later { _ in self.settle() } }
    }

    override func value(_ value: Int) -> Int {
        if !latest, demand == 0, waiting != nil { clock.leaveOpen() }
        waiting = latest ? value : waiting ?? value
        if timer == nil { timer = clock.schedule(at: opens, owner: self) { [self] in fire() } }
        return 0
    }

    override func end(_ ending: Ending) {
        clock.cancel(timer)
        // Before or behind what else is due.
        if waiting != nil, clock.isDue { clock.leaveOpen() }
        if waiting != nil { later { _ in self.fire() } }
        super.end(ending)
    }

    override func finish(_ ending: Ending) {
        settle()
        super.finish(ending)
    }

    override func cancel() {
        clock.cancel(timer)
        super.cancel()
    }

    private func fire() {
        timer = nil
        ready = waiting
        waiting = nil
        settle()
    }

    private func settle() {
        while demand > 0, let value = ready, let down {
            ready = nil
            opens = clock.now + interval
            demand = less(demand)
            let more = down.value(value)
            demand = plus(demand, more)
        }
    }
}

/// `collect(.byTime)` and `collect(.byTimeOrCount)`: what has come by the end of each interval, or when it is enough.
final class GroupingByTime: Mailing {
    override var goesOn: Bool { true }

    private let interval: Int
    private let count: Int
    private var timer: Int?
    private var values: [Int] = []
    private var groups: [Int] = []
    private var demand = 0
    private var ending: Ending?
    private var isSettling = false

    init(_ down: any ModelSubscriber, _ clock: ModelClock, _ interval: Int, count: Int = .max) {
        self.interval = interval
        self.count = count
        super.init(down, clock)
    }

    override func begin(_ subscription: any ModelSubscription) {
        guard down != nil else { return subscription.cancel() }
        timer = clock.schedule(at: clock.now + interval, every: interval, owner: self) { [self] in group() }
        super.begin(subscription)
        if count == .max { up?.request(.max) }
    }

    override func request(_ more: Int) {
        demand = plus(demand, more)
        ask(more)
        if !groups.isEmpty { later { _ in self.settle() } }
    }

    override func value(_ value: Int) -> Int {
        values.append(value)
        if values.count == count {
            let whole = mix(values)
            values = []
            later { $0.deliver(whole) }
        }
        return 0
    }

    override func end(_ ending: Ending) {
        clock.cancel(timer)
        if ending == .finished, !values.isEmpty {
            let rest = mix(values)
            values = []
            later { $0.deliver(rest) }
        }
        super.end(ending)
    }

    override func cancel() {
        clock.cancel(timer)
        super.cancel()
    }

    override func deliver(_ group: Int) {
        groups.append(group)
        settle()
    }

    override func finish(_ ending: Ending) {
        self.ending = ending
        settle()
    }

    private func group() {
        if values.isEmpty { return }
        groups.append(mix(values))
        values = []
        settle()
    }

    private func ask(_ more: Int) {
        guard count < .max, more > 0 else { return }
        let (product, overflow) = more.multipliedReportingOverflow(by: count)
        up?.request(overflow ? .max : product)
    }

    private func settle() {
        guard !isSettling else { return }
        isSettling = true
        while demand > 0, !groups.isEmpty, let down {
            demand = less(demand)
            let more = down.value(groups.removeFirst())
            demand = plus(demand, more)
            ask(more)
        }
        isSettling = false
        if let ending, groups.isEmpty { super.finish(ending) }
    }
}
