import SignalsStoreCore

/// The commits of others, with the rows that they inserted as these are now: later changes are in later commits. Rows that
/// concern no observer are left out.
struct ForeignRows {
    private let tables: PostgresTables
    private let records: [HistoryRecord]
    private let observers: ObserverKind

    init(_ tables: PostgresTables, _ records: [HistoryRecord], for observers: ObserverKind) {
        self.tables = tables
        self.records = records
        self.observers = observers
    }

    /// - Parameter read: reads the rows.
    /// - Throws: `FetchError`.
    func notices(_ read: ((ConnectionRows) throws -> [[StoredRow]]) throws -> [[StoredRow]]) throws -> [CommitNotice] {
        let entities = tables.entities.filter { entity in
            (observers == .liveQueries || entity.refersToOthers)
                && records.contains { $0.inserted?[entity.name] != nil }
        }
        let requests = entities.map { entity in
            let numbers = records.reduce(into: Set<Int64>()) { $0.formUnion($1.numbers(insertedInto: entity.name)) }
            return RowRequest(tables.catalog.table(entity), .numbers(numbers))
        }
        let found = requests.isEmpty ? [] : try read { try $0.rows(requests) }
        var rows: [String: [Int64: StoredRow]] = [:]
        for (entity, found) in zip(entities, found) {
            rows[entity.name] = Dictionary(uniqueKeysWithValues: found.map { ($0.number, $0) })
        }
        return records.map { notice($0, entities, rows) }
    }

    private func notice(
        _ record: HistoryRecord, _ entities: [EntitySchema], _ rows: [String: [Int64: StoredRow]]
    ) -> CommitNotice {
        var notice = CommitNotice()
        for entity in entities {
            let numbers = record.numbers(insertedInto: entity.name).sorted()
            let present = numbers.compactMap { rows[entity.name]?[$0] }
            if !present.isEmpty { notice.inserted.append(RowPageBuilder.page(entity, present)) }
        }
        for (name, updated) in record.updated ?? [:] {
            notice.noteUpdates(
                of: updated.numbers, name, columns: updated.columns.isEmpty ? nil : updated.columns)
        }
        notice.deleted = (record.deleted ?? [:]).mapValues { RowNumbers($0) }
        notice.links = (record.links ?? []).map(\.change)
        notice.orders = (record.orders ?? []).map(\.order)
        return notice
    }
}
