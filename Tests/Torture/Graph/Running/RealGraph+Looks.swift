import SignalsStore

extension RealGraph {
    /// Has a context take over what it reads now, where nothing is read before each step. One that follows a store does so
    /// before it counts.
    func refresh(_ number: Int, _ model: GraphModel) throws {
        guard isUnread, let context = model.contexts[number] else { return }
        if context.follows, context.parent == nil {
            _ = try schema.kinds[0].figures(try self.context(number), 0)
        } else {
            try self.context(number).refreshAllObjects()
        }
    }

    /// Does what changes nothing, and compares what it finds.
    func perform(_ look: Look, _ number: Int, _ model: GraphModel) throws {
        guard let expected = model.contexts[number] else { return }
        let context = try context(number)
        switch look {
        case .letGo: if isUnread { held[number] = [:] }
        case .fault(let id): if isUnread { context.refresh(try object(number, id), mergeChanges: false) }
        case .attributes(let id):
            if let row = expected.view.rows[id] { try check(try object(number, id), id, row, number) }
        case .relationship(let id, let relation):
            guard let kind = kinds[id], schema.relations(of: kind).contains(relation) else { break }
            // A task's inner save may have made stored what the model deletes as new.
            if !expected.isPresent(id), model.isTask(number) { break }
            let object = try object(number, id)
            guard expected.isPresent(id) else { return try checkMissing(object, id, relation, number) }
            try check(object, id, relation, expected, expected.clouded, number)
            hold(schema.relations[relation].get(object), number)
        case .find(let id): try find(id, number, expected)
        case .fetch(let kind, let isHeld):
            try compare(try schema.kinds[kind].fetch(context, nil), kind, expected, number, isHeld)
        case .prefetch(let relation, let isHeld):
            let relationship = schema.relations[relation]
            try compare(try relationship.prefetch(context), relationship.owner, expected, number, isHeld)
        case .related(let relation, let value):
            let wanted = expected.view.rows.keys.sorted().filter { id in
                schema.isKind(expected.view.rows[id]?.kind ?? 0, of: schema.relations[relation].owner)
                    && expected.view.members(relation, of: id, schema).contains {
                        expected.view.rows[$0]?.attributes[1] == value
                    }
            }
            let found = try schema.relations[relation].related(context, value).map(self.number)
            guard found == wanted else {
                throw Difference("context \(number): found \(found), related to \(value), and not \(wanted)")
            }
        case .figures(let kind, let least):
            let values = expected.view.rows.values.filter {
                schema.isKind($0.kind, of: kind) && $0.attributes[0] >= least
            }
            .map { $0.attributes[0] }
            let wanted = [
                values.count, values.isEmpty ? 0 : 1, values.count, values.reduce(0, +), values.max() ?? -1,
            ]
            let found = try schema.kinds[kind].figures(context, least)
            guard found == wanted else { throw Difference("context \(number): figures are \(found) and not \(wanted)") }
        case .everything: break
        }
    }

    private func hold(_ objects: [ManagedObject], _ number: Int) {
        for object in objects { held[number]?[self.number(object)] = object }
    }

    /// Checks what a fault refers to whose row does not exist.
    private func checkMissing(_ object: ManagedObject, _ id: Int, _ relation: Int, _ number: Int) throws {
        let found = schema.relations[relation].get(object).map(self.number)
        guard found.isEmpty, object.managedObjectContext == nil else {
            throw Difference("context \(number): object \(id), which does not exist, is there with \(found)")
        }
    }

    private func find(_ id: Int, _ number: Int, _ expected: ContextModel) throws {
        guard let objectID = ids[id], let kind = kinds[id] else { return }
        do {
            let object = try schema.kinds[kind].existing(try context(number), objectID)
            guard expected.isPresent(id) else { throw Difference("context \(number): object \(id) is found") }
            hold(object.map { [$0] } ?? [], number)
        } catch FetchError.noSuchObject where !expected.isPresent(id) {}
    }

    private func compare(
        _ objects: [ManagedObject], _ kind: Int, _ expected: ContextModel, _ number: Int, _ isHeld: Bool
    ) throws {
        let found = objects.map(self.number)
        let wanted = expected.view.rows.filter { schema.isKind($0.value.kind, of: kind) }.keys.sorted()
        guard found == wanted else { throw Difference("context \(number): found \(found) and not \(wanted)") }
        if isHeld { hold(objects, number) }
    }
}

extension Experiment {
    /// Compares what can be compared without reading; all of it only where a step says so.
    func checkUnread(_ step: Step, _ real: RealGraph, _ model: inout GraphModel) throws {
        let number = step.context
        switch step {
        case .save, .saveThroughParent, .saveOnReturn, .keyed, .unit, .deleteAll, .updateAll: try real.checkStore(model)
        case .look(_, .everything): try real.check(number, &model)
        // An edit that is undone shows the newer value from the next merge on (S12.9).
        case .undo, .redo:
            if hasOthers { try real.refresh(number, model) }
            try real.synchronize(number, model)
        default: break
        }
        for number in model.contexts.keys.sorted() {
            try real.checkStatuses(try real.context(number), number, &model)
        }
    }

    private var hasOthers: Bool { setup.contexts.count > 1 || steps.contains(where: \.waits) }
}
