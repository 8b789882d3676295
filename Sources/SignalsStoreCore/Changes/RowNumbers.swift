/// The numbers of rows of one entity, each once: a list as long as each one that is added is larger than those before, as
/// new rows and whole tables have them, which costs a batch of 100,000 rows a twentieth of the set's time; a set from then
/// on.
package struct RowNumbers: Sendable, Sequence, ExpressibleByArrayLiteral {
    private enum Storage {
        case ascending(ContiguousArray<Int64>)
        case anyOrder(Set<Int64>)
    }

    private var storage = Storage.ascending([])

    package init() {}

    package init(_ numbers: some Sequence<Int64>) { formUnion(numbers) }

    package init(arrayLiteral numbers: Int64...) { self.init(numbers) }

    package var isEmpty: Bool { count == 0 }

    package var count: Int {
        switch storage {
        case .ascending(let list): list.count
        case .anyOrder(let set): set.count
        }
    }

    package func contains(_ number: Int64) -> Bool {
        switch storage {
        case .ascending(let list):
            let index = Self.index(of: number, in: list)
            return index < list.count && list[index] == number
        case .anyOrder(let set): return set.contains(number)
        }
    }

    /// The index of the first number that is not smaller.
    private static func index(of number: Int64, in list: ContiguousArray<Int64>) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    package mutating func insert(_ number: Int64) { formUnion(CollectionOfOne(number)) }

    package func union(_ others: RowNumbers) -> RowNumbers {
        var union = self
        union.formUnion(others)
        return union
    }

    package mutating func formUnion(_ numbers: some Sequence<Int64>) {
        var rest = numbers.makeIterator()
        guard case .ascending(var list) = storage else { return addInAnyOrder(&rest, first: nil) }
        storage = .ascending([])
        // Only once: room made for one more each time would be moved each time.
        if list.isEmpty { list.reserveCapacity(numbers.underestimatedCount) }
        while let number = rest.next() {
            if number > list.last ?? .min {
                list.append(number)
            } else if number != list.last {
                var set = Set<Int64>(minimumCapacity: list.count + numbers.underestimatedCount)
                for number in list { set.insert(number) }
                storage = .anyOrder(set)
                return addInAnyOrder(&rest, first: number)
            }
        }
        storage = .ascending(list)
    }

    private mutating func addInAnyOrder(_ rest: inout some IteratorProtocol<Int64>, first: Int64?) {
        guard case .anyOrder(var set) = storage else { return }
        storage = .ascending([])
        if let first { set.insert(first) }
        while let number = rest.next() { set.insert(number) }
        storage = .anyOrder(set)
    }

    package struct Iterator: IteratorProtocol {
        fileprivate var list: ContiguousArray<Int64>.Iterator
        fileprivate var set: Set<Int64>.Iterator?

        package mutating func next() -> Int64? {
            if set != nil { set?.next() } else { list.next() }
        }
    }

    package func makeIterator() -> Iterator {
        switch storage {
        case .ascending(let list): Iterator(list: list.makeIterator(), set: nil)
        case .anyOrder(let set): Iterator(list: ContiguousArray().makeIterator(), set: set.makeIterator())
        }
    }

    package var underestimatedCount: Int { count }
}

extension RowNumbers: Equatable {
    package static func == (numbers: RowNumbers, others: RowNumbers) -> Bool {
        numbers.count == others.count && numbers.allSatisfy(others.contains)
    }
}
