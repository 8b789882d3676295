/// The rows that were referred to near each other, so that reading one of them can read those with it that will
/// probably be wanted next: whoever walks objects in the order in which they were fetched then needs a query for many
/// of them.
struct FaultNeighbors {
    static let batchSize = 256
    /// The number of references that are remembered for an entity.
    static let limit = 65_536

    fileprivate struct Trail {
        var numbers: ContiguousArray<Int64> = []
        /// The index at which the last batch ended.
        var next = 0
    }

    private var trails: [ObjectIdentifier: Trail] = [:]

    /// Remembers that a row of an entity was referred to, after those before.
    mutating func note(_ number: Int64, of entity: EntityDescription) {
        trails[ObjectIdentifier(entity), default: Trail()].append(number)
    }

    /// A number and those that followed it.
    mutating func batch(around number: Int64, of entity: EntityDescription) -> [Int64] {
        trails[ObjectIdentifier(entity)]?.batch(around: number) ?? [number]
    }

    mutating func removeAll() { trails = [:] }
}

extension FaultNeighbors.Trail {
    mutating func append(_ number: Int64) {
        if numbers.count >= FaultNeighbors.limit {
            numbers.removeFirst(numbers.count / 2)
            next = 0
        }
        if numbers.last != number { numbers.append(number) }
    }

    mutating func batch(around number: Int64) -> [Int64] {
        guard let start = numbers[next...].firstIndex(of: number) ?? numbers[..<next].lastIndex(of: number) else {
            return [number]
        }
        var seen: Set<Int64> = []
        var batch: [Int64] = []
        next = start
        while next < numbers.count, batch.count < FaultNeighbors.batchSize {
            if seen.insert(numbers[next]).inserted { batch.append(numbers[next]) }
            next += 1
        }
        return batch
    }
}
