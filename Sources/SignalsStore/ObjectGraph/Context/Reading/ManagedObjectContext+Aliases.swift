// Objects that a parent made one with stored ones when it saved.
extension ManagedObjectContext {
    /// Replaces the row IDs that objects of this context had in the parent by those of the stored objects.
    func takeOverAliases() {
        let aliases = confinement.store.aliases
        guard case .parent = source, insertions.noteAliases(aliases.count) else { return }
        // Looked up by the objects of this context: the table may have a million others.
        let joined = aliases.table.owner
        var stale: [ManagedObject] = []
        var lost: Set<ObjectIdentifier> = []
        var left: [AliasChanges] = []
        for object in objects.all {
            guard let owner = joined(object.number) else { continue }
            if let known = objects[owner] {
                left.append(AliasChanges(of: object, to: known, joined))
                leave(object, to: known)
                lost.insert(ObjectIdentifier(object))
            } else {
                renumber(object, owner)
                forgetMembers(of: object)
                stale.append(object)
            }
        }
        for object in objects.all {
            object.edits?.renumber(joined, of: object.entity)
            for relationship in object.entity.relationships where !relationship.isToOne {
                relationship.state(in: object).pointee.edits?.renumber(joined)
                if !lost.isEmpty { relationship.state(in: object).pointee.edits?.renewAdded { objects[$0] } }
            }
            redirect(object, joined, lost)
        }
        relationships.renumber(joined)
        readAnew(stale)
        // No step takes them back: their steps were of objects that are gone.
        history.suspend()
        defer { history.resume() }
        for changes in left { make(changes) }
    }

    /// Makes the changes of an object that is another one from now on, where that is not changed itself.
    private func make(_ changes: AliasChanges) {
        let object = changes.object
        if object.status == .deleted { return }
        if changes.isDeleted { return remove(object) }
        if changes.values.isEmpty, changes.members.isEmpty { return }
        // Of a row that is gone the next save reports that.
        try? load(object)
        for (index, value) in changes.values where object.edits?.base[index] == nil {
            write(value, at: index, of: object)
        }
        for (relationship, known) in changes.members {
            var edits = known
            edits.renewAdded { objects[$0] }
            object.relationshipWillChange(relationship)
            relationship.forgetMembers(of: object)
            relationship.state(in: object).pointee.edit { $0.add(edits) }
        }
    }

    /// Has objects that became stored ones show these from the next access on: the values that they had are not any that
    /// the stored ones ever had. What is pending stays, over values that the next merge brings.
    private func readAnew(_ objects: [ManagedObject]) {
        markStale(objects.lazy.filter(\.status.isPending).map { ($0.number, $0.entity.name) })
        for object in objects where object.status == .clean {
            object.willChange?.send()
            turnIntoFault(object)
            didRefresh(object)
        }
    }

    private func renumber(_ object: ManagedObject, _ number: Int64) {
        objects.forget(object)
        object.number = number
        object.version = 0
        object.edits?.baseVersion = 0
        objects.add(object)
    }

    /// Lets go of an object whose row has another one here already.
    private func leave(_ object: ManagedObject, to known: ManagedObject) {
        object.willChange?.send()
        object.breakRelationships()
        objects.remove(object)
        object.number = known.number
        forgetMembers(of: known)
    }

    /// Makes the to-manys of an object that became one with another be read again: it has the members of both.
    private func forgetMembers(of object: ManagedObject) {
        for relationship in object.entity.relationships where !relationship.isToOne {
            relationship.forgetMembers(of: object)
        }
    }
}

/// The pending changes of an object that became one with another object of this context.
private struct AliasChanges {
    let object: ManagedObject
    let isDeleted: Bool
    private(set) var values: [Int: StoredValue] = [:]
    private(set) var members: [(RelationshipDescription, RelationshipEdits)] = []

    init(of alias: ManagedObject, to object: ManagedObject, _ joined: (Int64) -> Int64?) {
        self.object = object
        isDeleted = alias.status == .deleted
        guard alias.status == .updated else { return }
        for index in alias.edits?.base.keys.sorted() ?? [] where alias.edits?.implied.contains(index) != true {
            let attribute = alias.entity.properties[index]
            // A value that cannot be encoded any more would have failed the save.
            guard let value = try? attribute.storedValue(in: alias) else { continue }
            if case .integer(let number) = value, attribute.type == .reference {
                values[index] = .integer(joined(number) ?? number)
            } else {
                values[index] = value
            }
        }
        for relationship in alias.entity.relationships {
            guard var edits = relationship.state(in: alias).pointee.edits else { continue }
            edits.renumber(joined)
            members.append((object.entity.relationships[relationship.index], edits))
        }
    }
}

extension ObjectEdits {
    fileprivate mutating func renumber(_ joined: (Int64) -> Int64?, of entity: EntityDescription) {
        for reference in entity.references {
            guard let column = reference.column, case .integer(let number)? = base[column], let owner = joined(number)
            else { continue }
            base[column] = .integer(owner)
        }
    }
}
