// What a child cannot save through a context, since something is pending in that which is not saved with it.
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
        for object in context.objects.pending where object.status == .deleted {
            guard joining.defaults[object.entity.name] != nil else { continue }
            let base = try context.baseValues(of: object)
            for page in changeSet.insertions where page.entity.name == object.entity.name {
                for row in page where changeSet.mergePolicy != .error || joining.found.contains(row.number) {
                    guard Self.haveUniqueValuesInCommon(row, base, page.entity) else { continue }
                    throw .conflict(nil, page.entity, object.anyObjectID, stored: base)
                }
            }
        }
    }

    private static func haveUniqueValuesInCommon(
        _ row: RowPage.Row, _ stored: [StoredValue], _ entity: EntitySchema
    ) -> Bool {
        entity.uniqueAttributes.contains { attributes in
            attributes.compactMap { entity.column($0.name) }.allSatisfy { column in
                !stored[column].isNull && row.value(at: column) == stored[column]
            }
        }
    }

    static func unsaved(_ object: ManagedObject) -> SaveError {
        SaveError(.unsavedInParent, entityName: object.entity.name, objectIDs: [object.anyObjectID])
    }
}
