/// The writer that makes both sides of a one-to-one refer to each other after a conflict: each of the two rows has a
/// column, for which the merge policy decides separately.
struct PairWriter<Rows: WritableRows> {
    private let rows: Rows
    private let rules: ReferentialRules
    private(set) var outcome: CommitOutcome.Details

    init(_ rows: Rows, _ rules: ReferentialRules, _ outcome: CommitOutcome.Details) {
        self.rows = rows
        self.rules = rules
        self.outcome = outcome
    }

    /// The treatment of a target that names another row than the one that names it.
    enum Resolution {
        case take, giveUp, fail
    }

    /// Makes the partners in a row's one-to-ones agree with it, as it names them now.
    mutating func enforceOneToOnes(of row: Int64, _ entity: EntitySchema, ifTaken resolution: Resolution) throws {
        for reference in rules.references[entity.name] ?? [] {
            let inverses = rules.inverses(of: reference)
            guard let inverse = inverses.first, let stored = try rows.row(row, entity) else { continue }
            let partner = stored.values[reference.column]
            try clear(inverses, to: row, but: partner)
            guard case .integer(let number) = partner, let other = try find(number, inverses, inverse),
                let named = try rows.row(number, other.holder)?.values, named[other.column] != .integer(row)
            else { continue }
            switch resolution {
            case .giveUp: try write(.null, reference, row)
            case .fail where !named[other.column].isNull:
                let edit = ChangeSet.Edit(index: other.column, base: .null, value: .integer(row))
                throw SaveError.conflict(edit, other.holder, rows.id(number, other.holder), stored: named)
            case .take, .fail:
                try clear(rules.inverses(of: other), to: number, but: .integer(row))
                try write(.integer(row), other, number)
            }
        }
    }

    /// Ends the references to a row by one-to-ones from all rows but its partners.
    mutating func clearOthers(of row: Int64, _ entity: EntitySchema) throws {
        guard let stored = try rows.row(row, entity) else { return }
        for reference in rules.references[entity.name] ?? [] {
            try clear(rules.inverses(of: reference), to: row, but: stored.values[reference.column])
        }
    }

    private func find(
        _ number: Int64, _ inverses: [ReferentialRules.Reference], _ only: ReferentialRules.Reference
    ) throws -> ReferentialRules.Reference? {
        try inverses.count == 1 ? only : inverses.first { try rows.exists(number, $0.holder) }
    }

    private mutating func clear(
        _ references: [ReferentialRules.Reference], to target: Int64, but kept: StoredValue
    ) throws {
        for reference in references {
            for row in try rows.referring(reference, to: target, limit: nil) where kept != .integer(row) {
                try write(.null, reference, row)
            }
        }
    }

    private mutating func write(_ value: StoredValue, _ reference: ReferentialRules.Reference, _ row: Int64) throws {
        guard var stored = try rows.row(row, reference.holder) else { return }
        if value.isNull, reference.isRequired {
            throw SaveError(
                .relationshipMissing, entityName: reference.holder.name, attributeName: reference.name,
                objectIDs: [rows.id(row, reference.holder)])
        }
        let edit = ChangeSet.Edit(index: reference.column, base: stored.values[reference.column], value: value)
        _ = try rows.write([edit], to: row, reference.holder, over: stored.version)
        stored.values[reference.column] = value
        outcome.versions[row] = stored.version + 1
        outcome.merged[row] = stored.values
        outcome.consequences.noteUpdates(
            of: CollectionOfOne(row), reference.holder.name, columns: CollectionOfOne(reference.column))
    }
}
