import Foundation

// Objects whose values are still in the store.
extension ManagedObjectContext {
    /// Returns the object with an ID, without asking the store whether it exists: an object that this context does not
    /// have yet is a fault, whose values are read at the first access. Core Data's `object(with:)`.
    ///
    /// An object of a class that has subclasses in the model is read at once, since only the store has its actual
    /// class. Runs on the context's queue. For an ID of another store the program stops.
    ///
    /// - Parameter id: the ID of the object.
    /// - Returns: the object. If its row turns out to be deleted, see `ManagedObject.isFault`.
    public func object<Object: ManagedObject>(with id: ManagedObjectID<Object>) -> Object {
        verify("object(with:)")
        guard let number = confinement.store.number(of: id) else {
            fatalError(
                "object(with:) was given \(id) of another store than this context's. Give an ID of this container's.")
        }
        let entity = entity(for: Object.self)
        if let known = objects[number] as? Object { return known }
        // A row that is gone or cannot be read now makes a fault, as any other does.
        if entity.hasSubentities, let object = try? object(at: number, entity) as? Object { return object }
        guard let fault = makeFault(number, entity) as? Object else {
            fatalError("\(id) is an object of another class in this context. Give the ID the type of its own.")
        }
        return fault
    }

    /// Gives an object the values that the store has now. Core Data's `refresh(_:mergeChanges:)`.
    ///
    /// Runs on the context's queue. An object that was never saved stays as it is.
    ///
    /// - Parameters:
    ///   - object: an object of this context.
    ///   - mergeChanges: true reads the object now, and its to-manys at their next access, and keeps what was changed here;
    ///     false takes changes back, a deletion with all that it implied, and makes the object a fault, which is read at its
    ///     next access. Changed links of a to-many in a join table are taken back with the object at either end, even
    ///     if the relationship has no inverse; a to-one, and the to-many that is its inverse, with the object that has
    ///     the to-one. Other contexts' saves of the objects whose changes were taken back show at once.
    public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
        verify("refresh(_:mergeChanges:)")
        guard object.confinement === confinement else {
            fatalError(
                "A \(object.entity.name) was refreshed in a context that it does not belong to. Refresh it in its own.")
        }
        guard object.status != .inserted, object.status != .gone else { return }
        if mergeChanges {
            markStale([(object.number, object.entity.name)])
            // A failed read is tried again by the next fetch.
            try? applyInbox()
            bringMembersUpToDate(of: [object])
        } else {
            object.willChange?.send()
            let (isBack, isPending) = (object.status == .deleted, object.status.isPending)
            let graph = ObjectGraph(context: self)
            let isParted = graph.takeBackLinks(of: [object])
            let pairings = object.entity.hasReferences ? graph.pairings(of: object) : []
            revert(object)
            if isBack { takeBackImplied(by: object) }
            // Commits that the changes kept out show now: later they would change values in the midst of a piece of
            // work.
            if isPending || isParted { try? applyInbox() }
            if !pairings.isEmpty {
                // Ends with changes to take back are in memory.
                withoutUndo { try? graph.synchronizePairings(of: object, former: pairings) }
                try? applyInbox()
            }
            turnIntoFault(object)
            didRefresh(object)
            // As after a rollback: it ends what children have seen.
            if isPending || isParted { notifyChildrenOfEverything() }
        }
    }

    /// Makes an object without changes a fault.
    func turnIntoFault(_ object: ManagedObject) {
        guard object.status == .clean, !object.isUnloaded else { return }
        // Members that the store does not have are found again if the object is released and read anew.
        for relationship in object.entity.relationships {
            guard case .inverseColumn = relationship.storage,
                let added = relationship.state(in: object).pointee.edits?.added, !added.isEmpty
            else { continue }
            for number in added.keys { relationships.strays.note(number, referringTo: object.number) }
        }
        object.forgetRelationships()
        object.becomeFault()
        faulting.forgetReadAhead(object.number)
        faulting.note(object.number, of: ObjectIdentifier(object.entity.type))
    }

    private func makeFault(_ number: Int64, _ entity: EntityDescription) -> ManagedObject {
        objects.nextIdentity = ObjectIdentity(entity: entity, number: number, version: 0, status: .loading)
        let object = entity.type.init(context: self)
        object.status = .clean
        object.becomeFault()
        faulting.note(number, of: ObjectIdentifier(entity.type))
        return object
    }

    /// Reads the values of a fault, and does nothing for any other object.
    ///
    /// - Throws: `FetchError.noSuchObject` when the row is gone.
    func load(_ object: ManagedObject) throws {
        guard object.isUnloaded else { return }
        takeOverAliases()
        guard try self.object(at: object.number, object.entity) === object, !object.isUnloaded else {
            throw FetchError.noSuchObject(object.anyObjectID)
        }
    }
}

