/// The pending objects of one class, by the values of the attributes that were asked about.
struct PendingClass {
    /// An attribute's column, with the numbers of the objects that have a value; under nil, of those whose value has no
    /// stored form. An object may be listed under values that it had before.
    private struct Column {
        let index: Int
        var numbers: [ComparedValue?: ContiguousArray<Int64>] = [:]

        mutating func enter(_ object: ManagedObject) {
            let attribute = object.entity.attributes[index]
            let value = try? attribute.storedValue(in: object)
            numbers[value.map { ComparedValue($0, as: attribute.type) }, default: []].append(object.number)
            // Makes the next assignment be noticed.
            attribute.setChanged(false, in: object)
        }
    }

    var numbers: Set<Int64> = []
    private var columns: [Column] = []
    private var entries = 0

    /// True if most of what is kept are values that objects had before.
    var isCrowded: Bool { entries > 1024 + 4 * numbers.count * columns.count }

    mutating func enter(_ object: ManagedObject) {
        for index in columns.indices { columns[index].enter(object) }
        entries += columns.count
    }

    mutating func forgetValues() {
        columns = columns.map { Column(index: $0.index) }
        entries = 0
    }

    /// The numbers of the objects that a selection leaves, and maybe of others.
    mutating func numbers(
        _ selection: RowSelection, _ entity: EntityDescription, _ table: IdentityTable
    ) -> [Int64] {
        addColumns(for: selection, entity, table)
        var found: [Int64] = []
        if size(of: selection, entity) == nil { return Array(numbers) }
        collect(selection, entity, &found)
        return found
    }

    private mutating func addColumns(
        for selection: RowSelection, _ entity: EntityDescription, _ table: IdentityTable
    ) {
        switch selection {
        case .values(_, let index):
            guard entity.keepsComparedValues(in: index), !columns.contains(where: { $0.index == index }) else { return }
            var column = Column(index: index)
            for number in numbers {
                guard let object = table[number], object.isEntered else { continue }
                column.enter(object)
                entries += 1
            }
            columns.append(column)
        case .both(let left, let right), .either(let left, let right):
            addColumns(for: left, entity, table)
            addColumns(for: right, entity, table)
        case .all, .numbers, .less, .greater: return
        }
    }

    /// Returns the number of objects that a selection leaves at most; nil for all.
    private func size(of selection: RowSelection, _ entity: EntityDescription) -> Int? {
        switch selection {
        case .all, .less, .greater: return nil
        case .numbers(let numbers): return numbers.count
        case .values(let values, let index):
            return lists(of: values, index, entity)?.reduce(0) { $0 + $1.count }
        case .both(let left, let right):
            let sizes = [size(of: left, entity), size(of: right, entity)].compactMap { $0 }
            return sizes.min()
        case .either(let left, let right):
            guard let left = size(of: left, entity), let right = size(of: right, entity) else { return nil }
            return left + right
        }
    }

    /// Adds the numbers that a selection leaves which does not leave all.
    private func collect(_ selection: RowSelection, _ entity: EntityDescription, _ found: inout [Int64]) {
        switch selection {
        case .all, .less, .greater: return
        case .numbers(let numbers): found += numbers
        case .values(let values, let index):
            for list in lists(of: values, index, entity) ?? [] { found += list }
        case .both(let left, let right):
            let (first, second) = (size(of: left, entity), size(of: right, entity))
            let isFirst = second == nil || (first ?? .max) <= (second ?? .max)
            collect(isFirst ? left : right, entity, &found)
        case .either(let left, let right):
            collect(left, entity, &found)
            collect(right, entity, &found)
        }
    }

    private func lists(
        of values: Set<StoredValue>, _ index: Int, _ entity: EntityDescription
    ) -> [ContiguousArray<Int64>]? {
        guard let column = columns.first(where: { $0.index == index }) else { return nil }
        let type = entity.attributes[index].type
        let keys = Set(values.map { ComparedValue($0, as: type) })
        return keys.compactMap { column.numbers[$0] } + [column.numbers[nil]].compactMap { $0 }
    }
}

extension EntityDescription {
    /// True if a column is of an attribute whose values are equal if what the store keeps of them is.
    fileprivate func keepsComparedValues(in column: Int) -> Bool {
        guard column < attributes.count else { return false }
        return attributes[column].type != .codable && attributes[column].type != .reference
    }
}
