// The effects of a deletion on the objects at the other ends of relationships. What cannot be read for them is left to the
// store, which applies the same rules when the deletion is saved.

extension RelationshipDescription {
    /// True if members without objects can be deleted with their owner as rows.
    var mayLeaveRows: Bool {
        guard case .inverseColumn = storage else { return false }
        return deleteRule == .cascade && cardinality == .toMany && target.family.allSatisfy(\.isDeletedAsRows)
    }
}

extension ObjectGraph {
    /// Applies the rules of an object's relationships in memory: the store handles objects that other contexts relate
    /// to it before the save, and objects that cannot be read now.
    ///
    /// - Parameter leavingRows: true if rows that are to be deleted with it, and have no objects, may stay rows.
    /// - Returns: the objects that are to be deleted with it.
    func applyDeleteRules(of object: ManagedObject, leavingRows: Bool = false) -> [ManagedObject] {
        guard !object.entity.relationships.isEmpty else { return [] }
        try? context.load(object)
        var cascade: [ManagedObject] = []
        for relationship in object.entity.relationships {
            if leavingRows { try? leaveRows(of: relationship, of: object) }
            try? resolve(relationship, of: object)
            let members = relationship.members(in: object)
            switch object.status == .inserted ? relationship.deleteRule.ofInserted : relationship.deleteRule {
            case .cascade:
                try? part(members, fromDeleted: object, relationship)
                cascade += members
            case .nullify: try? part(members, fromDeleted: object, relationship)
            case .deny, .noAction:
                withdraw(object, from: members, relationship)
                recordLinks(of: object, relationship, to: members)
            }
        }
        return cascade
    }

    /// Resolves a relationship to the members that are objects here already, where all other members may stay rows.
    private func leaveRows(of relationship: RelationshipDescription, of owner: ManagedObject) throws {
        let state = relationship.state(in: owner)
        guard relationship.mayLeaveRows, !state.pointee.isResolved, owner.status != .inserted else { return }
        context.relationships.hasRelatedObjects = true
        context.noteMembersRead()
        if context.leavesUnread(relationship.target) {
            context.cascadedRows.leave(relationship, of: owner.number)
        } else {
            let known = try context.objectsLeavingRows(of: relationship, referringTo: owner.number)
            let members = present(known, relationship, of: owner)
            relationship.access.setMembers(members, at: relationship.address(in: owner))
        }
        state.pointee.isResolved = true
    }

    /// Deletes an object that was left a row with its owner.
    func delete(_ member: ManagedObject, leftBy owner: ManagedObject, _ relationship: RelationshipDescription) {
        try? part([member], fromDeleted: owner, relationship)
        _ = applyDeleteRules(of: member)
        context.removeAlone(member)
    }

    /// Records the links that these rules leave to the store, which ends them with the objects at both ends. Those that
    /// come back after that have lost them.
    private func recordLinks(
        of object: ManagedObject, _ relationship: RelationshipDescription, to members: [ManagedObject]
    ) {
        guard context.history.isEnabled, relationship.links != nil, !members.isEmpty else { return }
        for member in members {
            if let link = UndoHistory.Link(object, relationship, member) { context.history.forgetEnd(of: link) }
        }
        context.history.record(
            .did { context in
                guard object.status == .inserted else { return }
                let graph = ObjectGraph(context: context)
                for member in members where member.status != .gone && member.status != .deleted {
                    if let link = UndoHistory.Link(object, relationship, member), context.history.isEndedByOthers(link)
                    {
                        continue
                    }
                    if relationship.state(in: object).pointee.edits?.added[member.number] != nil { continue }
                    try? graph.setLinked(object, relationship, member, true)
                }
            })
    }

    /// Ends the relationships of an object that is about to be deleted to those that its rule would delete with it, and
    /// that are kept.
    func unlink(_ kept: Set<ManagedObject>, from doomed: ManagedObject) {
        guard !kept.isEmpty else { return }
        for relationship in doomed.entity.relationships where relationship.deleteRule == .cascade {
            try? resolve(relationship, of: doomed)
            let members = relationship.members(in: doomed).filter(kept.contains)
            // Links end with the deletion, and come back with it. What is referred to by is kept with what refers to it.
            let part = relationship.links == nil ? unrelate : self.part
            try? part(members, doomed, relationship)
        }
    }

