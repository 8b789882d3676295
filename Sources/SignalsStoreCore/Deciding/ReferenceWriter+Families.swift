// Unique values within a class and its subclasses.
extension ReferenceWriter {
    func requireUniqueInFamily(_ changeSet: ChangeSet) throws {
        for page in changeSet.insertions {
            for relative in rules.relatives[page.entity.name] ?? [] {
                for row in page { try require(row.values, of: row.number, page.entity, relative) }
            }
        }
        for update in changeSet.updates where !discarded.contains(update.number) {
            // A row that was stored again, or written over one that others changed, has more new values than the edits.
            let isWhole = restored.contains(update.number) || overwritten[update.number] != nil
            let columns = isWhole ? Set(update.entity.attributes.indices) : Set(update.edits.map(\.index))
            try requireUnique(update.number, update.entity, changing: columns)
        }
        for (batchChange, numbers) in zip(changeSet.batchChanges, outcome.foundInBatches) {
            guard case .update(let assignments) = batchChange.action else { continue }
            let columns = Set(assignments.map(\.index))
            for number in numbers { try requireUnique(number, batchChange.query.entity, changing: columns) }
        }
    }

    /// Makes sure that a row shares no values with one of its family that no two rows have.
    private func requireUnique(_ row: Int64, _ entity: EntitySchema, changing columns: Set<Int>) throws {
        let concerned = (rules.relatives[entity.name] ?? []).filter { relative in
            relative.attributes.contains { entity.column($0.name).map(columns.contains) ?? false }
        }
        guard !concerned.isEmpty, let values = try rows.row(row, entity)?.values else { return }
        for relative in concerned { try require(values, of: row, entity, relative) }
    }

    private func require(
        _ row: [StoredValue], of number: Int64, _ entity: EntitySchema, _ relative: ReferentialRules.Relative
    ) throws {
        let attributes = relative.attributes
        let values = attributes.compactMap { entity.column($0.name) }.map { row[$0] }
        guard values.count == attributes.count, !values.contains(where: \.isNull) else { return }
        guard let other = try rows.owner(of: values, attributes, relative.entity) else { return }
        let taken = zip(values, attributes).map { $0.description(as: $1.type) }.joined(separator: ", ")
        throw SaveError(
            .valueTaken(taken: taken, by: rows.id(other, relative.entity)), entityName: entity.name,
            attributeName: attributes.map(\.name).joined(separator: ", "), objectIDs: [rows.id(number, entity)])
    }
}
