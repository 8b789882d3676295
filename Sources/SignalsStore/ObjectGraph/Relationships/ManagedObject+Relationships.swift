extension ManagedObject {
    /// The slow path of reading a relationship: the context's queue was not entered with `perform`, or the objects at
    /// the other end are not known yet.
    @usableFromInline @inline(never)
    final func relationshipWillBeRead(_ index: UInt16) {
        let index = Int(index)
        if case .prototype(let recorder) = confinement.kind { return noteRead(ofRelationship: index, recorder) }
        if !confinement.isCurrent { confinement.verify(.relationship(index, of: self)) }
        // A fault whose row is gone becomes an object without relationships.
        if isUnloaded { fireFault() }
        guard !isUnloaded, !isResolved(relationship: index) else { return }
        let relationship = entity.relationships[index]
        _ = attempt("read", relationship) { try $0.resolve(relationship, of: self) }
    }

    /// Assigns a relationship and keeps its inverse.
    @usableFromInline @inline(never)
    final func assign<Value: RelationshipValue>(_ value: Value, toRelationship index: UInt16) {
        let index = Int(index)
        if case .prototype = confinement.kind { return }
        if !confinement.isCurrent { confinement.verify(.relationship(index, of: self)) }
        let relationship = entity.relationships[index]
        // A fault whose row is gone becomes an object without relationships.
        if isUnloaded, Value.cardinality != .toOne { fireFault() }
        changeMembers(of: relationship) { graph in
            guard Value.cardinality == .toOne else {
                return try graph.assign(value.members, to: relationship, of: self)
            }
            try graph.assign(value.firstMember, toReference: relationship, of: self)
        }
    }

    /// Changes what a relationship refers to.
    final func changeMembers(of relationship: RelationshipDescription, _ change: (ObjectGraph) throws -> Void) {
        // A failed change is recorded too, so that the next save fails.
        if !attempt("assigned", relationship, change) { relationshipWillChange(relationship) }
    }

    private final func isResolved(relationship index: Int) -> Bool {
        entity.relationshipSlots[index].state(in: self).pointee.isResolved
    }

    /// - Returns: false where the store could not be read.
    private final func attempt(
        _ what: String, _ relationship: RelationshipDescription, _ body: (ObjectGraph) throws -> Void
    ) -> Bool {
        guard let context = confinement.context else {
            fatalError("\(entity.name).\(relationship.name) was \(what), but the context is gone: keep it.")
        }
        return context.readLazily("\(entity.name).\(relationship.name) was \(what), but the objects at the other end") {
            try body(ObjectGraph(context: context))
        }
    }

    /// Prepares for a change of a relationship that is kept in a join table: the object becomes one that the next
    /// save has something to do for.
    ///
    /// The counterpart of `attributeWillChange` for relationships that are not columns. Code that hooks into changes,
    /// such as read-only contexts and observers, hooks in here; `undo()` uses the steps of links and orders that
    /// `ObjectGraph` records.
    final func relationshipWillChange(_ relationship: RelationshipDescription) {
        guard let context = confinement.context else {
            fatalError(
                "\(entity.name).\(relationship.name) was assigned, but the context is gone: keep it with its objects.")
        }
        context.requireWritable("\(entity.name).\(relationship.name) was assigned")
        willChange?.send()
        if status == .clean { context.objects.set(.updated, of: self) } else { context.objects.noteChange() }
        context.didChange(self)
    }

    /// Lets go of the objects at the other ends, which refer to this one in turn.
    final func breakRelationships() {
        for relationship in entity.relationships {
            let state = relationship.state(in: self)
            state.pointee.isResolved = relationship.isToOne && state.pointee.reference == 0
            state.pointee.edits = nil
            relationship.access.setMembers([], at: relationship.address(in: self))
        }
    }

    /// Lets go of the objects at the other ends, which are found again at the next access; those that came to refer to
    /// this one are known here alone, and stay known.
    final func forgetRelationships() {
        let inverses = entity.relationships.filter { if case .inverseColumn = $0.storage { true } else { false } }
        let members = inverses.map { $0.state(in: self).pointee.edits }
        breakRelationships()
        for (relationship, edits) in zip(inverses, members) { relationship.state(in: self).pointee.edits = edits }
    }

    /// True if members of a to-many that a join table keeps were changed.
    final var hasRelationshipEdits: Bool {
        entity.relationships.contains { relationship in
            guard case .links = relationship.storage else { return false }
            return relationship.state(in: self).pointee.edits != nil
        }
    }

    /// Takes back what the deletion of other objects made of references and links to them.
    ///
    /// - Returns: true if there was one.
    final func takeBackImplied(by numbers: Set<Int64>) -> Bool {
        var isTakenBack = false
        for column in edits?.implied ?? [] {
            guard case .integer(let number)? = edits?.base[column], numbers.contains(number) else { continue }
            willChange?.send()
            assignStored(.integer(number), at: column)
            endEdit(at: column)
            isTakenBack = true
        }
        if status == .deleted { holdReleased(numbers) }
        for relationship in entity.relationships {
            let state = relationship.state(in: self)
            guard let implied = state.pointee.edits?.implied.intersection(numbers), !implied.isEmpty else { continue }
            willChange?.send()
            let objects = state.pointee.edit { edits in
                edits.implied.subtract(implied)
                return implied.map { edits.removed.removeValue(forKey: $0) }
            }
            withExtendedLifetime(objects) { relationship.forgetMembers(of: self) }
            isTakenBack = true
        }
        return isTakenBack
    }

    /// Ends an edit whose value is again the one that was read. The target of a reference then has the object as a
    /// stored member, not as one that was added here.
    final func endEdit(at column: Int) {
        edits?.base[column] = nil
        edits?.implied.remove(column)
        entity.properties[column].setChanged(false, in: self)
        guard entity.hasReferences, let reference = entity.references.first(where: { $0.column == column }),
            let inverse = reference.toManyInverse,
            let owner = confinement.context?.objects[reference.state(in: self).pointee.reference],
            inverse.state(in: owner).pointee.edits != nil
        else { return }
        inverse.state(in: owner).pointee.edit { $0.setAdded(self, false) }
    }

    /// Makes an object that is to be deleted refer again to objects that its rule had released and that are back. This stays
    /// an edit: the rule deletes them with it when the deletion is saved.
    private final func holdReleased(_ numbers: Set<Int64>) {
        for (column, number) in edits?.released ?? [:] where numbers.contains(number) {
            edits?.released[column] = nil
            assignStored(.integer(number), at: column)
        }
    }

    /// Makes what the deletion of other objects made of references and links to them changes of this one.
    final func keepImplied(by numbers: Set<Int64>) {
        for column in edits?.implied ?? [] {
            guard case .integer(let number)? = edits?.base[column], numbers.contains(number) else { continue }
            edits?.implied.remove(column)
        }
        for relationship in entity.relationships {
            relationship.state(in: self).pointee.edits?.implied.subtract(numbers)
        }
    }

    /// Makes what the deletion of this object, which is taken back, made of links changes of it.
    final func keepImplied() {
        for relationship in entity.relationships {
            relationship.state(in: self).pointee.edits?.implied.removeAll()
        }
    }

    /// True if links were changed by a relationship of the object itself, and not only by the other end's.
    final var madeLinks: Bool { hasLinkEdits(where: \.isMadeHere) }

    /// True if the members of such a relationship were put in another order.
    final var madeOrders: Bool { hasLinkEdits(where: \.isReordered) }

    private final func hasLinkEdits(where isTrue: (RelationshipEdits) -> Bool) -> Bool {
        entity.relationships.contains { relationship in
            guard case .links = relationship.storage else { return false }
            return relationship.state(in: self).pointee.edits.map(isTrue) ?? false
        }
    }

    /// Takes back what was changed of to-manys: their members are found again at the next access. A to-one is a column,
    /// and is put back with the others; that of an object whose insertion is taken back refers to nothing.
    final func revertRelationships() {
        for relationship in entity.relationships {
            if case .links = relationship.storage, relationship.state(in: self).pointee.edits != nil {
                relationship.state(in: self).pointee.edits = nil
                relationship.forgetMembers(of: self)
            } else if let column = relationship.column, status == .inserted {
                assignStored(.null, at: column)
            }
        }
    }

    /// Notes that the members of the relationships are as in the store.
    final func markRelationshipsSaved(in context: ManagedObjectContext) {
        // A new object's members were not read, and other contexts may change them from now on.
        if status == .inserted { context.noteMembersRead() }
        for relationship in entity.relationships {
            let state = relationship.state(in: self)
            if case .inverseColumn = relationship.storage { continue }
            state.pointee.edits = nil
            guard let inverse = relationship.inverse, !inverse.isToOne, relationship.isToOne,
                let owner = context.objects[state.pointee.reference], inverse.state(in: owner).pointee.edits != nil
            else { continue }
            inverse.state(in: owner).pointee.edit { $0.setAdded(self, false) }
        }
        if status == .deleted { breakRelationships() }
    }

    /// Removes this object, which has left the context, from the relationships of the objects at the other ends.
    final func removeFromRelationships() {
        for relationship in entity.references { assignStored(.null, at: relationship.column ?? 0) }
        breakRelationships()
    }

    private final func noteRead(ofRelationship index: Int, _ recorder: AccessRecorder) {
        recorder.record(relationship: index)
        guard let relationship = entity.relationships.first(where: { $0.index == index }), relationship.isToOne,
            !isResolved(relationship: index) || relationship.members(in: self).isEmpty,
            let target = recorder.makeTarget(relationship.target)
        else { return }
        relationship.access.setMembers([target], at: relationship.address(in: self))
    }
}