// Reading what is referred to, many rows at once.
extension ManagedObjectContext {
    /// The object with a number, which may be of a subclass of the entity's; nil when its row is gone. Rows that will
    /// probably be wanted next are read with it.
    func object(at key: Int64, _ entity: EntityDescription) throws -> ManagedObject? {
        if let known = objects[key], !known.isUnloaded { return known }
        defer { awakeFetched() }
        if case .parent = source { return try read([key], in: entity).first }
        if let row = faulting.takeReadAhead(key) { return try object(for: row.row, row.entity) }
        let missing = faulting.batch(around: key, of: ObjectIdentifier(entity.type)).filter { number in
            objects[number]?.isUnloaded ?? true
        }
        var found: ManagedObject?
        for member in entity.family {
            try forEachRow(of: member, numbered: missing) { row in
                if row.number == key {
                    found = try object(for: row, member)
                } else {
                    faulting.keepReadAhead(row, member)
                }
            }
        }
        return found
    }

    /// The objects with these numbers, in their order, without those whose rows are gone.
    func objects(_ numbers: [Int64], of entity: EntityDescription) throws -> [ManagedObject] {
        if case .parent = source { return try read(numbers, in: entity) }
        let known = numbers.compactMap { number in objects[number].flatMap { $0.isUnloaded ? nil : $0 } }
        if known.count == numbers.count { return known }
        defer { awakeFetched() }
        var found: [Int64: ManagedObject] = [:]
        for number in numbers { if let known = objects[number], !known.isUnloaded { found[number] = known } }
        let missing = numbers.filter { found[$0] == nil }
        for member in entity.family where !missing.isEmpty {
            try forEachRow(of: member, numbered: missing) { found[$0.number] = try object(for: $0, member) }
        }
        return numbers.compactMap { found[$0] }
    }

    /// The objects whose column has one of these values.
    func objects(
        of entity: EntityDescription, whose column: Int, isOneOf numbers: [Int64]
    ) throws -> [ManagedObject] {
        var found: [ManagedObject] = []
        defer { awakeFetched() }
        for (query, member) in queries(of: entity, whose: column, isOneOf: numbers) {
            try fetch(query, member, into: &found)
        }
        return found
    }

    /// True if the store has a member of an owner's to-many that nothing is pending of here; it reads no more members than
    /// are needed to know that.
    func hasUnchangedMember(of relationship: RelationshipDescription, of owner: Int64) throws -> Bool {
        guard case .store = source, case .inverseColumn = relationship.storage,
            let column = relationship.inverse?.column
        else { return false }
        for (query, member) in queries(of: relationship.target, whose: column, isOneOf: [owner]) {
            var query = query
            query.limit = objects.pendingCount(of: [member]) + 1
            let numbers = try readStore { try $0.numbers(query) }
            if numbers.contains(where: { objects[$0]?.status.isPending != true }) { return true }
        }
        return false
    }

