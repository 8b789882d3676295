// The changes that a child cannot save through a context, because of pending changes there that are not saved with
// them.
extension Passage {
    /// Makes sure that no deletion takes with it what the context has moved away from what is deleted, and not saved: in the
    /// store that is a member still.
    func requireMembersSaved(_ context: ManagedObjectContext) throws(SaveError) {
        if deleted.isEmpty { return }
        let leaving = Set(deleted.lazy.map(\.number))
        let moved = edited.reduce(into: [:]) { $0[$1.0.number] = Set($1.1.map(\.index)) }
        for member in context.objects.pending where member.status == .updated && !leaving.contains(member.number) {
            for reference in member.entity.references where reference.inverse?.deleteRule == .cascade {
                guard let column = reference.column, case .integer(let owner)? = member.edits?.base[column],
                    leaving.contains(owner), reference.state(in: member).pointee.reference != owner,
                    moved[member.number]?.contains(column) != true
                else { continue }
                throw Self.unsaved(member)
            }
        }
        for object in deleted {
            for relationship in object.entity.relationships where relationship.deleteRule == .cascade {
                guard case .links = relationship.storage,
                    let removed = relationship.state(in: object).pointee.edits?.removed.values,
                    let member = removed.first(where: { $0.status != .deleted && !leaving.contains($0.number) })
                else { continue }
                throw Self.unsaved(member)
            }
        }
    }

    /// Makes sure that no new object becomes one with a stored one that the context is to delete.
    func requireNoJoin(_ context: ManagedObjectContext) throws(SaveError) {
        guard let joining = changeSet.joining else { return }
        var doomed: [UniqueValues: ManagedObject] = [:]
        for object in context.objects.pending where object.status == .deleted {
            guard joining.defaults[object.entity.name] != nil else { continue }
            let base = try context.baseValues(of: object)
            for values in UniqueValues.all(of: context.schema(of: object), { base[$0] }) { doomed[values] = object }
        }
        if doomed.isEmpty { return }
        for page in changeSet.insertions where joining.defaults[page.entity.name] != nil {
            for row in page where changeSet.mergePolicy != .error || joining.found.contains(row.number) {
                for values in UniqueValues.all(of: page.entity, { row.value(at: $0) }) {
                    if let object = doomed[values] { throw Self.unsaved(object) }
                }
            }
        }
    }

    static func unsaved(_ object: ManagedObject) -> SaveError {
        SaveError(.unsavedInParent, entityName: object.entity.name, objectIDs: [object.anyObjectID])
    }
}

/// Values of attributes that no two objects of a class may have alike.
private struct UniqueValues: Hashable {
    let entityName: String
    let columns: [Int]
    let values: [StoredValue]

    static func all(of entity: EntitySchema, _ value: (Int) -> StoredValue) -> [UniqueValues] {
        entity.uniqueAttributes.compactMap { attributes in
            let columns = attributes.compactMap { entity.column($0.name) }
            let values = columns.map(value)
            if values.contains(where: \.isNull) { return nil }
            return UniqueValues(entityName: entity.name, columns: columns, values: values)
        }
    }
}