    /// Ends the references to objects that are about to be deleted by relationships without an inverse.
    func leaveOneWay(_ doomed: [ManagedObject]) {
        let exposed = doomed.filter { !$0.entity.leadingOneWay.isEmpty }
        guard !exposed.isEmpty else { return }
        let gone = Dictionary(exposed.map { ($0.number, $0) }) { first, _ in first }
        leaveUnread(gone)
        // Unread relationships show it too when they are read.
        let read = try? referringOneWay(to: exposed.filter { $0.status != .inserted })
        withExtendedLifetime(read) { leaveRead(gone) }
    }

    /// The same for members that were read. The owners can only be found by a scan of all objects with such
    /// relationships, which is made once for all deletions.
    private func leaveRead(_ gone: [Int64: ManagedObject]) {
        for owner in context.objects.leadingOneWay where !owner.isUnloaded && owner.status != .deleted {
            for relationship in owner.entity.relationships where !relationship.hasInverse {
                for target in targets(of: relationship, of: owner, among: gone) {
                    try? relate(owner, relationship, target, false)
                    noteImplied(relationship, of: owner, by: target)
                }
            }
        }
    }

    /// Reads the objects that refer to others by to-ones without an inverse, where this context reads.
    ///
    /// - Parameter isRequired: true to read those only that must not do without what they refer to.
    /// - Returns: the objects, to be held until what they are needed for is done; they may have been changed here.
    func referringOneWay(to targets: [ManagedObject], isRequired: Bool = false) throws -> [ManagedObject] {
        guard targets.contains(where: { $0.entity.leadingOneWay.contains(where: \.isToOne) }) else { return [] }
        var found: [ManagedObject] = []
        for entity in context.entities {
            let inherited = entity.superentity?.relationships.count ?? 0
            for reference in entity.references where reference.index >= inherited && !reference.hasInverse {
                let numbers = targets.filter { reference.target.includes($0.entity) }.map(\.number)
                if numbers.isEmpty || isRequired && !reference.isRequired { continue }
                found += try context.objects(of: entity, referringBy: reference.index, to: numbers)
            }
        }
        return found
    }

    /// The same where the members were not read: then where this context reads knows who refers to what is deleted.
    private func leaveUnread(_ gone: [Int64: ManagedObject]) {
        let numbers = gone.values.filter { $0.status != .inserted }.map(\.number)
        let leading = Set(gone.values.flatMap { $0.entity.leadingOneWay.compactMap(\.links) })
        for table in leading where !numbers.isEmpty && (context.history.isRecording || hasUnread(table)) {
            let pairs = (try? context.sourcePairs(of: table, to: numbers)) ?? []
            let absent = pairs.filter { context.objects[$0.other].map(\.isUnloaded) ?? true }
                .sorted { $0.other < $1.other }
            recordLinks(of: table, from: absent, to: gone)
            for pair in pairs {
                guard let owner = context.objects[pair.other], let target = gone[pair.owner], owner.status != .deleted,
                    !owner.isUnloaded, let relationship = unread(table, owner),
                    relationship.state(in: owner).pointee.edits?.removed[target.number] == nil
                else { continue }
                try? relate(owner, relationship, target, false)
                noteImplied(relationship, of: owner, by: target)
            }
        }
    }

    /// Records the unread links of objects, which end with their targets when these are saved: `undo()` of that makes
    /// them again.
    private func recordLinks(
        of table: JoinTable, from pairs: [LinkRow], to gone: [Int64: ManagedObject]
    ) {
        guard context.history.isRecording, !pairs.isEmpty else { return }
        context.history.record(
            .did { context in
                let graph = ObjectGraph(context: context)
                guard let (entity, relationship) = graph.relationships(of: table).first else { return }
                for pair in pairs {
                    guard let target = gone[pair.owner], target.status == .inserted,
                        let source = try? context.object(at: pair.other, entity), source.status != .deleted,
                        (try? graph.isLinked(source, relationship, target)) == false
                    else { continue }
                    try? graph.setLinked(source, source.entity.relationships[relationship.index], target, true)
                }
            })
    }

    private func hasUnread(_ table: JoinTable) -> Bool {
        context.objects.leadingOneWay.contains { unread(table, $0) != nil }
    }

    /// The relationship of an object that a join table keeps, if its members were not read.
    private func unread(_ table: JoinTable, _ owner: ManagedObject) -> RelationshipDescription? {
        owner.entity.relationships.first {
            $0.links == table && !$0.state(in: owner).pointee.isResolved
        }
    }

