/// The outcome of a value for an operator with one result.
enum ModelGathering {
    case goOn
    /// The result is known, and upstream of no use any more.
    case done(Int)
}

/// An operator that asks for everything and puts out one value, which waits until it is wanted.
final class Gatherer: Stage {
    private let gather: (Int) throws -> ModelGathering
    private let result: () -> Int?
    private var isWanted = false
    private var waiting: Int?
    private var isDelivered = false

    init(
        _ down: any ModelSubscriber, _ gather: @escaping (Int) throws -> ModelGathering, _ result: @escaping () -> Int?
    ) {
        self.gather = gather
        self.result = result
        super.init(down)
    }

    override func begin(_ subscription: any ModelSubscription) {
        super.begin(subscription)
        up?.request(.max)
    }

    override func request(_ demand: Int) {
        guard demand > 0 else { return }
        isWanted = true
        deliver()
    }

    override func value(_ value: Int) -> Int {
        guard down != nil, waiting == nil else { return 0 }
        do {
            if case .done(let result) = try gather(value) {
                let subscription = up
                up = nil
                subscription?.cancel()
                waiting = result
                deliver()
            }
        } catch {
            stop(.failed(error as? Fault ?? Fault(code: -1)))
        }
        return 0
    }

    override func end(_ ending: Ending) {
        guard waiting == nil else { return }
        guard ending == .finished, let value = result() else { return super.end(ending) }
        up = nil
        waiting = value
        deliver()
    }

    private func deliver() {
        guard isWanted, !isDelivered, let value = waiting, let subscriber = down else { return }
        isDelivered = true
        _ = subscriber.value(value)
        if down != nil { super.end(.finished) }
    }
}

extension ModelPublisher {
    /// Reduces to one value: `make` makes the state of a subscription, and returns how values and the end change it.
    func gathers(_ make: @escaping () -> ((Int) throws -> ModelGathering, () -> Int?)) -> ModelPublisher {
        through {
            let (gather, result) = make()
            return Gatherer($0, gather, result)
        }
    }

    func reduce(_ initial: Int?, _ next: @escaping (Int?, Int) throws -> Int?) -> ModelPublisher {
        gathers {
            var result = initial
            return (
                {
                    result = try next(result, $0)
                    return .goOn
                }, { result }
            )
        }
    }

    /// The first value that a function makes a result of, or else the result at the end.
    func first(or last: Int?, where result: @escaping (Int) throws -> Int?) -> ModelPublisher {
        gathers { ({ try result($0).map { .done($0) } ?? .goOn }, { last }) }
    }

    func collect() -> ModelPublisher {
        gathers {
            var values: [Int] = []
            return (
                {
                    values.append($0)
                    return .goOn
                }, { mix(values) }
            )
        }
    }

    func ignoreOutput() -> ModelPublisher {
        gathers { ({ _ in .goOn }, { nil }) }
    }
}

/// An operator that gathers values into groups of a size, and asks for as many.
final class Grouping: Stage {
    private let count: Int
    private var values: [Int] = []

    init(_ down: any ModelSubscriber, _ count: Int) {
        self.count = count
        super.init(down)
    }

    override func request(_ demand: Int) {
        up?.request(times(demand))
    }

    override func value(_ value: Int) -> Int {
        values.append(value)
        if values.count < count { return 0 }
        let group = mix(values)
        values = []
        return times(down?.value(group) ?? 0)
    }

    override func end(_ ending: Ending) {
        if ending == .finished, !values.isEmpty {
            let group = mix(values)
            values = []
            _ = down?.value(group)
        }
        super.end(ending)
    }

    private func times(_ demand: Int) -> Int {
        let (product, overflow) = demand.multipliedReportingOverflow(by: count)
        return overflow ? .max : product
    }
}
