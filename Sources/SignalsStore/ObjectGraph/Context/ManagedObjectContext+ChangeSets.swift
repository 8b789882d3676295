// The change set of a save.
extension ManagedObjectContext {
    /// Returns what is pending here, to be saved.
    ///
    /// - Throws: `SaveError` for a value that does not encode.
    func makeChangeSet() throws(SaveError) -> ChangeSet {
        var changeSet = ChangeSet()
        let policy: MergePolicy?
        (changeSet.contextName, policy) = core.withLock { ($0.name, $0.settings.mergePolicy) }
        changeSet.mergePolicy = policy ?? inheritedMergePolicy
        let pending = registry.pendingInOrder
        var insertions = InsertionPages(coordinator, expecting: pending.count)
        changeSet.deletions.reserveCapacity(pending.count { $0.status == .deleted })
        for object in pending {
            switch object.status {
            case .inserted: try insertions.append(object)
            case .updated:
                if let update = try update(object, changeSet.mergePolicy) { changeSet.updates.append(update) }
            case .deleted: changeSet.deletions.append(try deletion(object))
            case .clean, .gone, .loading: break
            }
        }
        if !cascadedRows.isEmpty { cascadedRows.add(to: &changeSet.deletions) { coordinator.schema(of: $0) } }
        changeSet.insertions = insertions.finish()
        if !changeSet.insertions.isEmpty {
            changeSet.joining = joining(
                of: changeSet.insertions, changeSet.mergePolicy, found: self.insertions.foundMissing)
        }
        try RelationshipChanges(pending, areListsOld: mayHaveOldLinks, relationships.causes).add(to: &changeSet)
        if entities.contains(where: \.requiresMembers) { try RequiredMembers.check(changeSet, pending, in: self) }
        return changeSet
    }

    func schema(of object: ManagedObject) -> EntitySchema { coordinator.schema(of: object.entity) }

    /// Returns what was edited and is not as before; nil when all is as it was.
    private func update(_ object: ManagedObject, _ policy: MergePolicy) throws(SaveError) -> ChangeSet.Update? {
        let madeLinks = object.entity.hasMoreThanColumns && object.madeLinks
        let hasLinkChanges = madeLinks || object.entity.hasMoreThanColumns && object.madeOrders
        guard let edits = object.edits ?? (hasLinkChanges ? ObjectEdits(baseVersion: object.version) : nil) else {
            return nil
        }
        var changes: [ChangeSet.Edit] = []
        let columns = edits.base.filter {
            $0.key < object.entity.attributes.count && !edits.implied.contains($0.key)
        }
        for (index, base) in columns.sorted(by: { $0.key < $1.key }) {
            let value = try encoded(object.entity.attributes[index], of: object)
            if value != base, !isPositionInNoList(index, of: object) {
                changes.append(ChangeSet.Edit(index: index, base: base, value: value))
            }
        }
        if object.entity.hasReferences { changes += try keptPositions(of: object, in: changes) }
        guard !changes.isEmpty || hasLinkChanges, !object.isUnloaded else { return nil }
        return ChangeSet.Update(
            entity: schema(of: object), number: object.number, baseVersion: edits.baseVersion, edits: changes,
            makesLinks: madeLinks, allValues: policy.needsAllValues ? try values(of: object) : [],
            owners: object.entity.hasPositions ? try owners(of: object, orderedBy: changes) : [:])
    }

    /// Returns the owners of the lists whose order changed positions are of.
    private func owners(
        of object: ManagedObject, orderedBy changes: [ChangeSet.Edit]
    ) throws(SaveError) -> [Int: StoredValue] {
        var owners: [Int: StoredValue] = [:]
        for reference in object.entity.references {
            guard let column = reference.column, changes.contains(where: { $0.index == reference.positionColumn })
            else { continue }
            owners[column] = try encoded(object.entity.attributes[column], of: object)
        }
        return owners
    }

