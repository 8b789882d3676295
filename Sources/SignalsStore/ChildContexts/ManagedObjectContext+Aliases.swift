// Objects that a parent made one with stored ones when it saved.
extension ManagedObjectContext {
    /// Gives the objects that are known here by the numbers which they had in the parent those of the stored ones.
    func takeOverAliases() {
        let aliases = confinement.store.aliases
        guard case .parent = source, aliases.count != knownAliases else { return }
        knownAliases = aliases.count
        // Looked up for what is known here: there may be a million others.
        let joined = aliases.table.owner
        var stale: [ManagedObject] = []
        var lost: Set<ObjectIdentifier> = []
        for object in objects.all {
            guard let owner = joined(object.number) else { continue }
            if objects[owner] == nil {
                renumber(object, owner)
                stale.append(object)
            } else if object.status == .clean {
                leave(object, to: owner)
                lost.insert(ObjectIdentifier(object))
            }
        }
        for object in objects.all {
            object.edits?.renumber(joined, of: object.entity)
            for relationship in object.entity.relationships where !relationship.isToOne {
                relationship.state(in: object).pointee.edits?.renumber(joined)
            }
            redirect(object, joined, lost)
        }
        for number in Array(strays.keys) {
            guard let owner = joined(number), let holders = strays.removeValue(forKey: number) else { continue }
            strays[owner, default: []].formUnion(holders)
        }
        for number in Array(impliedDeletions.keys) {
            guard let owner = joined(number) else { continue }
            impliedDeletions[owner] = impliedDeletions.removeValue(forKey: number)
        }
        impliedDeletions = impliedDeletions.mapValues { causes in Set(causes.map { joined($0) ?? $0 }) }
        markStale(stale.map { ($0.number, $0.entity.name) })
    }

    private func renumber(_ object: ManagedObject, _ number: Int64) {
        objects.forget(object)
        object.number = number
        object.version = 0
        object.edits?.baseVersion = 0
        objects.add(object)
    }

    /// Lets go of an object whose row has another one here already.
    private func leave(_ object: ManagedObject, to owner: Int64) {
        object.willChange?.send()
        object.breakRelationships()
        objects.remove(object)
        object.number = owner
        if let known = objects[owner] {
            for relationship in known.entity.relationships where !relationship.isToOne {
                relationship.forgetMembers(of: known)
            }
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
