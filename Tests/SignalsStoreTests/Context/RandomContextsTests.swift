import Foundation
import Signals
import XCTest

@testable import SignalsStore

private final class Point: ManagedObject {
    @Attribute var a = 0
    @Attribute var b = 0
    @Attribute var c = 0

    var values: [Int] { [a, b, c] }

    func assign(_ value: Int, _ index: Int) {
        switch index {
        case 0: a = value
        case 1: b = value
        default: c = value
        }
    }
}

/// One thing that is done in one of the contexts. The numbers choose among what there is when it is done, so that any
/// part of a list of operations is a list of operations too.
private struct Operation: CustomStringConvertible {
    enum Kind: CaseIterable {
        case insert, assign, assignHeld, delete, save, saveAll, fetch, look, rollback, undo, redo, refresh, merge, reset
    }

    let kind: Kind
    let context: Int
    let choice: Int
    let value: Int

    var description: String { "\(kind) in \(context) (\(choice), \(value))" }

    static func random(_ random: inout SeededGenerator) -> Operation {
        let weighted: [Kind] =
            [
                .insert, .insert, .fetch, .fetch, .look, .rollback, .refresh, .merge, .redo, .undo, .undo, .delete,
                .delete,
            ]
            + [Kind](repeating: .assign, count: 6) + [Kind](repeating: .assignHeld, count: 4)
            + [Kind](repeating: .save, count: 5)
            + (Int.random(in: 0..<8, using: &random) == 0 ? [.reset, .saveAll] : [])
        return Operation(
            kind: weighted.randomElement(using: &random)!, context: .random(in: 0..<7, using: &random),
            choice: .random(in: 0..<1_000_000, using: &random), value: .random(in: 0..<5, using: &random))
    }
}

/// The values that each context saved last; used on one thread at a time.
// SAFETY: the test waits for each queue on which it is used.
private final class Saves: @unchecked Sendable {
    private(set) var last: [Int: ObjectChanges] = [:]

    func note(_ changes: ObjectChanges, _ context: Int) { last[context] = changes }
}

/// Seven contexts, two generations of children among them, driven beside the model of them.
private final class Run {
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    let container: PersistentContainer
    let model = StoreModel()
    var contexts: [ManagedObjectContext] = []
    var models: [ContextModel] = []
    private var ids: [Int: ManagedObjectID<Point>] = [:]
    private var held: [[Int: Unchecked<Point>]] = []
    private let saves = Saves()
    private var cancellables = Set<AnyCancellable>()

    init(seed: UInt64) throws {
        container = try PersistentContainer(
            name: "Random", model: ManagedObjectModel(Point.self), stores: [.scratch])
        var random = SeededGenerator(state: seed ^ 0x5EED)
        for parent in [nil, nil, nil, 0, 0, 3, 1] as [Int?] { add(parent, &random) }
    }

    deinit { container.close() }

    var description: String {
        models.enumerated().map { index, model in
            let parent = models.firstIndex { $0 === model.parent }.map(String.init) ?? "-"
            return "\(index): parent \(parent), \(model.policy), follows \(model.follows), undoes \(model.undoes)"
        }
        .joined(separator: "\n")
    }

    private func add(_ parent: Int?, _ random: inout SeededGenerator) {
        let policies: [MergePolicy] = [
            .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
        ]
        let policy = policies.randomElement(using: &random)!
        let (follows, undoes) = (Bool.random(using: &random), Bool.random(using: &random))
        let context =
            parent.map { ManagedObjectContext(concurrencyType: .privateQueue, parent: contexts[$0]) }
            ?? container.newBackgroundContext()
        context.name = "\(contexts.count)"
        context.mergePolicy = policy
        context.automaticallyMergesChangesFromParent = follows
        context.performAndWait {
            context.isUndoEnabled = undoes
            context.levelsOfUndo = 0
        }
        let index = contexts.count
        context.didSave.sink { [saves] in saves.note($0, index) }.store(in: &cancellables)
        contexts.append(context)
        models.append(
            parent.map { models[$0].makeChild(policy, follows: follows, undoes: undoes) }
                ?? model.makeRoot(policy, follows: follows, undoes: undoes))
        held.append([:])
    }

