/// The rows that were referred to near each other, so that reading one of them can read those with it that will
/// probably be wanted next: a loop over objects in the order in which they were fetched then needs one query for many
/// of them.
struct FaultNeighbors {
    static let batchSize = 256
    /// The number of references that are remembered for an entity.
    static let limit = 65_536

    fileprivate struct Trail {
        // Few entities are referred to, so that to look at each is cheaper than a dictionary, and each row that is read
        // with a reference is noted.
        let entity: ObjectIdentifier
        var numbers: ContiguousArray<Int64> = []
        /// The indices of the last batch.
        var latest = 0..<0
    }

    private var trails: ContiguousArray<Trail> = []

    /// Remembers that a row of an entity was referred to, after those before.
    mutating func note(_ number: Int64, of entity: ObjectIdentifier) {
        if let index = index(of: entity) { return trails[index].append(number) }
        trails.append(Trail(entity: entity, numbers: [number]))
    }

    /// A number and those that followed it, or those before it where the walk goes back.
    mutating func batch(around number: Int64, of entity: ObjectIdentifier) -> [Int64] {
        guard let index = index(of: entity) else { return [number] }
        return trails[index].batch(around: number)
    }

    private func index(of entity: ObjectIdentifier) -> Int? {
        trails.withUnsafeBufferPointer { trails in trails.indices.first { trails[$0].entity == entity } }
    }

    mutating func removeAll() { trails = [] }
}

extension FaultNeighbors.Trail {
    mutating func append(_ number: Int64) {
        if numbers.count >= FaultNeighbors.limit {
            numbers.removeFirst(numbers.count / 2)
            latest = 0..<0
        }
        if numbers.last != number { numbers.append(number) }
    }

    mutating func batch(around number: Int64) -> [Int64] {
        if let index = numbers[latest.upperBound...].firstIndex(of: number) {
            return batch(stride(from: index, to: numbers.count, by: 1))
        }
        guard let index = numbers[..<latest.upperBound].lastIndex(of: number) else { return [number] }
        // Before the last batch: a loop that runs backwards needs the rows before.
        if index < latest.lowerBound { return batch(stride(from: index, to: -1, by: -1)) }
        return batch(stride(from: index, to: numbers.count, by: 1))
    }

    private mutating func batch(_ indexes: StrideTo<Int>) -> [Int64] {
        var seen: Set<Int64> = []
        var batch: [Int64] = []
        var (first, last) = (Int.max, -1)
        for index in indexes {
            if seen.insert(numbers[index]).inserted { batch.append(numbers[index]) }
            (first, last) = (min(first, index), max(last, index))
            if batch.count == FaultNeighbors.batchSize { break }
        }
        latest = first..<last + 1
        return batch
    }
}
