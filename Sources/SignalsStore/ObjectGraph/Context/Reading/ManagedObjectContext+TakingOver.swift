// Rows that become objects, and bring those that there are up to date.
extension ManagedObjectContext {
    /// The object of a row, made, or brought up to date where the row is newer.
    func object(for row: RowPage.Row, _ entity: EntityDescription) throws -> ManagedObject {
        try object(for: row.index, of: row.page, entity)
    }

    func object(for row: Int, of page: RowPage, _ entity: EntityDescription) throws -> ManagedObject {
        let key = page.key(row)
        // It would be older than what is here from now on.
        faulting.forgetReadAhead(key.number)
        if let known = knownObject(key.number) {
            known.isMissing = false
            if known.status == .inserted { known.isStoredToo = true }
            if known.status == .deleted, known.version < key.version { noteNewer(page[row], than: known) }
            let isReadable = known.status == .clean || known.status == .updated
            if isReadable, known.isUnloaded || known.version < key.version {
                try bringUpToDate(known, page[row])
            }
            return known
        }
        registry.nextIdentity = ObjectIdentity(
            entity: entity, number: key.number, version: key.version, status: .loading)
        let object = entity.type.init(context: self)
        do { try fill(object, row, of: page, entity) } catch {
            objects.remove(object)
            throw error
        }
        object.status = .clean
        if !relationships.strays.dangling.isEmpty {
            ObjectGraph(context: self).lookUpAgain(CollectionOfOne(key.number))
        }
        if entity.awakesFromFetch { faulting.noteFetched(object) }
        return object
    }

    /// The object with a key: only where it is none yet, rows that are to be deleted become objects.
    @inline(__always)
    private func knownObject(_ key: Int64) -> ManagedObject? {
        registry[key] ?? (cascadedRows.isEmpty ? nil : objects[key])
    }

    /// Notes that the row of an object that is to be deleted is newer: if the object comes back, what is new is read.
    private func noteNewer(_ row: RowPage.Row, than object: ManagedObject) {
        if object.edits == nil, !object.differs(from: row.values) {
            object.version = row.version
        } else {
            object.isOutdated = true
        }
    }

    private func bringUpToDate(_ object: ManagedObject, _ row: RowPage.Row) throws {
        let isWatched = object.willChange != nil || changeRecorder.isObserved
        guard isWatched, !object.isUnloaded else { return try takeOver(row.index, of: row.page, into: object) }
        guard object.differs(from: row.values) else { return object.version = row.version }
        object.willChange?.send()
        try takeOver(row.index, of: row.page, into: object)
        didRefresh(object)
    }

    /// Gives an object that was made for a row the values of that.
    ///
    /// - Parameter entity: the object's, which is not asked for it: that would count references for each row.
    private func fill(
        _ object: ManagedObject, _ row: Int, of page: RowPage, _ entity: EntityDescription
    ) throws {
        // An initialiser may have related it, and the store may not know what a child reads of its parent.
        if entity.hasReferences, object.version == 0 || ReferencesBefore.hasAny(object, entity) {
            return try takeOver(row, of: page, into: object)
        }
        try assign(row, of: page, to: object, entity, except: nil)
        if entity.hasReferences { ReferencesBefore.follow(madeForRow: object, entity, in: self) }
    }

    /// Gives an object the values of its row, except for attributes that were edited here: of those, the value that the
    /// edit replaced stays what it was, so that the next save finds the conflict.
    private func takeOver(_ row: Int, of page: RowPage, into object: ManagedObject) throws {
        let references = object.entity.hasReferences ? ReferencesBefore(object) : nil
        if object.edits != nil, object.entity.hasPositions { takeOverPositions(row, of: page, into: object) }
        try assign(row, of: page, to: object, object.entity, except: object.edits?.base)
        object.version = page.key(row).version
        object.isUnloaded = false
        object.valuesDidChange()
        references?.follow(in: self)
        references?.noteParted(in: self)
    }

