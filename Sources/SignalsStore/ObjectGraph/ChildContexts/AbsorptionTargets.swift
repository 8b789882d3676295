/// The targets of the references of a child's changes in its parent, which must have it.
struct AbsorptionTargets {
    /// The references of new rows that are not taken over, since what they referred to is gone, by the rows' numbers.
    private(set) var emptied: [Int64: Set<Int>] = [:]
    private let parent: ManagedObjectContext
    private let policy: MergePolicy
    private let coming: Set<Int64>
    private var present: Set<Int64> = []
    private var asked: Set<Int64> = []

    init(_ parent: ManagedObjectContext, _ policy: MergePolicy, coming: Set<Int64>) {
        self.parent = parent
        self.policy = policy
        self.coming = coming
    }

    /// The edits of an object without references to what the parent has not got.
    mutating func resolve(_ edits: [ChangeSet.Edit], of object: ManagedObject) throws(SaveError) -> [ChangeSet.Edit] {
        var resolved = edits
        for reference in object.entity.references {
            guard let index = resolved.firstIndex(where: { $0.index == reference.column }) else { continue }
            let (edit, isThere) = (resolved[index], try isThere(resolved[index].value, reference))
            if isThere || edit.value == .integer(reference.state(in: object).pointee.reference) { continue }
            try require(reference, edit.value, object.anyObjectID)
            // Nor has it a position in a list there.
            defer { resolved.removeAll { $0.index == reference.positionColumn } }
            if case .keep = policy.resolutionOfDeletion {
                resolved.remove(at: index)
            } else {
                // A reference that the child did not edit and that is nil here was changed by the parent.
                let isNilHere = reference.state(in: object).pointee.reference == 0
                if edit.base != edit.value || !isNilHere { try requireOptional(reference, object.anyObjectID) }
                resolved[index] = ChangeSet.Edit(index: edit.index, base: edit.base, value: .null)
            }
        }
        return resolved
    }

    /// Notes which references of a new row refer to what the parent has not got.
    mutating func resolve(
        _ number: Int64, _ entity: EntityDescription, _ value: (Int) -> StoredValue
    ) throws(SaveError) {
        for reference in entity.references {
            guard let column = reference.column, try !isThere(value(column), reference) else { continue }
            let id = parent.objectID(number, parent.coordinator.schema(of: entity))
            try require(reference, value(column), id)
            try requireOptional(reference, id)
            emptied[number, default: []].insert(column)
        }
    }

    private mutating func isThere(
        _ value: StoredValue, _ reference: RelationshipDescription
    ) throws(SaveError) -> Bool {
        guard case .integer(let number) = value, !coming.contains(number) else { return true }
        if asked.insert(number).inserted {
            do {
                if try !parent.liveObjects([number], in: reference.target).isEmpty { present.insert(number) }
            } catch { throw SaveError(reading: error, entityName: reference.target.name) }
        }
        return present.contains(number)
    }

    private func require(
        _ reference: RelationshipDescription, _ value: StoredValue, _ holder: AnyManagedObjectID
    ) throws(SaveError) {
        guard policy == .error, case .integer(let number) = value else { return }
        let target = AnyManagedObjectID(
            entityName: reference.target.name, store: parent.confinement.store, number: number)
        throw SaveError(
            .relatedObjectDeleted(target), entityName: holder.entityName, attributeName: reference.name,
            objectIDs: [holder])
    }

    private func requireOptional(
        _ reference: RelationshipDescription, _ holder: AnyManagedObjectID
    ) throws(SaveError) {
        guard reference.isRequired else { return }
        throw SaveError(
            .relationshipMissing, entityName: holder.entityName, attributeName: reference.name, objectIDs: [holder])
    }
}
