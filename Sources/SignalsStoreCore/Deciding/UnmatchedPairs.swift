/// The rows of which a save writes only one end of a one-to-one: after `undo()`, or if a parent and its child each
/// changed one end. In the store both ends have to agree.
struct UnmatchedPairs {
    /// The values that the save gives the ends that it writes, by the rows' numbers.
    private var written: [Int64: (entity: EntitySchema, values: [Int: StoredValue])] = [:]
    private let deleted: Set<Int64>
    private let rules: ReferentialRules

    init(_ changeSet: ChangeSet, _ rules: ReferentialRules, deleted: Set<Int64>) {
        self.rules = rules
        self.deleted = deleted
        for update in changeSet.updates {
            for pair in rules.pairs[update.entity.name] ?? [] {
                guard let edit = update.edits.first(where: { $0.index == pair.reference.column }) else { continue }
                note(edit.value, pair.reference.column, update.number, update.entity)
            }
        }
        for page in changeSet.insertions {
            guard let pairs = rules.pairs[page.entity.name] else { continue }
            for row in page {
                for pair in pairs {
                    note(row.value(at: pair.reference.column), pair.reference.column, row.number, page.entity)
                }
            }
        }
    }

    private mutating func note(_ value: StoredValue, _ column: Int, _ row: Int64, _ entity: EntitySchema) {
        written[row, default: (entity, [:])].values[column] = value
    }

    /// The rows, in the order of the save.
    func rows(of changeSet: ChangeSet) -> [(number: Int64, entity: EntitySchema)] {
        if written.isEmpty { return [] }
        var found: [(Int64, EntitySchema)] = []
        for update in changeSet.updates {
            let isUnmatched = (rules.pairs[update.entity.name] ?? []).contains { pair in
                update.edits.first { $0.index == pair.reference.column }.map { edit in
                    !leadsBack(edit.value, pair, to: update.number) || !isLeft(edit.base, pair, by: update.number, edit)
                } ?? false
            }
            if isUnmatched { found.append((update.number, update.entity)) }
        }
        for page in changeSet.insertions {
            guard let pairs = rules.pairs[page.entity.name] else { continue }
            for row in page
            where !pairs.allSatisfy({ leadsBack(row.value(at: $0.reference.column), $0, to: row.number) }) {
                found.append((row.number, page.entity))
            }
        }
        return found
    }

    /// True if what an end refers to refers to that row too, by the same save.
    private func leadsBack(_ value: StoredValue, _ pair: ReferentialRules.Pair, to row: Int64) -> Bool {
        guard case .integer(let target) = value else { return true }
        return end(of: target, pair) == .integer(row)
    }

    /// True if what an end referred to before refers to something else, by the same save, or is deleted.
    private func isLeft(
        _ base: StoredValue, _ pair: ReferentialRules.Pair, by row: Int64, _ edit: ChangeSet.Edit
    ) -> Bool {
        guard case .integer(let former) = base, base != edit.value, !deleted.contains(former) else { return true }
        return end(of: former, pair).map { $0 != .integer(row) } ?? false
    }

    /// The value that the save gives the end of a row; nil where it does not write that.
    private func end(of row: Int64, _ pair: ReferentialRules.Pair) -> StoredValue? {
        guard let other = written[row],
            let inverse = pair.inverses.first(where: { $0.holder.name == other.entity.name })
        else { return nil }
        return other.values[inverse.column]
    }
}
