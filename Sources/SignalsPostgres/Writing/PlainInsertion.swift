import SignalsSQL
import SignalsStoreCore

/// A group of saves that only insert rows, so that nothing has to be read first: the server refuses them if a unique
/// value is taken, or a row that they refer to does not exist. Then each save is decided by itself.
struct PlainInsertion {
    /// The rows, by the names of their entities.
    private(set) var pages: [String: [RowPage]] = [:]
    /// The commit notice of all of them.
    private(set) var notice = CommitNotice()
    private(set) var count = 0
    /// The rows that have to exist, by the names of the entities that they can be of.
    private var required: [[String]: Set<Int64>] = [:]

    /// - Returns: nil where a save does anything else.
    init?(_ changeSets: [ChangeSet], _ rules: ReferentialRules) {
        for changeSet in changeSets {
            guard changeSet.onlyInserts, changeSet.joining == nil else { return nil }
            for page in changeSet.insertions {
                guard !page.bringsBackRows, !rules.sharesUniqueValues(page.entity) else { return nil }
                pages[page.entity.name, default: []].append(page)
                count += page.count
            }
            notice.add(changeSet, CommitOutcome())
        }
        if count == 0 { return nil }
        for (name, pages) in pages { for reference in rules.references[name] ?? [] { require(reference, of: pages) } }
    }

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

    /// The row and the name of its entity, if it is one row.
    var onlyRow: (entityName: String, row: StoredRow)? {
        guard count == 1 else { return nil }
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
