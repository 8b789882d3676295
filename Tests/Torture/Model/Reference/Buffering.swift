/// `buffer`: values wait in order until they are wanted, and the end behind them. One that is kept full asks for as many as
/// have become wanted.
final class Buffering: Stage {
    enum WhenFull {
        case dropNewest
        case dropOldest
        case fail(Fault)
    }

    private let size: Int
    private let keepsFull: Bool
    private let whenFull: WhenFull
    private var values: [Int] = []
    private var demand = 0
    private var ending: Ending?
    private var isDraining = false

    init(_ down: any ModelSubscriber, size: Int, keepsFull: Bool, whenFull: WhenFull) {
        self.size = size
        self.keepsFull = keepsFull
        self.whenFull = whenFull
        super.init(down)
    }

    override func begin(_ subscription: any ModelSubscription) {
        super.begin(subscription)
        up?.request(keepsFull ? size : .max)
    }

    override func request(_ more: Int) {
        let freed = free(more)
        if !isDraining { drain() }
        if keepsFull, freed > 0 { up?.request(freed) }
    }

    /// Adds to the demand, and returns for how many more of the values that wait.
    private func free(_ more: Int) -> Int {
        defer { demand = plus(demand, more) }
        return min(more, max(0, values.count - demand))
    }

    override func value(_ value: Int) -> Int {
        guard down != nil, ending == nil else { return 0 }
        if demand > 0, values.isEmpty {
            deliver(value)
            return keepsFull ? 1 : 0
        } else if values.count - demand < size {
            values.append(value)
        } else {
            overflow(value)
        }
        drain()
        return 0
    }

    override func end(_ ending: Ending) {
        guard self.ending == nil else { return }
        self.ending = ending
        up = nil
        drain()
    }

    private func overflow(_ value: Int) {
        switch whenFull {
        case .dropNewest: break
        case .dropOldest:
            values.append(value)
            values.remove(at: min(demand, values.count - 1))
        case .fail(let fault):
            ending = .failed(fault)
            let subscription = up
            up = nil
            subscription?.cancel()
        }
    }

    private func deliver(_ value: Int) {
        demand = less(demand)
        let freed = free(down?.value(value) ?? 0)
        if keepsFull, freed > 0 { up?.request(freed) }
        if !isDraining { drain() }
    }

    /// Delivers what waits and is wanted, also inside the delivery of another value if something came there.
    private func drain() {
        let isOutermost = !isDraining
        isDraining = true
        while demand > 0, !values.isEmpty, down != nil {
            deliver(values.removeFirst())
        }
        if isOutermost { isDraining = false }
        if values.isEmpty, let ending { super.end(ending) }
    }
}
