/// The least or the greatest of a changing set of values: a heap, from which a removed value is taken when it reaches
/// the top.
struct LiveExtreme: Sendable {
    struct Entry: Sendable {
        /// The number of the row that the value came with.
        let number: Int64
        let value: StoredValue
        fileprivate let compared: ComparedValue
    }

    private let type: AttributeType
    private let isLeast: Bool
    private var heap: [Entry] = []

    init(_ kind: Aggregation.Kind, _ type: AttributeType) {
        isLeast = kind == .minimum
        self.type = type
    }

    mutating func add(_ value: StoredValue, of number: Int64) {
        if value.isNull || type.isNotNumber(value) { return }
        heap.append(Entry(number: number, value: value, compared: ComparedValue(value, as: type)))
        rise(from: heap.count - 1)
    }

    /// The extreme among the values that are still there; null for none.
    mutating func value(_ isThere: (Entry) -> Bool) -> StoredValue {
        while let top = heap.first {
            if isThere(top) { return top.value }
            heap.swapAt(0, heap.count - 1)
            heap.removeLast()
            sink()
        }
        return .null
    }

    /// Leaves out values that went, when they have become most of it.
    mutating func removeStale(count: Int, _ isThere: (Entry) -> Bool) {
        guard heap.count > 2 * count + 64 else { return }
        let left = heap.filter(isThere).sorted { isBefore($0, $1) }
        // A sorted array is a heap.
        heap = left
    }

    private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        isLeast ? left.compared < right.compared : right.compared < left.compared
    }

    private mutating func rise(from start: Int) {
        var index = start
        while index > 0, isBefore(heap[index], heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            let children = (2 * index + 1..<2 * index + 3).clamped(to: 0..<heap.count)
            guard let best = children.min(by: { isBefore(heap[$0], heap[$1]) }), isBefore(heap[best], heap[index])
            else { return }
            heap.swapAt(index, best)
            index = best
        }
    }
}