    /// The objects that are here already of rows that refer to an owner; the others are left as rows that are to be deleted
    /// with it.
    func objectsLeavingRows(
        of relationship: RelationshipDescription, referringTo owner: Int64
    ) throws -> [ManagedObject] {
        guard let column = relationship.inverse?.column else { return [] }
        var known: [ManagedObject] = []
        defer { awakeFetched() }
        for (query, member) in queries(of: relationship.target, whose: column, isOneOf: [owner]) {
            try readStore { store in
                try store.fetch(query) { page in
                    var start = 0
                    for row in page.indices where registry[page.key(row).number] != nil {
                        cascadedRows.add(start..<row, of: page, member, relationship, owner)
                        start = row + 1
                        known.append(try object(for: row, of: page, member))
                    }
                    cascadedRows.add(start..<page.count, of: page, member, relationship, owner)
                }
            }
        }
        return known
    }

    /// Adds the objects of the rows that a query finds, which are of one class.
    func fetch(_ query: Query, _ entity: EntityDescription, into found: inout [ManagedObject]) throws {
        try readStore { store in
            try store.fetch(query) { page in
                for row in page.indices { found.append(try object(for: row, of: page, entity)) }
            }
        }
    }

    /// Returns the present positions of a list's members in the source of this context, in their order. The objects of
    /// this context stay as they are.
    func positions(
        in list: RelationshipDescription, of owner: ManagedObject
    ) throws -> [(number: Int64, position: Double)] {
        guard let inverse = list.inverse, let column = inverse.column else { return [] }
        if case .parent(let parent) = source { return try positionsInParent(parent, list, owner) }
        var positions: [(number: Int64, position: Double)] = []
        try forEachRow(of: list.target, whose: column, isOneOf: [owner.number]) { row, member in
            let value = member.relationships[inverse.index].positionColumn.map { row.value(at: $0) }
            if case .real(let position)? = value {
                positions.append((row.number, position))
            } else {
                positions.append((row.number, .nan))
            }
        }
        return positions.sorted { left, right in
            if left.position.isNaN || right.position.isNaN || left.position == right.position {
                return left.position.isNaN == right.position.isNaN
                    ? left.number < right.number : right.position.isNaN
            }
            return left.position < right.position
        }
    }

    private func positionsInParent(
        _ parent: ManagedObjectContext, _ list: RelationshipDescription, _ owner: ManagedObject
    ) throws -> [(number: Int64, position: Double)] {
        let (number, entity, index) = (owner.number, owner.entity, list.index)
        return try ask(parent) {
            guard let owner = try parent.liveObjects([number], in: entity)[number] else { return [] }
            let list = entity.relationships[index]
            try ObjectGraph(context: parent).resolve(list, of: owner)
            return list.members(in: owner).map { member in
                (member.number, list.inverse?.state(in: member).pointee.position ?? .nan)
            }
        }
    }

    /// Returns the objects that refer to these by a to-one without an inverse, as they are in the source of this
    /// context; objects that this context has already stay as they are.
    func objects(
        of entity: EntityDescription, referringBy index: Int, to numbers: [Int64]
    ) throws -> [ManagedObject] {
        guard let column = entity.relationships[index].column else { return [] }
        guard case .parent(let parent) = source else {
            var found: [ManagedObject] = []
            defer { awakeFetched() }
            try forEachRow(of: entity, whose: column, isOneOf: numbers) { row, member in
                let known = objects[row.number].flatMap { $0.isUnloaded ? nil : $0 }
                found.append(try known ?? object(for: row, member))
            }
            return found
        }
        let rows = try ask(parent) {
            let stored = try parent.objects(of: entity, referringBy: index, to: numbers)
            let (known, wanted) = (Set(stored.lazy.map(\.number)), Set(numbers))
            let others = parent.objects.pending.filter { !known.contains($0.number) && entity.includes($0.entity) }
            return try parent.export(
                (stored + others).filter { object in
                    let reference = object.entity.relationships[index].state(in: object).pointee.reference
                    return object.status != .deleted && !object.isUnloaded && wanted.contains(reference)
                })
        }
        return try take(rows, leavingKnown: true)
    }