    func perform(_ operation: Operation) throws {
        let (context, expected) = (contexts[operation.context], models[operation.context])
        if operation.kind == .saveAll { return try saveAll() }
        try context.performAndWait { try perform(operation, context, expected) }
        try settle()
    }

    private func saveAll() throws {
        for index in contexts.indices.reversed() {
            try contexts[index].performAndWait { try save(index) }
            try settle()
        }
    }

    private func settle() throws {
        // Contexts that follow hear of it in hops; a child's goes through its parent's queue.
        for _ in 0..<6 { for context in contexts { context.performAndWait {} } }
        for index in contexts.indices { try contexts[index].performAndWait { try check(index) } }
    }

    private func perform(
        _ operation: Operation, _ context: ManagedObjectContext, _ expected: ContextModel
    ) throws {
        switch operation.kind {
        case .insert:
            let point = Point(context: context)
            ids[Int(point.number)] = point.objectID
            held[operation.context][Int(point.number)] = Unchecked(point)
            expected.insert(Int(point.number))
        case .assign:
            try fetch(context, expected)
            let candidates = expected.known.values.filter { $0.status != .deleted }.map(\.id).sorted()
            assign(operation, candidates)
        case .assignHeld: assign(operation, expected.known.keys.sorted())
        case .delete:
            try fetch(context, expected)
            guard let id = pick(operation, expected.known.keys.sorted()) else { return }
            if let point = held[operation.context][id]?.value { context.delete(point) }
            expected.delete(id)
        case .save: try save(operation.context)
        case .saveAll: break
        case .fetch: try fetch(context, expected)
        case .look: try look(operation, context, expected)
        case .rollback:
            context.rollback()
            expected.rollback()
        case .undo:
            context.undo()
            expected.undo()
        case .redo:
            context.redo()
            expected.redo()
        case .refresh:
            context.refreshAllObjects()
            expected.refreshAll()
        case .merge:
            let source = operation.choice % contexts.count
            if let changes = saves.last[source] {
                context.mergeChanges(from: changes)
                expected.apply(models[source].lastSave)
            }
        case .reset:
            context.reset()
            expected.reset()
        }
    }

    private func pick(_ operation: Operation, _ candidates: [Int]) -> Int? {
        candidates.isEmpty ? nil : candidates[operation.choice % candidates.count]
    }

    private func assign(_ operation: Operation, _ candidates: [Int]) {
        guard let id = pick(operation, candidates), let point = held[operation.context][id]?.value else { return }
        let index = operation.choice / 7 % 3
        point.assign(operation.value, index)
        models[operation.context].assign(id, index, operation.value)
    }

    private func save(_ index: Int) throws {
        var error: SaveError?
        do throws(SaveError) { try contexts[index].save() } catch let refusal { error = refusal }
        var isRefused = false
        do { try models[index].save() } catch { isRefused = true }
        guard (error != nil) == isRefused else {
            throw Mismatch(description: "save of \(index): \(error.map(String.init(describing:)) ?? "succeeded")")
        }
    }

