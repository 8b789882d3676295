import Foundation
import Signals
import SignalsStore

/// A difference between the package and the model.
struct Difference: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The package, doing the steps of a sequence on the main queue.
final class RealGraph {
    struct OwnError: Error {}

    let schema: Schema
    let container: PersistentContainer
    private let isLazy: Bool
    let isUnread: Bool
    private var contexts: [Int: ManagedObjectContext] = [:]
    var held: [Int: [Int: ManagedObject]] = [:]
    var ids: [Int: AnyManagedObjectID] = [:]
    private var numbers: [AnyManagedObjectID: Int] = [:]
    var kinds: [Int: Int] = [:]

    /// - Parameter readsAll: true to read everything before each step all the same.
    init(_ schema: Schema, _ setup: Setup, readsAll: Bool = false) throws {
        self.schema = schema
        isLazy = setup.isLazy && !readsAll
        isUnread = setup.isUnread && !readsAll
        container = try PersistentContainer(name: "Graph", model: schema.model, stores: [.graph])
        for (number, context) in setup.contexts.enumerated() { add(number, context) }
    }

    /// Lets go of everything here, and not where the last task's closure is released.
    func close() {
        held = [:]
        contexts = [:]
        container.close()
    }

    func add(_ number: Int, _ setup: Setup.Context) {
        let context =
            setup.parent.flatMap { contexts[$0] }.map { ManagedObjectContext(concurrencyType: .mainQueue, parent: $0) }
            ?? ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.mergePolicy = setup.policy
        context.automaticallyMergesChangesFromParent = setup.follows
        context.isUndoEnabled = setup.undoes
        contexts[number] = context
        held[number] = [:]
    }

    /// A task's context has a number above the others', and must leave its parent's queue alone.
    private func isTask(_ number: Int) -> Bool { number >= 100 }

    func context(_ number: Int) throws -> ManagedObjectContext {
        guard let context = contexts[number] else { throw Difference("no context \(number)") }
        return context
    }

    func object(_ number: Int, _ id: Int) throws -> ManagedObject {
        if let object = held[number]?[id], object.managedObjectContext != nil { return object }
        guard let kind = kinds[id], let objectID = ids[id],
            let object = schema.kinds[kind].object(try context(number), objectID)
        else { throw Difference("context \(number) has no object \(id)") }
        held[number]?[id] = object
        return object
    }

    func number(_ object: ManagedObject) -> Int {
        schema.kinds.indices.last { type(of: object) == schema.kinds[$0].type }
            .flatMap { numbers[schema.kinds[$0].id(object)] } ?? -1
    }
}

// Tasks.
extension RealGraph {
    /// Lets the steps of a task use the context that its closure was given.
    func enter(_ number: Int, _ context: ManagedObjectContext) {
        contexts[number] = context
        held[number] = [:]
    }

    func leave(_ number: Int) {
        held[number] = nil
        contexts[number] = nil
    }
}

// Doing.
extension RealGraph {
    /// Reads everything now.
    func synchronize(_ number: Int, _ model: GraphModel) throws {
        if isUnread, number >= 0 { return }
        let context = try context(number)
        let parent = model.contexts[number]?.parent
        if let parent, !isTask(number) { try synchronize(parent, model) }
        // What a parent changes itself, deletions too, shows at the child's next reading.
        if parent != nil || !(model.contexts[number]?.follows ?? false) { context.refreshAllObjects() }
        for kind in schema.kinds where kind.parent == nil {
            for object in try kind.fetch(context, nil) {
                let id = self.number(object)
                held[number]?[id] = object
                readRelationships(of: object, id, number)
            }
        }
        // No fetch finds them, and undo puts them back.
        for (id, object) in held[number] ?? [:] where object.isDeleted { readRelationships(of: object, id, number) }
    }

    private func readRelationships(of object: ManagedObject, _ id: Int, _ number: Int) {
        guard !isLazy || isTask(number) else { return }
        for relation in schema.relations(of: kinds[id] ?? 0) { _ = schema.relations[relation].get(object) }
    }