    /// The positions in other lists that happen to be those of before. Others may have given the object another one in its
    /// former list.
    private func keptPositions(
        of object: ManagedObject, in changes: [ChangeSet.Edit]
    ) throws(SaveError) -> [ChangeSet.Edit] {
        var kept: [ChangeSet.Edit] = []
        for reference in object.entity.references {
            guard let column = reference.column, let positionColumn = reference.positionColumn,
                changes.contains(where: { $0.index == column && $0.value != .null }),
                !changes.contains(where: { $0.index == positionColumn })
            else { continue }
            let value = try encoded(object.entity.attributes[positionColumn], of: object)
            kept.append(ChangeSet.Edit(index: positionColumn, base: value, value: value))
        }
        return kept
    }

    /// Gives an object the positions again that it was read with in lists that it is in no more: others were not saved.
    func takeBackPositions(of object: ManagedObject) {
        for (column, value) in object.edits?.base ?? [:] where isPositionInNoList(column, of: object) {
            object.assignStored(value, at: column)
        }
    }

    /// True if a column keeps the position of an object in a list that it is in no more.
    private func isPositionInNoList(_ column: Int, of object: ManagedObject) -> Bool {
        object.entity.references.contains {
            $0.positionColumn == column && $0.state(in: object).pointee.reference == 0
        }
    }

    func deletion(_ object: ManagedObject) throws(SaveError) -> ChangeSet.Deletion {
        ChangeSet.Deletion(
            entity: schema(of: object), number: object.number,
            baseVersion: object.edits?.baseVersion ?? object.version,
            base: object.isUnloaded ? nil : try baseValues(of: object), causes: relationships.causes[object.number],
            references: try editedReferences(of: object))
    }

    /// Returns the targets of a deleted object's cascade and deny references that the program edited.
    private func editedReferences(of object: ManagedObject) throws(SaveError) -> [Int: StoredValue] {
        guard let edits = object.edits else { return [:] }
        var references: [Int: StoredValue] = [:]
        for relationship in object.entity.references
        where relationship.deleteRule == .deny || relationship.deleteRule == .cascade {
            // Nor did the program what the deletion of the other end implied, which a policy may give up.
            guard let column = relationship.column, let base = edits.base[column], !edits.implied.contains(column)
            else { continue }
            // A target that its own rule deleted is not referred to any more.
            if case .integer(let target) = base, relationships.causes[target].contains(object.number) { continue }
            // Its rule deletes what it was given here, and leaves nil: what others gave it meanwhile is not its value.
            if let released = edits.released[column] {
                references[column] = .integer(released)
            } else {
                references[column] = try encoded(object.entity.attributes[column], of: object)
            }
        }
        return references
    }

    /// The values of all columns.
    func values(of object: ManagedObject) throws(SaveError) -> [StoredValue] {
        try values(of: object, with: [:])
    }

    /// The values of all columns as they were read.
    func baseValues(of object: ManagedObject) throws(SaveError) -> [StoredValue] {
        try values(of: object, with: object.edits?.base ?? [:])
    }

    /// The values of all columns, of which some are given.
    private func values(
        of object: ManagedObject, with given: [Int: StoredValue]
    ) throws(SaveError) -> [StoredValue] {
        let entity = object.entity
        let forms = entity.hasEncodedColumns ? object.forms : [:]
        let isAsStored = given.isEmpty && forms.isEmpty
        var values: [StoredValue] = []
        values.reserveCapacity(entity.slots.count)
        // By the slots, where they are: a description is larger, and would be copied.
        try entity.slots.withUnsafeBufferPointer { slots throws(SaveError) in
            for index in slots.indices {
                if !isAsStored, let value = given[index] ?? forms[index] {
                    values.append(value)
                    continue
                }
                do { values.append(try slots[index].codec.stored(slots[index].address(in: object))) } catch {
                    throw unencodable(entity.attributes[index], of: object, error)
                }
            }
        }
        return values
    }

    private func encoded(_ attribute: AttributeDescription, of object: ManagedObject) throws(SaveError) -> StoredValue {
        do { return try attribute.storedValue(in: object) } catch { throw unencodable(attribute, of: object, error) }
    }

    private func unencodable(
        _ attribute: AttributeDescription, of object: ManagedObject, _ error: any Error
    ) -> SaveError {
        SaveError(
            .unencodable(reason: "\(error)"), entityName: object.entity.name, attributeName: attribute.name,
            objectIDs: [object.anyObjectID])
    }
}