    /// The members of a relationship as the parent context has them now; nil when there is no parent.
    func parentMembers(
        of relationship: RelationshipDescription, of owner: ManagedObject
    ) throws -> [ManagedObject]? {
        guard case .parent(let parent) = source else { return nil }
        let (number, index) = (owner.number, relationship.index)
        let entity = owner.entity
        let rows: ParentRows? = try ask(parent) {
            guard let owner = try parent.liveObjects([number], in: entity)[number] else { return nil }
            let relationship = entity.relationships[index]
            try ObjectGraph(context: parent).resolve(relationship, of: owner)
            return try parent.export(relationship.members(in: owner))
        }
        return try rows.map { try take($0) } ?? []
    }

    /// The pairs of a join table in which these numbers are on a side, in their order where there is one.
    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try numbers.parts(of: 500).flatMap { part in
            try readStore { try $0.links(of: table, side, to: Array(part)) }
        }
    }

    /// The pairs of a join table in which these numbers are targets, as they are where this context reads.
    func sourcePairs(of table: JoinTable, to numbers: [Int64]) throws -> Set<LinkRow> {
        guard case .parent(let parent) = source else { return Set(try links(of: table, .target, to: numbers)) }
        return try ask(parent) { try parent.sourcePairsWithChanges(of: table, to: numbers) }
    }

    /// The same as this context's changes leave them.
    func sourcePairsWithChanges(of table: JoinTable, to numbers: [Int64]) throws -> Set<LinkRow> {
        var pairs = try sourcePairs(of: table, to: numbers)
        let wanted = Set(numbers)
        for owner in objects.pending {
            for relationship in owner.entity.relationships {
                guard case .links(table, .source) = relationship.storage,
                    let edits = relationship.state(in: owner).pointee.edits
                else { continue }
                for number in edits.removed.keys { pairs.remove(LinkRow(owner: number, other: owner.number)) }
                for number in edits.added.keys where wanted.contains(number) {
                    pairs.insert(LinkRow(owner: number, other: owner.number))
                }
            }
        }
        // Objects that are to be deleted here are not in unread one-way to-manys either.
        return pairs.filter { objects[$0.owner]?.status != .deleted }
    }

    /// Reads the objects of the relationships that a request prefetches.
    func prefetch<Object: ManagedObject>(_ request: FetchRequest<Object>, _ objects: [Object]) throws {
        let entity = entity(for: Object.self)
        for keyPath in request.relationshipKeyPathsForPrefetching {
            try ObjectGraph(context: self).prefetch(entity.relationship(prefetchedBy: keyPath), of: objects)
        }
    }

    func forEachRow(
        of entity: EntityDescription, numbered numbers: [Int64], _ body: (RowPage.Row) throws -> Void
    ) throws {
        for part in numbers.parts(of: 500) {
            var query = Query(entity: coordinator.schema(of: entity).alone)
            query.condition = .objectID(isOneOf: Array(part))
            try forEachRow(query, body)
        }
    }

    private func forEachRow(
        of entity: EntityDescription, whose column: Int, isOneOf numbers: [Int64],
        _ body: (RowPage.Row, EntityDescription) throws -> Void
    ) throws {
        for (query, member) in queries(of: entity, whose: column, isOneOf: numbers) {
            try forEachRow(query) { try body($0, member) }
        }
    }

    /// The queries for the rows whose column has one of these values, with the class of each.
    private func queries(
        of entity: EntityDescription, whose column: Int, isOneOf numbers: [Int64]
    ) -> [(query: Query, member: EntityDescription)] {
        let name = entity.attributes[column].name
        return entity.family.flatMap { member -> [(query: Query, member: EntityDescription)] in
            guard let index = member.attributes.firstIndex(where: { $0.name == name }) else { return [] }
            let reference = QueryExpression(.attribute(index, of: .fetched), .reference, isOptional: true)
            return numbers.parts(of: 500).map { part in
                var query = Query(entity: coordinator.schema(of: member).alone)
                query.condition = .boolean(.isOneOf(reference, part.map(StoredValue.integer)))
                return (query, member)
            }
        }
    }

    private func forEachRow(_ query: Query, _ body: (RowPage.Row) throws -> Void) throws {
        try readStore { try $0.fetchRows(query, body) }
    }
}

extension Array {
    /// The elements in parts of up to a number of them.
    fileprivate func parts(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