    /// Does a step; what it found, if it is a fetch.
    func perform(_ step: Step, _ model: GraphModel) throws -> [Int] {
        let number = step.context
        switch step {
        case .saveOnReturn, .keyed, .unit:
            try runTask(step, model)
            return []
        case .query(_, let kind, let least, let isDescending, let limit):
            try synchronize(number, model)
            let query = Query(least: least, isDescending: isDescending, limit: limit)
            return try schema.kinds[kind].fetch(try context(number), query).map(self.number)
        case .refreshAll:
            if isUnread { try context(number).refreshAllObjects() }
            try synchronize(number, model)
        case .look(_, let look): try perform(look, number, model)
        case .refresh(_, let id, let mergeChanges):
            try synchronize(number, model)
            try context(number).refresh(try object(number, id), mergeChanges: mergeChanges)
        case .release:
            held[number] = nil
            contexts[number] = nil
        case .deleteAll(_, let kind, let least): try wait(schema.kinds[kind].deleteAll(container, least))
        case .updateAll(_, let kind, let least, let value):
            try wait(schema.kinds[kind].updateAll(container, least, value))
        case .rollback:
            if let parent = model.contexts[number]?.parent { try synchronize(parent, model) }
            try context(number).rollback()
        case .reset:
            try context(number).reset()
            held[number] = [:]
        case .save: try context(number).save()
        case .saveThroughParent:
            if let parent = model.contexts[number]?.parent { try synchronize(parent, model) }
            try context(number).saveThroughParent()
        case .group(_, let steps):
            let context = try context(number)
            context.beginUndoGrouping()
            defer { context.endUndoGrouping() }
            var expected = model
            for step in steps where expected.isPossible(step) {
                _ = try perform(step, expected)
                _ = expected.perform(step)
            }
        default: try change(step)
        }
        return []
    }

    private func change(_ step: Step) throws {
        let number = step.context
        switch step {
        case .insert(_, let id, let kind):
            let object = schema.kinds[kind].make(try context(number))
            held[number]?[id] = object
            ids[id] = schema.kinds[kind].id(object)
            numbers[schema.kinds[kind].id(object)] = id
            kinds[id] = kind
        case .set(_, let id, let attribute, let value):
            schema.kinds[kinds[id] ?? 0].attributes[attribute].set(try object(number, id), value)
        case .relate(_, let id, let relation, let members):
            schema.relations[relation].set(try object(number, id), try members.map { try object(number, $0) })
        case .add(_, let id, let relation, let member):
            schema.relations[relation].add(try object(number, id), try object(number, member))
        case .remove(_, let id, let relation, let member):
            schema.relations[relation].remove(try object(number, id), try object(number, member))
        case .delete(_, let id): try context(number).delete(try object(number, id))
        case .undo: try context(number).undo()
        case .redo: try context(number).redo()
        default: break
        }
    }

}

// Comparing.
extension RealGraph {
    func check(_ number: Int, _ model: inout GraphModel) throws {
        let context = try context(number)
        guard let expected = model.contexts[number] else { return }
        let clouded = expected.clouded
        for (id, row) in expected.view.rows.sorted(by: { $0.key < $1.key }) {
            let object = try object(number, id)
            // The first access to a fault is one to a value, or to a relationship.
            let isValueFirst = id.isMultiple(of: 2)
            if isValueFirst { try check(object, id, row, number) }
            if !clouded.contains(id) {
                for relation in schema.relations(of: row.kind) {
                    try check(object, id, relation, expected, clouded, number)
                }
            }
            if !isValueFirst { try check(object, id, row, number) }
        }
        for (id, object) in held[number] ?? [:] where !expected.isPresent(id) {
            if expected.pending.status[id] == .deleted {
                // One that was gone meanwhile with its row is another object since.
                guard try self.object(number, id).isDeleted else {
                    throw Difference("context \(number): object \(id) is not deleted")
                }
            } else if object.managedObjectContext != nil {
                throw Difference("context \(number): object \(id) should be gone")
            } else {
                held[number]?[id] = nil
            }
        }
        try checkStatuses(context, number, &model)
        if isLazy { model.contexts[number]?.unread = [:] }
    }

    func check(_ object: ManagedObject, _ id: Int, _ row: Graph.Row, _ number: Int) throws {
        guard object.managedObjectContext != nil else { throw Difference("context \(number): object \(id) is gone") }
        for (index, attribute) in schema.kinds[row.kind].attributes.enumerated() {
            let value = attribute.get(object)
            guard value == row.attributes[index] else {
                throw Difference(
                    "context \(number): object \(id).\(attribute.name) is \(value) and not \(row.attributes[index])")
            }
        }
    }

