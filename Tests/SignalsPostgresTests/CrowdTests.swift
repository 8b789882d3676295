import Foundation
import Signals
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// Many who follow, and work in memory beside other programs.
final class CrowdTests: XCTestCase {
    func testReceiptsThatHaveExpiredAreForgottenSomeAtATime() throws {
        let schema = newSchema()
        let container = try openContainer(schema)
        let receipts = "\"\(schema)\".signals_receipts"
        try TestServer.execute(
            "INSERT INTO \(receipts) (signals_id, signals_version, key, result, expires) "
                + "SELECT 1000000000 + i, 1, 'key ' || i, '', 0 FROM generate_series(1, 1500) AS i")
        for left in [501, 2] {
            let isDone = expectation(description: "done")
            let cancellable = container.performBackgroundTask(idempotencyKey: "\(left)") { context in
                Plant(context: context).name = "Plant \(left)"
            }.sink { end in
                if case .failure(let error) = end { XCTFail("\(error)") }
                isDone.fulfill()
            } receiveValue: {
            }
            wait(for: [isDone], timeout: 30)
            cancellable.cancel()
            XCTAssertEqual(try TestServer.execute("SELECT count(*)::text FROM \(receipts)"), "\(left)")
        }
    }

    func testChildrenAndUndoGoOnWhileAnotherProgramWritesTheSameRows() throws {
        for seed in 1...20 { try workBesideAnother(UInt64(seed)) }
    }

    private func workBesideAnother(_ seed: UInt64) throws {
        let schema = newSchema()
        let (here, there) = (try openContainer(schema), try openContainer(schema, place: 1))
        defer { for container in [here, there] { container.close() } }
        try here.addPlants("Fern", "Rose", "Moss", "Ivy", "Sage")
        let chance = Locked(Chance(state: seed))
        let parent = here.newBackgroundContext()
        parent.performAndWait {
            parent.mergePolicy = .mergeByPropertyObjectTrump
            parent.isUndoEnabled = true
        }
        for step in 0..<60 {
            switch chance.withLock({ $0.next(below: 8) }) {
            case 0, 1: try there.inBackground { try change($0, step, chance) }
            case 2, 3:
                let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                try child.performAndWait { try change(child, step, chance) }
            case 4: parent.performAndWait { parent.undo() }
            case 5: parent.performAndWait { parent.redo() }
            case 6: try parent.performAndWait { try change(parent, step, chance, saves: false) }
            default: try parent.performAndWait { try parent.save() }
            }
        }
        try parent.performAndWait { try parent.save() }
        // What it has, and what is fetched elsewhere.
        let deadline = Deadline(after: 30)
        var (known, stored) = ([""], [String]())
        while known != stored, !deadline.isOver {
            known = try parent.performAndWait { try describe(parent) }
            stored = try there.inBackground { try describe($0) }
        }
        XCTAssertEqual(known, stored, "seed \(seed)")
        XCTAssertFalse(parent.performAndWait { parent.hasChanges })
    }

    private func describe(_ context: ManagedObjectContext) throws -> [String] {
        try context.fetch(FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)])).map { plant in
            "\(plant.name) \(plant.height) \(plant.seeds) \(plant.notes ?? "-")"
        }
    }

    /// Changes one of the plants as chance has it.
    private func change(
        _ context: ManagedObjectContext, _ step: Int, _ chance: Locked<Chance>, saves: Bool = true
    ) throws {
        context.mergePolicy = .mergeByPropertyObjectTrump
        let plants = try context.fetch(FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)]))
        let (place, kind) = chance.withLock { ($0.next(below: max(1, plants.count)), $0.next(below: 10)) }
        switch kind {
        case 0: Plant(context: context).name = "Plant \(step)"
        case 1: if plants.count > 2 { context.delete(plants[place]) }
        case 2...4: plants[place].height = Double(step)
        case 5...7: plants[place].seeds = UInt64(step)
        default: plants[place].notes = "note \(step)"
        }
        if saves { try context.save() }
    }
}

/// Numbers that look random, and are the same each time.
private struct Chance: Sendable {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