    /// Notes which positions in lists an object's edited ones are changes of now: they are in no conflict, and a list
    /// is merged with those that others gave its members. One in a list that others took the object out of is none any
    /// more.
    private func takeOverPositions(_ row: Int, of page: RowPage, into object: ManagedObject) {
        for reference in object.entity.references {
            guard let column = reference.column, let positionColumn = reference.positionColumn,
                object.edits?.base[positionColumn] != nil
            else { continue }
            let state = reference.state(in: object)
            let isElsewhere =
                object.edits?.base[column] == nil && page.value(row, column) != .integer(state.pointee.reference)
            object.edits?.base[positionColumn] = isElsewhere ? nil : page.value(row, positionColumn)
            if isElsewhere { state.pointee.isPositionChanged = false }
        }
    }

    @inline(__always)
    private func assign(
        _ row: Int, of page: RowPage, to object: ManagedObject, _ entity: EntityDescription,
        except edited: [Int: StoredValue]?
    ) throws {
        let start = Unmanaged.passUnretained(object).toOpaque()
        let refused = page.withCells(of: row) { cells, bytes in
            entity.offsets.withUnsafeBufferPointer { offsets in
                precondition(offsets.count <= cells.count)
                return offsets.indices.first { index in
                    if let edited, edited[index] != nil { return false }
                    if offsets[index].assign(cells[index], bytes, toObjectAt: start) { return false }
                    return entity.slots.withUnsafeBufferPointer { slots in
                        !slots[index].codec.assign(cells[index], bytes, slots[index].address(in: object))
                    }
                }
            }
        }
        if let refused {
            throw FetchError.refusedValue(
                entityName: entity.name, attributeName: entity.attributes[refused].name,
                objectID: object.anyObjectID, value: page.value(row, refused))
        }
        if !entity.hasEncodedColumns { return }
        for index in entity.encodedColumns where edited?[index] == nil {
            object.forms[index] = page.value(row, index)
        }
    }
}

extension ManagedObjectContext {
    /// Reads the rows of these objects again, without applying any other notice.
    ///
    /// - Throws: `FetchError`.
    func readAgain(_ objects: [ManagedObject]) throws {
        var notice = CommitNotice()
        for object in objects { notice.noteUpdate(of: object.number, object.entity.name) }
        if case .parent(let parent) = source {
            try take(try ask(parent) { [notice] in try parent.rowsReadAgain(for: notice) }, notice)
            RelationshipNotice(notice).apply(to: self)
        } else {
            try refresh(notice)
        }
    }

    /// Reads the rows of a notice again. A row that is gone takes its object with it, unless that was edited here: then
    /// the next save reports the conflict.
    func refresh(_ notice: CommitNotice) throws {
        var gone: [ManagedObject] = []
        // Until the effects on relationships are known, though there may be no other reference to the objects now.
        var held: [ManagedObject] = []
        defer { ObjectGraph(context: self).loseGone(gone) }
        for (name, numbers) in notice.changed where coordinator.schemas[name] != nil {
            // A notice may name objects of subclasses by a superclass: each is read as one of its own.
            let classes = Dictionary(grouping: numbers.compactMap { objects[$0] }) { ObjectIdentifier($0.entity) }
            for known in classes.values {
                held += known
                let seen = try puttingListsInOrderOnce {
                    Set(try read(known.map(\.number), in: known[0].entity).map(\.number))
                }
                gone += forgetIfClean(known.filter { !seen.contains($0.number) })
            }
        }
        withExtendedLifetime(held) { RelationshipNotice(notice).apply(to: self) }
    }
}

extension ManagedObject {
    /// True if any attribute that was not edited has another value, or another context gave the object another position
    /// in a list.
    final func differs(from values: [StoredValue]) -> Bool {
        entity.attributes.contains { attribute in
            edits?.base[attribute.index] == nil && (try? attribute.storedValue(in: self)) != values[attribute.index]
        }
            || edits != nil && entity.hasPositions
                && entity.references.contains { reference in
                    guard let positionColumn = reference.positionColumn, let base = edits?.base[positionColumn] else {
                        return false
                    }
                    return base != values[positionColumn]
                }
    }
}