    func check(
        _ object: ManagedObject, _ id: Int, _ relation: Int, _ expected: ContextModel, _ clouded: Set<Int>,
        _ number: Int
    ) throws {
        let relationship = schema.relations[relation]
        let wanted = expected.view.members(relation, of: id, schema).filter { !clouded.contains($0) }
        var found = relationship.get(object).map(self.number).filter { !clouded.contains($0) }
        if relationship.cardinality != .list { found.sort() }
        // Under deny and noAction a reference to what is deleted here reads it until the save (S5.4).
        if relationship.cardinality == .one, wanted.isEmpty {
            found = found.filter { expected.pending.deleted[$0] == nil }
        }
        guard found == wanted else {
            throw Difference("context \(number): object \(id).\(relationship.name) is \(found) and not \(wanted)")
        }
    }

    func checkStatuses(_ context: ManagedObjectContext, _ number: Int, _ model: inout GraphModel) throws {
        // What a deletion implies makes only those updated that are registered (S5.5).
        if isUnread, let implied = model.contexts[number]?.changedByRulesAlone {
            model.contexts[number]?.pending.perhapsUpdated.formUnion(implied)
        }
        let pending = model.contexts[number]?.pending ?? ContextModel.Pending()
        let sets: [(String, Set<ManagedObject>, ContextModel.Status)] = [
            ("inserted", context.insertedObjects, .inserted), ("updated", context.updatedObjects, .updated),
            ("deleted", context.deletedObjects, .deleted),
        ]
        for (name, objects, status) in sets {
            let found = Set(objects.map(self.number))
            let wanted = Set(pending.status.filter { $0.value == status }.keys)
            let isRight =
                status == .updated
                ? wanted.isSubset(of: found.union(pending.perhapsUpdated))
                    && found.isSubset(of: wanted.union(pending.perhapsUpdated))
                : found == wanted
            guard isRight else {
                throw Difference("context \(number): \(name) are \(found.sorted()) and not \(wanted.sorted())")
            }
            if status == .updated {
                for id in pending.perhapsUpdated where pending.status[id] == nil || pending.status[id] == .updated {
                    model.contexts[number]?.pending.status[id] = found.contains(id) ? .updated : nil
                }
                model.contexts[number]?.pending.perhapsUpdated = []
            }
        }
        let hasChanges = !(model.contexts[number]?.pending.status.isEmpty ?? true)
        guard context.hasChanges == hasChanges else {
            throw Difference("context \(number): hasChanges is \(context.hasChanges)")
        }
    }

    /// Reads the store with a context of its own.
    func checkStore(_ model: GraphModel) throws {
        let setup = Setup.Context(parent: nil, policy: .error, follows: false, undoes: false)
        add(-1, setup)
        defer {
            contexts[-1] = nil
            held[-1] = nil
        }
        // Their objects have the IDs of others now, or are gone.
        for id in model.joined.keys { for number in held.keys { held[number]?[id] = nil } }
        var alone = GraphModel(schema, Setup(contexts: []))
        alone.store = model.store
        alone.add(-1, setup)
        try synchronize(-1, alone)
        let found = Set((held[-1] ?? [:]).keys)
        guard found == Set(model.store.rows.keys) else {
            throw Difference("the store has \(found.sorted()) and not \(model.store.rows.keys.sorted())")
        }
        do { try check(-1, &alone) } catch let error as Difference {
            throw Difference("the store (as context -1): \(error)")
        }
        for (id, owner) in model.joined where found.contains(owner) {
            let number = try number(object(-1, id))
            guard number == owner else { throw Difference("object \(id) is \(number) and not \(owner)") }
            held[-1]?[id] = nil
        }
    }
}

// Errors.
extension RealGraph {
    func failure(_ error: any Error) -> Failure {
        if let error = error as? UnitOfWorkError { return failure(error.reason) }
        if error is OwnError { return .own }
        guard let error = error as? SaveError else { return .other("\(error)") }
        let id = error.objectIDs.first.flatMap { numbers[$0] } ?? -1
        let name = error.attributeName ?? ""
        switch error.reason {
        case .conflict: return .conflict(id, attribute: name)
        case .deletionConflict: return .deletionConflict(id)
        case .relatedObjectDeleted(let target):
            return .relatedObjectDeleted(id, relation: name, target: numbers[target] ?? -1)
        case .relationshipMissing: return .relationshipMissing(id, relation: name)
        case .deletionDenied: return .deletionDenied(id, relation: name)
        case .valueTaken(_, let owner):
            return .valueTaken(id, attribute: name, by: owner.flatMap { numbers[$0] } ?? -1)
        case .unsavedInParent: return .unsavedInParent(id)
        default: return .other("\(error)")
        }
    }
}