    /// Takes back the links that were made and ended at objects, at the other ends too.
    ///
    /// - Returns: true if other contexts had changed one-way links to them, which are not changes of the objects
    ///   themselves.
    @discardableResult
    func takeBackLinks(of objects: [ManagedObject]) -> Bool {
        for object in objects {
            for relationship in object.entity.relationships {
                guard case .links = relationship.storage, let edits = relationship.state(in: object).pointee.edits,
                    let inverse = relationship.inverse
                else { continue }
                for other in [edits.added, edits.removed].joined() {
                    takeBackLink(of: other.value, inverse, to: object.number)
                }
            }
        }
        let exposed = Set(objects.lazy.filter { !$0.entity.leadingOneWay.isEmpty }.map(\.number))
        guard !exposed.isEmpty else { return false }
        var isTakenBack = false
        for owner in context.objects.pending {
            for relationship in owner.entity.relationships where !relationship.hasInverse {
                guard let edits = relationship.state(in: owner).pointee.edits else { continue }
                for number in Array(edits.added.keys) + edits.removed.keys where exposed.contains(number) {
                    if takeBackLink(of: owner, relationship, to: number) { isTakenBack = true }
                }
            }
        }
        return isTakenBack
    }

    /// Takes back links that were made to objects that are gone, or are to be deleted. What was ended stays so.
    func forget(_ links: [LinkChange]) { takeBack(links) { _, other, edits in edits.added[other] != nil } }

    /// Takes back the opposites of links that a child saved: what is pending here is replaced by what is saved.
    func forgetOpposites(of links: [LinkChange]) {
        takeBack(links) { kind, other, edits in (kind == .added ? edits.removed : edits.added)[other] != nil }
    }

    private func takeBack(
        _ links: [LinkChange], where isConcerned: (LinkChange.Kind, Int64, RelationshipEdits) -> Bool
    ) {
        for link in links {
            for (number, side, other) in [
                (link.source, JoinTable.Side.source, link.target), (link.target, .target, link.source),
            ] {
                guard let owner = context.objects[number] else { continue }
                for relationship in owner.entity.relationships {
                    guard case .links(link.table, side) = relationship.storage,
                        let edits = relationship.state(in: owner).pointee.edits, isConcerned(link.kind, other, edits)
                    else { continue }
                    takeBackLink(of: owner, relationship, to: other)
                }
            }
        }
    }

    /// Takes back what was changed of one pair, at one end.
    ///
    /// - Returns: false if nothing was.
    @discardableResult
    func takeBackLink(
        of owner: ManagedObject, _ relationship: RelationshipDescription, to number: Int64
    ) -> Bool {
        guard case .links = relationship.storage else { return false }
        let relationship = owner.entity.relationships[relationship.index]
        let state = relationship.state(in: owner)
        guard state.pointee.edits?.concerns(number) == true else { return false }
        owner.willChange?.send()
        relationship.forgetMembers(of: owner)
        let released = state.pointee.edit { $0.drop(number) }
        withExtendedLifetime(released) { context.dropRevertedEdits(of: owner) }
        context.didChange(owner)
        return true
    }

    /// Makes relationships that were read while objects were deleted find these again, now that they are back.
    func findAgain(_ returned: [ManagedObject]) {
        forget(leadingTo: returned) { relationship, owner in
            owner.status != .inserted || !relationship.keepsOrder(of: owner)
        }
    }

    /// Puts objects that are back into the relationships that refer to them, without reading others' changes: only a
    /// fetch or a merge does that.
    func reunite(_ returned: [ManagedObject]) {
        lookUpAgain(returned.lazy.map(\.number))
        let present = returned.filter { $0.status != .gone && !$0.isUnloaded }
        for object in present { lookUpMissing(of: object) }
        for (_, objects) in Dictionary(grouping: present, by: { ObjectIdentifier($0.entity) }) {
            for relationship in objects[0].entity.relationships {
                guard let inverse = relationship.inverse, !inverse.isToOne else { continue }
                // Their own members alone are read: to read those of all others would bring in what was changed there.
                if !relationship.isToOne { try? prefetch(relationship, of: objects) }
                for object in objects { reunite(object, relationship, inverse) }
            }
        }
    }

    private func reunite(
        _ object: ManagedObject, _ relationship: RelationshipDescription, _ inverse: RelationshipDescription
    ) {
        guard let owners = owners(of: object, relationship) else {
            return forgetMembers(inverse, ofAll: relationship.target)
        }
        if relationship.isToOne, owners.isEmpty, object.status.isPending {
            // An owner that is not in memory may come back as well.
            let number = relationship.state(in: object).pointee.reference
            if number != 0 { context.relationships.strays.note(object.number, referringTo: number) }
        }
        for owner in owners {
            // Where it is read no row says so.
            if relationship.isToOne, object.status == .inserted {
                inverse.state(in: owner).pointee.edit { $0.setAdded(object, true) }
            }
            inverse.regain(object, in: owner)
        }
    }

