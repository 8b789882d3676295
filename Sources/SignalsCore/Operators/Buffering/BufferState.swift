/// What `buffer` knows. Its transitions return the effect to be performed after the lock.
struct BufferState<Output: Sendable, Failure: Error>: Sendable {
    enum Effect: Sendable {
        /// The value goes out at once.
        case putOut

        /// It waits in the buffer.
        case keep

        /// There is no room: this value is dropped, to be released after the lock.
        case drop(Output)

        /// There is no room, and that is an error.
        case fail(@Sendable () -> Failure)
    }

    private var kept = Queue<Output>()
    private var demand = Subscribers.Demand.none
    private let size: Int
    private let whenFull: Publishers.BufferingStrategy<Failure>

    init(size: Int, whenFull: Publishers.BufferingStrategy<Failure>) {
        self.size = size
        self.whenFull = whenFull
    }

    mutating func receive(_ value: Output) -> Effect {
        if demand > .none {
            demand -= 1
            return .putOut
        }
        if kept.count < size {
            kept.append(value)
            return .keep
        }
        switch whenFull {
        case .dropNewest:
            return .drop(value)
        case .dropOldest:
            kept.append(value)
            return kept.popFirst().map { .drop($0) } ?? .keep
        case .customError(let makeError):
            return .fail(makeError)
        }
    }

    /// The values that go out now.
    mutating func request(_ more: Subscribers.Demand) -> [Output] {
        demand += more
        var values: [Output] = []
        while demand > .none, let value = kept.popFirst() {
            demand -= 1
            values.append(value)
        }
        return values
    }

    /// Empties the buffer, and returns what was in it.
    mutating func end() -> [Output] {
        let rest = kept.dropSuffix(keeping: 0)
        kept.removeAll()
        return rest
    }
}
