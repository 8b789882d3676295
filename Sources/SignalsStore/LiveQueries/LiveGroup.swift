/// The aggregates of the rows with one key, updated as rows come and go.
struct LiveGroup: Sendable {
    private enum Computation: Sendable {
        case running(Accumulator)
        case extreme(LiveExtreme)
    }

    /// The key as the store keeps it.
    let key: [StoredValue]
    private(set) var count = 0
    private var computations: [Computation]

    init(_ key: [StoredValue], _ aggregations: [Aggregation], _ types: [AttributeType]) {
        self.key = key
        computations = zip(aggregations, types).map { aggregation, type in
            switch aggregation.kind {
            case .minimum, .maximum: .extreme(LiveExtreme(aggregation.kind, type))
            default: .running(Accumulator(aggregation.kind, type))
            }
        }
    }

    mutating func add(_ member: LiveMember, _ number: Int64) throws {
        count += 1
        for (index, value) in member.values.enumerated() {
            try change(index) { accumulator in
                try accumulator.add(value)
            } extreme: { extreme in
                extreme.add(value, of: number)
            }
        }
    }

    mutating func remove(_ member: LiveMember) throws {
        count -= 1
        for (index, value) in member.values.enumerated() {
            // A value that went is noticed when the extreme is asked for.
            try change(index) {
                try $0.remove(value)
            } extreme: { _ in
            }
        }
    }

    // In place: a copy would copy a heap.
    private mutating func change(
        _ index: Int, _ running: (inout Accumulator) throws -> Void, extreme: (inout LiveExtreme) -> Void
    ) throws {
        let computation = computations[index]
        computations[index] = .running(Accumulator(.rows, .integer64))
        switch consume computation {
        case .running(var accumulator):
            try running(&accumulator)
            computations[index] = .running(accumulator)
        case .extreme(var heap):
            extreme(&heap)
            computations[index] = .extreme(heap)
        }
    }

    /// The key and what is computed.
    ///
    /// - Parameter value: the value that a row has now for a computation, by the row's number; nil where the row is not
    ///   in the group.
    /// - Throws: `RowComputation.Failure` when a sum does not fit its type.
    mutating func row(_ value: (Int64, Int) -> StoredValue?) throws -> [StoredValue] {
        var row = key
        for index in computations.indices {
            var result = StoredValue.null
            func isThere(_ entry: LiveExtreme.Entry) -> Bool { value(entry.number, index) == entry.value }
            try change(index) { accumulator in
                result = try accumulator.result()
            } extreme: { [count] extreme in
                extreme.removeStale(count: count, isThere)
                result = extreme.value(isThere)
            }
            row.append(result)
        }
        return row
    }
}
