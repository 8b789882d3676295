import SignalsStoreCore

/// Converts the rows of an entity, and notes the obstacles.
struct RowMapping {
    let mapping: EntityMapping
    /// True if a stage written by hand handles the values that no rule converts.
    let hasStage: Bool
    /// The number of values that cannot be converted, and the first of them, by the index of the new column.
    private var refused: [Int: (count: Int, named: [String])] = [:]
    private let sources: [Int?]

    init(_ mapping: EntityMapping, hasStage: Bool) {
        self.mapping = mapping
        self.hasStage = hasStage
        sources = mapping.columns.map { column in column.old.flatMap { mapping.old.column($0.name) } }
    }

    mutating func map(_ row: StoredRow) -> StoredRow {
        let values = mapping.columns.indices.map { value(row, $0) }
        return StoredRow(number: row.number, version: row.version, values: values)
    }

    private mutating func value(_ row: StoredRow, _ column: Int) -> StoredValue {
        let attribute = mapping.new.attributes[column]
        let old = sources[column].map { row.values[$0] } ?? .null
        var value = old
        if case .converted(_, let conversion) = mapping.columns[column] {
            value = conversion.convert(old) ?? .null
            if value.isNull != old.isNull { refuse(row, column, old) }
        }
        guard value.isNull, !attribute.isOptional || sources[column] == nil else { return value }
        if mapping.columns[column].old?.isOptional == true, old.isNull { refuse(row, column, old) }
        return attribute.origin.defaultValue
    }

    private mutating func refuse(_ row: StoredRow, _ column: Int, _ value: StoredValue) {
        guard !hasStage, let old = mapping.columns[column].old else { return }
        refused[column, default: (0, [])].count += 1
        guard refused[column, default: (0, [])].named.count < MigrationObstacle.namedObjects else { return }
        refused[column]?.named.append("\(mapping.old.name)/\(row.number) has \(value.description(as: old.type))")
    }

    /// The obstacles, as lines for a person.
    var obstacles: [String] {
        refused.sorted { $0.key < $1.key }.map { column, found in
            let attribute = mapping.new.attributes[column]
            let attributeName = "\(mapping.new.name).\(attribute.name)"
            var change = "was optional and is required"
            if case .converted(let old, _) = mapping.columns[column] {
                change = "was \(old.type.rawValue) and is \(attribute.type.rawValue)"
            }
            return "\(attributeName) \(change): \(found.named.listed(of: found.count))"
        }
    }

    /// Converted values that the attribute's Swift type does not accept, such as a number that is not a case of an enum.
    func unaccepted(_ read: (([StoredRow]) -> Void) throws -> Void) rethrows -> [String] {
        let converted = mapping.columns.indices.filter { column in
            if case .converted = mapping.columns[column] { true } else { false }
        }
        if converted.isEmpty { return [] }
        var found: [Int: (count: Int, named: [String])] = [:]
        try read { rows in
            for row in rows {
                for column in converted where !mapping.new.attributes[column].origin.accepts(row.values[column]) {
                    let text = row.values[column].description(as: mapping.new.attributes[column].type)
                    found[column, default: (0, [])].count += 1
                    if found[column, default: (0, [])].named.count < MigrationObstacle.namedObjects {
                        found[column]?.named.append("\(mapping.new.name)/\(row.number) has \(text)")
                    }
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map { column, found in
            let attributeName = "\(mapping.new.name).\(mapping.new.attributes[column].name)"
            return "\(attributeName) has values that its type does not accept: \(found.named.listed(of: found.count))"
        }
    }
}
