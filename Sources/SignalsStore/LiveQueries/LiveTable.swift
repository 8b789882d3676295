/// The rows of a published table, in the order of their keys.
struct LiveTable<Element: Sendable>: Sendable {
    private var keys: [[ComparedValue]] = []
    private var rows: [[StoredValue]] = []
    private var elements: [Element] = []
    private var isNew = true

    /// Takes over all rows, which are in order; nil when they are as before.
    mutating func replaceAll(
        _ new: [(key: [ComparedValue], row: [StoredValue])], _ decode: ([StoredValue]) throws -> Element
    ) throws -> [Element]? {
        let values = new.map(\.row)
        if !isNew, values.elementsEqual(rows, by: Self.areEqual) { return nil }
        isNew = false
        elements = try values.map(decode)
        (keys, rows) = (new.map(\.key), values)
        return elements
    }

    /// Takes over some rows, or with nil that there is none with a key; nil when all are as before.
    mutating func replace(
        _ changes: [(key: [ComparedValue], row: [StoredValue]?)], _ decode: ([StoredValue]) throws -> Element
    ) throws -> [Element]? {
        var hasChanged = false
        for (key, row) in changes where try replace(key, row, decode) { hasChanged = true }
        return hasChanged ? elements : nil
    }

    private mutating func replace(
        _ key: [ComparedValue], _ row: [StoredValue]?, _ decode: ([StoredValue]) throws -> Element
    ) throws -> Bool {
        let (index, isThere) = index(of: key)
        switch (isThere, row) {
        case (true, let row?):
            if Self.areEqual(rows[index], row) { return false }
            (rows[index], elements[index]) = (row, try decode(row))
        case (true, nil):
            keys.remove(at: index)
            rows.remove(at: index)
            elements.remove(at: index)
        case (false, let row?):
            elements.insert(try decode(row), at: index)
            keys.insert(key, at: index)
            rows.insert(row, at: index)
        case (false, nil): return false
        }
        return true
    }

    // In Swift: a text in another spelling, or a zero with another sign, is not put out again.
    private static func areEqual(_ left: [StoredValue], _ right: [StoredValue]) -> Bool {
        left.elementsEqual(right) { left, right in
            switch (left, right) {
            case (.text(let left), .text(let right)): left == right
            case (.real(let left), .real(let right)): left == right
            default: left == right
            }
        }
    }

    private func index(of key: [ComparedValue]) -> (index: Int, isThere: Bool) {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
        }
        return (low, low < keys.count && keys[low] == key)
    }
}
