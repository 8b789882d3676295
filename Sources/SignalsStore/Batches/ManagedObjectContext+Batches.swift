import Foundation

// Core Data's `execute(_:)`. A batch goes to the store at once and is committed on its own, whatever changes the
// context has. Contexts that follow the store, and this one, bring their objects up to date; attributes that were edited
// keep their edits, so that the next save finds the conflict.
extension ManagedObjectContext {
    /// Inserts many objects in one transaction, without making them here. Returns when they are durable.
    ///
    /// Runs on the context's queue.
    ///
    /// - Parameter request: the objects to insert.
    /// - Throws: `SaveError`, such as `.valueTaken`, or what the request's closure throws; then nothing was inserted.
    @discardableResult
    public func execute<Object: ManagedObject>(_ request: BatchInsertRequest<Object>) throws -> BatchResult<Object> {
        let entity = try beginBatch(of: Object.self)
        var page = RowPageBuilder(coordinator.schema(of: entity))
        var assigned: [Int64: Set<Int>] = [:]
        let context = ManagedObjectContext(prototypeOf: entity, recorder: AccessRecorder())
        try context.confinement.enter {
            try request.make({ Object(context: context) }) { object in
                let number = try append(object, entity, request.placement, to: &page)
                guard request.response == .update else { return }
                assigned[number] = Set(entity.slots.indices.filter { entity.slots[$0].isChanged(in: object) })
            }
        }
        let rows = page.finish()
        if rows.isEmpty { return BatchResult([], of: confinement.store) }
        let outcome = try commitBatch { changeSet in
            changeSet.insertions = [rows]
            switch request.response {
            case .fail: break
            case .skip: changeSet.joining = .init(defaults: [entity.name: []], batch: .skip)
            case .update: changeSet.joining = .init(defaults: [entity.name: []], batch: .update(assigned))
            }
        }
        var consequences = outcome.consequences
        for number in outcome.joined.values { consequences.noteUpdate(of: number, entity.name) }
        note(consequences)
        renewGenerations()
        var seen: Set<Int64> = []
        let numbers = rows.numbers.filter { !outcome.skipped.contains($0) }.map { outcome.joined[$0] ?? $0 }
        return BatchResult(numbers.filter { seen.insert($0).inserted }, of: confinement.store)
    }

    private func append(
        _ object: ManagedObject, _ entity: EntityDescription, _ placement: StorePlacement,
        to page: inout RowPageBuilder
    ) throws -> Int64 {
        let number = try coordinator.nextNumber(at: coordinator.storeIndex(of: entity, placement))
        page.beginRow(number: number, version: 1)
        for (index, slot) in entity.slots.enumerated() {
            do { try slot.codec.encode(slot.address(in: object), &page) } catch {
                throw SaveError(
                    .unencodable(reason: "\(error)"), entityName: entity.name,
                    attributeName: entity.attributes[index].name)
            }
        }
        return number
    }

    /// Changes many objects in one transaction, in the store. Returns when that is durable.
    ///
    /// Runs on the context's queue.
    ///
    /// - Parameter request: the condition on the objects, and their new values.
    /// - Throws: `SaveError`, such as `.valueTaken`, or `FetchError` for what cannot be translated; then nothing was changed.
    @discardableResult
    public func execute<Object: ManagedObject>(_ request: BatchUpdateRequest<Object>) throws -> BatchResult<Object> {
        let entity = try beginBatch(of: Object.self)
        guard !request.assignments.isEmpty else { return BatchResult([], of: confinement.store) }
        return try change(FetchRequest(predicate: request.predicate), entity) { member in
            .update(try request.assignments.map { try $0(member, confinement.store) })
        }
    }

    /// Deletes many objects in one transaction, in the store. Returns when that is durable.
    ///
    /// Runs on the context's queue.
    ///
    /// - Parameter request: the request for the objects.
    /// - Throws: `SaveError`, or `FetchError` for what cannot be translated; then nothing was deleted.
    @discardableResult
    public func execute<Object: ManagedObject>(_ request: BatchDeleteRequest<Object>) throws -> BatchResult<Object> {
        try change(request.fetchRequest, try beginBatch(of: Object.self)) { _ in .delete }
    }

    private func beginBatch(of type: ManagedObject.Type) throws -> EntityDescription {
        verify("execute(_:)")
        if innerSaves == .open || innerSaves == .preparing {
            fatalError(
                "A batch request on \(type) was executed inside of a closure whose changes are saved together or not at "
                    + "all. It is a transaction of its own: use container.execute(_:), or a background context.")
        }
        if innerSaves == .ended { throw Self.endedWithoutSaving }
        requireWritable("A batch request was executed on \(type)")
        try applyInbox()
        return entity(for: type)
    }

    private func change<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription,
        _ action: (EntityDescription) throws -> ChangeSet.BatchChange.Action
    ) throws -> BatchResult<Object> {
        let family = request.includesSubentities ? entity.family : [entity]
        let batchChanges = try family.map { member in
            ChangeSet.BatchChange(query: try query(request, of: member, in: entity), action: try action(member))
        }
        let outcome = try commitBatch { $0.batchChanges = batchChanges }
        for (batchChange, numbers) in zip(batchChanges, outcome.foundInBatches) {
            let name = batchChange.query.entity.name
            markStale(numbers.lazy.filter { self.objects[$0] != nil }.map { ($0, name) })
        }
        note(outcome.consequences)
        renewGenerations()
        try? applyInbox()
        return BatchResult(outcome.foundInBatches.joined().sorted(), of: confinement.store)
    }

    /// Returns what a request finds in the table of one class. With subclasses, a limit is over all their tables, so
    /// which objects it leaves is found out before.
    private func query<Object: ManagedObject>(
        _ request: FetchRequest<Object>, of member: EntityDescription, in entity: EntityDescription
    ) throws -> Query {
        var query = try request.query(member, coordinator.schema(of: member), store: confinement.store)
        if !query.entity.subentities.isEmpty || member !== entity, query.limit != nil || query.offset > 0 {
            let whole = try request.query(entity, coordinator.schema(of: entity), store: confinement.store)
            query = Query(entity: query.entity)
            query.condition = .objectID(isOneOf: try coordinator.store.numbers(whole))
        }
        query.entity = query.entity.alone
        return query
    }

    private func commitBatch(_ fill: (inout ChangeSet) -> Void) throws -> CommitOutcome.Details {
        var changeSet = ChangeSet()
        changeSet.contextName = name
        fill(&changeSet)
        let span = defaults.spans.begin(.save, at: nil)
        span?.note(changeSet)
        let outcome = Result { () throws(SaveError) in
            try coordinator.commit(changeSet, from: ObjectIdentifier(self))
        }
        span?.end(outcome)
        return try outcome.get().details
    }
}
