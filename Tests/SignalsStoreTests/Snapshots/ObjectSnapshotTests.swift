import Foundation
import Signals
import Testing
import XCTest

@testable import SignalsStore

final class ObjectSnapshotTests: XCTestCase {
    func testASnapshotHasTheValuesOfEachType() throws {
        let container = try makeContainer(ManagedObjectModel(Everything.self))
        let id = try container.inBackground { context in
            let thing = Everything(context: context)
            (thing.bool, thing.int, thing.int8, thing.uint64) = (true, -7, -8, .max)
            (thing.double, thing.float, thing.string) = (.nan, 0.5, "e\u{301}\u{0} a longer text, with emoji 🎈")
            (thing.data, thing.tags, thing.decimal) = (Data([0, 255]), ["a", "b"], Decimal(string: "12.50")!)
            (thing.frequency, thing.optionalFrequency) = (.months, .days)
            (thing.optionalInt, thing.optionalString) = (nil, "")
            try context.save()
            return thing.objectID
        }
        let snapshot = try container.inBackground { try $0.fetchSnapshots(FetchRequest<Everything>())[0] }
        XCTAssertEqual(snapshot.objectID, id)
        XCTAssertEqual(snapshot.id, id)
        XCTAssertTrue(snapshot.bool)
        XCTAssertEqual(snapshot.int, -7)
        XCTAssertEqual(snapshot.int8, -8)
        XCTAssertEqual(snapshot.uint64, .max)
        XCTAssertTrue(snapshot.double.isNaN)
        XCTAssertEqual(snapshot.float, 0.5)
        XCTAssertTrue(snapshot.string.utf8.elementsEqual("e\u{301}\u{0} a longer text, with emoji 🎈".utf8))
        XCTAssertEqual(snapshot.data, Data([0, 255]))
        XCTAssertEqual(snapshot.tags, ["a", "b"])
        XCTAssertEqual(snapshot.decimal, Decimal(string: "12.50"))
        XCTAssertEqual(snapshot.frequency, .months)
        XCTAssertEqual(snapshot.optionalFrequency, .days)
        XCTAssertNil(snapshot.optionalInt)
        XCTAssertEqual(snapshot.optionalString, "")
        XCTAssertNil(snapshot.optionalDate)
    }

    func testASnapshotDoesNotChangeWithItsObject() throws {
        let container = try makeContainer()
        try container.addChores("Water plants")
        try container.inBackground { context in
            let before = try context.fetchSnapshots(FetchRequest<Chore>())[0]
            let chore = try context.existingObject(with: before.objectID)
            chore.name = "Water the plants"
            let pending = try context.fetchSnapshots(FetchRequest<Chore>())[0]
            try context.save()
            let after = try context.fetchSnapshots(FetchRequest<Chore>())[0]
            XCTAssertEqual(before.name, "Water plants")
            XCTAssertEqual(pending.name, "Water the plants")
            XCTAssertEqual(after.name, "Water the plants")
            XCTAssertNotEqual(before, after)
            XCTAssertEqual(pending, after, "equal when the object and its values are")
            XCTAssertEqual(Set([before.objectID, pending.objectID, after.objectID]).count, 1)
        }
    }

    func testASnapshotSaysWhatItHas() throws {
        let container = try makeContainer(ManagedObjectModel(Ticket.self))
        try container.inBackground { context in
            let ticket = Ticket(context: context)
            ticket.seat = 12
            try context.save()
            let snapshot = try context.fetchSnapshots(FetchRequest<Ticket>())[0]
            XCTAssertEqual(snapshot.description, "\(ticket.objectID) (code: nil, seat: 12)")
        }
    }

    func testAValueThatTheTypeRefusesIsAnErrorAtTheFetchThatNamesIt() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let ids = try container.addChores("a", "b", "c")
        container.close()
        for (column, value) in [("frequency", "7"), ("isDone", "2"), ("notes", "CAST(X'FF' AS TEXT)")] {
            let number = ids[1].number
            try SQLiteShell.run("UPDATE Chore SET \(column) = \(value) WHERE signals_id = \(number)", at: url)
            let again = try openContainer(at: url)
            defer { again.close() }
            XCTAssertThrowsError(try again.inBackground { try $0.fetchSnapshots(FetchRequest<Chore>()) }) { error in
                switch error {
                case FetchError.refusedValue(_, let attribute, let id, _):
                    XCTAssertEqual(attribute, column)
                    XCTAssertEqual(id, AnyManagedObjectID(ids[1]))
                case FetchError.store(let reason): XCTAssertTrue(reason.contains("Chore.notes"), reason)
                default: XCTFail("\(error)")
                }
            }
            try SQLiteShell.run(
                "UPDATE Chore SET frequency = 1, isDone = 0, notes = NULL WHERE signals_id = \(number)", at: url)
        }
    }
}

@Suite struct ObjectSnapshotExitTests {
    @Test func aComputedPropertyIsNoPartOfASnapshot() async {
        await #expect(processExitsWith: .failure) {
            let container = try PersistentContainer(
                name: "Test", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
            try container.addChores("Water plants")
            let snapshot = try container.inBackground { try $0.fetchSnapshots(FetchRequest<Chore>())[0] }
            _ = snapshot.shoutedName
        }
    }
}