    private func fetch(_ context: ManagedObjectContext, _ expected: ContextModel) throws {
        let index = models.firstIndex { $0 === expected }!
        let points = try context.fetch(FetchRequest<Point>(sortBy: [SortDescriptor(\.b), SortDescriptor(\.a)]))
        let found = expected.fetch()
        for point in points { held[index][Int(point.number)] = Unchecked(point) }
        let actual = Dictionary(points.map { (Int($0.number), $0.values) }) { $1 }
        guard actual == found, points.count == found.count else {
            throw Mismatch(description: "fetch in \(index): \(actual) instead of \(found)")
        }
        let count = try context.count(for: FetchRequest<Point>(predicate: #Predicate { $0.a > 2 }))
        guard count == found.values.filter({ $0[0] > 2 }).count else {
            throw Mismatch(description: "count in \(index): \(count)")
        }
    }

    private func look(
        _ operation: Operation, _ context: ManagedObjectContext, _ expected: ContextModel
    ) throws {
        guard let id = pick(operation, ids.keys.sorted()), let objectID = ids[id] else { return }
        let point = try? context.existingObject(with: objectID)
        let found = expected.existing(id)
        guard point?.values == found else {
            throw Mismatch(
                description: "look in \(operation.context): \(point?.values ?? []) instead of \(found ?? [])")
        }
        if let point { held[operation.context][id] = Unchecked(point) }
    }

    /// Compares all that a context knows.
    private func check(_ index: Int) throws {
        let (context, expected) = (contexts[index], models[index])
        var known: [Int: Unchecked<Point>] = [:]
        for case let point as Point in context.registeredObjects { known[Int(point.number)] = Unchecked(point) }
        guard Set(known.keys) == Set(expected.known.keys) else {
            throw Mismatch(
                description: "context \(index) knows \(known.keys.sorted()) instead of \(expected.known.keys.sorted())")
        }
        for (id, object) in expected.known {
            guard let point = known[id]?.value else { continue }
            // Of a row that is gone, an undo in the parent may show other values until the parent knows that it is: a
            // child's hops see these or not.
            if object.isMissing, expected.parent != nil, expected.follows {
                for (index, value) in point.values.enumerated() where object.base[index] == nil {
                    object.values[index] = value
                }
            }
            let actual = "\(point.values) \(status(of: point))"
            guard actual == "\(object.values) \(object.status)" else {
                throw Mismatch(
                    description:
                        "context \(index), object \(id): \(actual) instead of \(object.values) \(object.status)")
            }
        }
        for (id, point) in held[index] where known[id] == nil && point.value.managedObjectContext != nil {
            throw Mismatch(description: "context \(index) lost object \(id)")
        }
        held[index] = known
        guard context.hasChanges == !expected.pending.isEmpty else {
            throw Mismatch(description: "context \(index) has changes: \(context.hasChanges)")
        }
    }

    private func status(of point: Point) -> ObjectModel.Status {
        if point.isInserted { return .inserted }
        if point.isDeleted { return .deleted }
        return point.isUpdated ? .updated : .clean
    }
}

final class RandomContextsTests: XCTestCase {
    /// More rounds and a seed can be asked for: `SIGNALS_ROUNDS=500 SIGNALS_SEED=7 swift test --filter RandomContexts`.
    func testNestedAndPeerContextsHoldWhatASimpleModelHolds() throws {
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["SIGNALS_ROUNDS"].flatMap(Int.init) ?? 12
        let first = environment["SIGNALS_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1 << 32)
        print("first seed \(first), \(rounds) rounds")
        for seed in first..<first + UInt64(rounds) {
            var random = SeededGenerator(state: seed)
            let operations = (0..<250).map { _ in Operation.random(&random) }
            guard let failure = failure(of: operations, seed) else { continue }
            let fewest = shrink(operations, seed)
            let reason = self.failure(of: fewest, seed)
            XCTFail(
                """
                seed \(seed): \(failure)
                fewest operations: \(reason ?? "none")
                \((try? Run(seed: seed).description) ?? "")
                \(fewest.map(\.description).joined(separator: "\n"))
                """)
            return
        }
        Torture.report("random operations in seven contexts: \(rounds) rounds of 250, each as the model of them says")
    }

    private func failure(of operations: [Operation], _ seed: UInt64) -> String? {
        do {
            let run = try Run(seed: seed)
            for (step, operation) in operations.enumerated() {
                do { try run.perform(operation) } catch { return "step \(step), \(operation): \(error)" }
            }
            return nil
        } catch { return "\(error)" }
    }

    /// Leaves out operations as long as it still fails.
    private func shrink(_ operations: [Operation], _ seed: UInt64) -> [Operation] {
        var fewest = operations
        var part = fewest.count / 2
        while part > 0 {
            var start = 0
            while start < fewest.count {
                var fewer = fewest
                fewer.removeSubrange(start..<min(start + part, fewer.count))
                if failure(of: fewer, seed) != nil { fewest = fewer } else { start += part }
            }
            part /= 2
        }
        return fewest
    }
}
