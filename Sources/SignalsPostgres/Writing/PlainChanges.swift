import SignalsSQL
import SignalsStoreCore

/// A group of saves that insert rows, and give single rows other values, so that nothing has to be read first: the server
/// refuses them if a unique value is taken, a row that they refer to does not exist, or a row has another version than it
/// was read with. Then each save is decided by itself.
struct PlainChanges {
    /// The new rows, by the names of their entities.
    private(set) var pages: [String: [RowPage]] = [:]
    /// The updates of rows, each of another one.
    private(set) var updates: [UpdatedColumns: [ChangeSet.Update]] = [:]
    /// The outcome of each save.
    private(set) var outcomes: [CommitOutcome] = []
    /// The commit notice of all of them.
    private(set) var notice = CommitNotice()
    /// The number of new rows.
    private(set) var insertionCount = 0
    private var updated: Set<Int64> = []
    /// The rows that have to exist, by the names of the entities that they can be of.
    private var required: [[String]: Set<Int64>] = [:]

    /// The greatest number of statements for updates. Where objects have changes in columns of their own each, one
    /// statement writes all columns, which has to know the rows.
    private static let mostUpdates = 8

    /// Columns of an entity that are written together.
    struct UpdatedColumns: Hashable {
        let entityName: String
        let columns: [Int]
    }

    /// - Returns: nil where a save does anything else.
    init?(_ changeSets: [ChangeSet], _ rules: ReferentialRules) {
        for changeSet in changeSets {
            guard changeSet.onlyWritesRows, changeSet.joining == nil else { return nil }
            for page in changeSet.insertions {
                guard !page.bringsBackRows, !rules.sharesUniqueValues(page.entity) else { return nil }
                pages[page.entity.name, default: []].append(page)
                insertionCount += page.count
            }
            for update in changeSet.updates {
                guard update.isPlain(rules), updated.insert(update.number).inserted else { return nil }
                let columns = UpdatedColumns(entityName: update.entity.name, columns: update.edits.map(\.index))
                updates[columns, default: []].append(update)
            }
            let outcome = CommitOutcome(of: changeSet.updates)
            notice.add(changeSet, outcome)
            outcomes.append(outcome)
        }
        guard count > 0, updates.count <= Self.mostUpdates else { return nil }
        for (name, pages) in pages { for reference in rules.references[name] ?? [] { require(reference, of: pages) } }
    }

    /// The number of rows that are written.
    var count: Int { insertionCount + updated.count }

    private mutating func require(_ reference: ReferentialRules.Reference, of pages: [RowPage]) {
        let names = reference.targets.map(\.name)
        var numbers: Set<Int64> = []
        for page in pages {
            for row in 0..<page.count where page.cell(row, reference.column).kind == .integer {
                numbers.insert(page.cell(row, reference.column).bits)
            }
        }
        for page in names.flatMap({ self.pages[$0] ?? [] }) where !numbers.isEmpty { numbers.subtract(page.numbers) }
        if !numbers.isEmpty { required[names, default: []].formUnion(numbers) }
    }

    /// The new row and the name of its entity, if one row is written.
    var onlyRow: (entityName: String, row: StoredRow)? {
        guard insertionCount == 1, updates.isEmpty else { return nil }
        for (name, pages) in pages { for row in pages.joined() { return (name, row.stored) } }
        return nil
    }

    /// Returns the statements that fail if a row that is referred to does not exist.
    func guards(_ tables: PostgresTables) -> [Statement] {
        required.map { names, numbers in
            var parameters = Parameters()
            let list = parameters.add(numbers: numbers)
            let counts = names.compactMap { tables[entity: $0] }.map { table in
                "(SELECT count(*) FROM \(table.name) WHERE \(QueryGenerator.numberColumn) = ANY(\(list)))"
            }
            let count = parameters.add(Int64(numbers.count))
            return Statement(
                "SELECT 1 / CASE WHEN \(counts.joined(separator: " + ")) = \(count) THEN 1 ELSE 0 END", parameters)
        }
    }
}

extension ChangeSet.Update {
    /// True if it changes nothing that other rows depend on.
    fileprivate func isPlain(_ rules: ReferentialRules) -> Bool {
        if edits.isEmpty || makesLinks || !owners.isEmpty { return false }
        let references = rules.references[entity.name] ?? []
        return edits.allSatisfy { edit in
            !entity.attributes[edit.index].isUnique && !entity.uniqueColumns.contains { $0.contains(edit.index) }
                && !entity.isPosition(edit.index) && !references.contains { $0.column == edit.index }
                && !KeptTexts.keeps(edit.value)
        }
    }
}

extension CommitOutcome {
    /// The outcome of updates over the versions that rows were read with.
    fileprivate init(of updates: [ChangeSet.Update]) {
        var details = Details()
        for update in updates { details.versions[update.number] = update.baseVersion + 1 }
        self.init(details)
    }
}
