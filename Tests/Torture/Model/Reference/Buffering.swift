/// `buffer`: values wait in order until they are wanted, and the end behind them.
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
        demand = plus(demand, more)
        drain()
    }

    override func value(_ value: Int) -> Int {
        guard down != nil, ending == nil else { return 0 }
        if demand > 0, values.isEmpty {
            deliver(value)
            return keepsFull ? 1 : 0
        } else if values.count < size {
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
            values.removeFirst()
        case .fail(let fault):
            ending = .failed(fault)
            let subscription = up
            up = nil
            subscription?.cancel()
        }
    }

    private func deliver(_ value: Int) {
        demand = less(demand)
        let more = down?.value(value) ?? 0
        demand = plus(demand, more)
        drain()
    }

    private func drain() {
        guard !isDraining else { return }
        isDraining = true
        while demand > 0, !values.isEmpty, down != nil {
            deliver(values.removeFirst())
            if keepsFull { up?.request(1) }
        }
        isDraining = false
        if values.isEmpty, let ending { super.end(ending) }
    }
}