    /// Forgets the members of to-ones that refer to objects, and of to-manys that may hold them, until the next access.
    private func forget(
        leadingTo returned: [ManagedObject], where mayHold: (RelationshipDescription, ManagedObject) -> Bool
    ) {
        guard !returned.isEmpty else { return }
        let numbers = Set(returned.lazy.map(\.number))
        let entities = Set(returned.lazy.map { ObjectIdentifier($0.entity) })
        for owner in context.objects.all {
            for relationship in owner.entity.relationships {
                let state = relationship.state(in: owner).pointee
                let isConcerned =
                    relationship.isToOne
                    ? numbers.contains(state.reference)
                    : state.isResolved && mayHold(relationship, owner)
                        && relationship.target.family.contains { entities.contains(ObjectIdentifier($0)) }
                if isConcerned { relationship.forgetMembers(of: owner) }
            }
        }
    }

    /// The objects that an object refers to by a relationship, as far as they are in memory; nil where only the store
    /// knows which these are.
    private func owners(of object: ManagedObject, _ relationship: RelationshipDescription) -> [ManagedObject]? {
        let state = relationship.state(in: object).pointee
        if relationship.isToOne { return context.objects[state.reference].map { [$0] } ?? [] }
        return state.isResolved ? relationship.members(in: object) : nil
    }

    private func forgetMembers(_ relationship: RelationshipDescription, ofAll entity: EntityDescription) {
        for owner in context.objects.all where entity.family.contains(where: { $0 === owner.entity }) {
            if relationship.state(in: owner).pointee.isResolved { relationship.forgetMembers(of: owner) }
        }
    }

    private func targets(
        of relationship: RelationshipDescription, of owner: ManagedObject, among gone: [Int64: ManagedObject]
    ) -> [ManagedObject] {
        let state = relationship.state(in: owner).pointee
        if relationship.isToOne { return gone[state.reference].map { [$0] } ?? [] }
        // Of few each is looked for, however many members there are.
        let address = relationship.address(in: owner)
        let members =
            gone.count < 16
            ? gone.values.filter { relationship.access.contains($0, at: address) } : relationship.members(in: owner)
        var numbers = Set(members.lazy.map(\.number).filter { gone[$0] != nil })
        if let edits = state.edits { numbers.formUnion(gone.keys.filter { edits.added[$0] != nil }) }
        return numbers.sorted().compactMap { gone[$0] }
    }

    private func part(
        _ members: [ManagedObject], fromDeleted object: ManagedObject, _ relationship: RelationshipDescription
    ) throws {
        try unrelate(members, from: object, relationship)
        if relationship.deleteRule == .cascade, let column = object.entity.relationships[relationship.index].column {
            object.edits?.released[column] = members.first?.number
        }
        if relationship.links != nil { for member in members { noteImplied(relationship, of: object, by: member) } }
        guard let inverse = relationship.inverse else { return }
        for member in members { noteImplied(inverse, of: member, by: object) }
    }

    /// Notes that a relationship does not refer to an object any more because that is deleted. What had been changed
    /// before is the program's own change still.
    private func noteImplied(
        _ relationship: RelationshipDescription, of member: ManagedObject, by object: ManagedObject
    ) {
        let own = member.entity.relationships[relationship.index]
        if let column = own.column {
            // It may refer to another one already.
            guard own.state(in: member).pointee.reference == 0,
                member.edits?.base[column] == .integer(object.number)
            else { return }
            member.edits?.implied.insert(column)
        } else if relationship.state(in: member).pointee.edits?.removed[object.number] != nil {
            relationship.state(in: member).pointee.edits?.implied.insert(object.number)
        }
    }

    // Nothing changes under these rules, but no to-many holds a deleted object. It is found again when it is back.
    private func withdraw(
        _ object: ManagedObject, from members: [ManagedObject], _ relationship: RelationshipDescription
    ) {
        guard let inverse = relationship.inverse, !inverse.isToOne else { return }
        for member in members where inverse.state(in: member).pointee.isResolved {
            member.willChange?.send()
            inverse.access.remove(object, at: inverse.address(in: member))
        }
    }
}
