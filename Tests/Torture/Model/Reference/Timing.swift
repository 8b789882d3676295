/// `receive(on:)` and `delay`: events come later, in order; the values' demand goes up when they have come.
class Later: Stage {
    let clock: ModelClock
    private let interval: Int

    init(_ down: any ModelSubscriber, _ clock: ModelClock, after interval: Int = 0) {
        self.clock = clock
        self.interval = interval
        super.init(down)
    }

    override func value(_ value: Int) -> Int {
        later { $0.deliver(value) }
        return 0
    }

    override func end(_ ending: Ending) {
        up = nil
        later { $0.finish(ending) }
    }

    func deliver(_ value: Int) {
        if let more = down?.value(value), more > 0 { up?.request(more) }
    }

    func finish(_ ending: Ending) {
        super.end(ending)
    }

    func later(_ action: @escaping (Later) -> Void) {
        clock.schedule(at: clock.now + interval, owner: self) { [self] in action(self) }
    }
}

/// A stage whose events go to the scheduler together: those that wait are delivered in one action.
class Mailing: Later {
    private var waiting: [(Later) -> Void] = []
    private var isScheduled = false

    /// The time at which an action delivered also what came meanwhile, for which another may have been scheduled.
    private var wentOn: Int?

    /// True if what comes meanwhile is delivered in the same action.
    var goesOn: Bool { false }

    override func later(_ action: @escaping (Later) -> Void) {
        waiting.append(action)
        if isScheduled { return }
        // This may be delivered in that other one, before what was scheduled since.
        if wentOn == clock.now { clock.leaveOpen() }
        isScheduled = true
        clock.schedule(at: clock.now) { [self] in
            let reentrances = clock.reentrances
            repeat {
                let batch = waiting
                waiting = []
                if !goesOn { isScheduled = false }
                for action in batch { action(self) }
                if goesOn, !waiting.isEmpty { wentOn = clock.now }
            } while goesOn && !waiting.isEmpty
            isScheduled = isScheduled && !goesOn
            // Before or behind what was scheduled meanwhile.
            if isScheduled, clock.reentrances > reentrances { clock.leaveOpen() }
        }
    }
}

/// `subscribe(on:)`: subscribing, asking and cancelling are scheduled; what comes, comes as it does.
final class SubscribingOn: Stage {
    private let clock: ModelClock

    init(_ down: any ModelSubscriber, _ clock: ModelClock) {
        self.clock = clock
        super.init(down)
    }

    override func value(_ value: Int) -> Int {
        let more = super.value(value)
        // Operators may pass on as a request what they were returned.
        if more > 0, !(down is ScriptedModelSubscriber) { clock.leaveOpen() }
        return more
    }

    override func request(_ demand: Int) {
        clock.schedule(at: clock.now) { [self] in up?.request(demand) }
    }

    override func cancel() {
        down = nil
        clock.schedule(at: clock.now) { [self] in
            up?.cancel()
            up = nil
        }
    }
}

/// `timeout`: the time begins with the subscription, and anew with each value.
final class TimingOut: Mailing {
    private let limit: Int
    private let ending: Ending
    private var timer: Int?

    init(_ down: any ModelSubscriber, _ clock: ModelClock, _ limit: Int, _ ending: Ending) {
        self.limit = limit
        self.ending = ending
        super.init(down, clock)
    }

    override func begin(_ subscription: any ModelSubscription) {
        super.begin(subscription)
        if down != nil { restart() }
    }

    override func value(_ value: Int) -> Int {
        if up != nil { restart() }
        return super.value(value)
    }

    override func end(_ ending: Ending) {
        clock.cancel(timer)
        super.end(ending)
    }

    override func cancel() {
        clock.cancel(timer)
        super.cancel()
    }

    private func fire() {
        let subscription = up
        up = nil
        subscription?.cancel()
        later { [ending] in $0.finish(ending) }
    }

    private func restart() {
        clock.cancel(timer)
        timer = clock.schedule(at: clock.now + limit, owner: self) { [self] in fire() }
    }
}

/// `measureInterval`: the time since the value before, or the subscription.
final class Measuring: Stage {
    private let clock: ModelClock
    private var last = 0

    init(_ down: any ModelSubscriber, _ clock: ModelClock) {
        self.clock = clock
        super.init(down)
    }

    override func begin(_ subscription: any ModelSubscription) {
        last = clock.now
        super.begin(subscription)
    }

    override func value(_ value: Int) -> Int {
        let interval = clock.now - last
        last = clock.now
        return super.value(interval)
    }
}
