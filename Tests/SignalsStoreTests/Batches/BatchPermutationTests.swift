import Foundation
import SignalsStore
import XCTest

private class Place: ManagedObject {
    @Attribute(.unique) var code: Int?
    @Attribute(.unique) var name: String?
    @Attribute var row: Int?
    @Attribute var seat: Int?
    @Attribute var note = ""
    override class var uniquenessConstraints: [[AnyKeyPath]] { [[\Place.row, \Place.seat]] }
}
private final class BoxPlace: Place {}

/// A batch update may permute unique values: what counts is what the rows have in the end.
final class BatchPermutationTests: XCTestCase {
    /// A place for each code, all in one row.
    private func makePlaces(_ codes: Int..., boxes: [Int] = []) throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Place.self, BoxPlace.self))
        try container.inBackground { context in
            for code in codes + boxes {
                let place = boxes.contains(code) ? BoxPlace(context: context) : Place(context: context)
                (place.code, place.name, place.row, place.seat) = (code, "Cafe\u{301} \(code)", 1, code)
                place.note = "e\u{301}\(code)"
            }
            try context.save()
        }
        return container
    }

    private func places(_ context: ManagedObjectContext) throws -> [Place] {
        try context.fetch(FetchRequest<Place>(sortBy: [SortDescriptor(\.note)]))
    }

    /// The values of all places, in the order in which they were made.
    private func values<Value: Sendable>(
        _ container: PersistentContainer, _ value: (Place) -> Value
    ) throws -> [Value] {
        try container.inBackground { try places($0).map(value) }
    }

    func testTwoObjectsSwapAValue() throws {
        let container = try makePlaces(1, 2)
        try container.inBackground { context in
            let known = try places(context)
            let result = try context.execute(
                BatchUpdateRequest<Place>().setting(\.code, to: #Expression<Place, Int> { 3 - ($0.code ?? 0) }))
            XCTAssertEqual(result.objectIDs, known.map(\.objectID))
            XCTAssertEqual(known.map(\.code), [2, 1])
            // The context knows the versions that were written.
            known[0].row = 7
            try context.save()
        }
        XCTAssertEqual(try values(container, \.code), [2, 1])
        XCTAssertEqual(try values(container, \.row), [7, 1])
    }

    func testValuesMoveUpAndDownWithWhatElseTheObjectsHave() throws {
        let container = try makePlaces(1, 2, 3, 4)
        try container.inBackground { context in
            for step in [1, -1, 1] {
                try context.execute(
                    BatchUpdateRequest<Place>().setting(\.code, to: #Expression<Place, Int> { ($0.code ?? 0) + step }))
            }
        }
        XCTAssertEqual(try values(container, \.code), [2, 3, 4, 5])
        XCTAssertEqual(try values(container, \.seat), [1, 2, 3, 4])
        let spelling = try values(container) { Array($0.note.utf8) + Array(($0.name ?? "").utf8) }
        XCTAssertEqual(spelling, (1...4).map { Array("e\u{301}\($0)Cafe\u{301} \($0)".utf8) })
    }

    func testValuesThatAreUniqueTogetherMoveToo() throws {
        let container = try makePlaces(1, 2, 3)
        _ = try container.inBackground { context in
            try context.execute(
                BatchUpdateRequest<Place>().setting(\.seat, to: #Expression<Place, Int> { ($0.seat ?? 0) + 1 }))
        }
        XCTAssertEqual(try values(container, \.seat), [2, 3, 4])
    }

    func testTextsAreExchangedAsTheyWereGiven() throws {
        let container = try makePlaces(1, 2)
        try container.inBackground { context in
            let (one, two) = ("Cafe\u{301} 1", "Cafe\u{301} 2")
            try context.execute(
                BatchUpdateRequest<Place>().setting(
                    \.name, to: #Expression<Place, String> { $0.code == 1 ? two : one }))
        }
        XCTAssertEqual(
            try values(container) { Array(($0.name ?? "").utf8) },
            [2, 1].map { Array("Cafe\u{301} \($0)".utf8) })
    }

    func testOnlyObjectsThatFulfilTheConditionMove() throws {
        let container = try makePlaces(1, 2, 3, 9)
        try container.inBackground { context in
            let result = try context.execute(
                BatchUpdateRequest<Place>(predicate: #Predicate { ($0.code ?? 0) < 4 })
                    .setting(\.code, to: #Expression<Place, Int> { ($0.code ?? 0) + 1 }))
            XCTAssertEqual(result.count, 3)
        }
        XCTAssertEqual(try values(container, \.code), [2, 3, 4, 9])
    }

    func testAClassAndItsSubclassExchangeValues() throws {
        let container = try makePlaces(1, 4, boxes: [2, 3])
        _ = try container.inBackground { context in
            try context.execute(
                BatchUpdateRequest<Place>().setting(\.code, to: #Expression<Place, Int> { 5 - ($0.code ?? 0) }))
        }
        XCTAssertEqual(try values(container, \.code), [4, 3, 2, 1])
    }

    /// Requires that a request fails because of two objects, and that nothing changes.
    private func requireTaken(
        _ value: String, _ names: String, _ container: PersistentContainer, _ request: BatchUpdateRequest<Place>,
        line: UInt = #line
    ) throws {
        let before = try values(container) { [$0.code, $0.seat] }
        try container.inBackground { context in
            let ids = Set(try places(context).map { AnyManagedObjectID($0.objectID) })
            XCTAssertThrowsError(try context.execute(request), line: line) { error in
                let error = error as? SaveError
                guard case .valueTaken(let taken, let owner)? = error?.reason else {
                    return XCTFail("\(error as Any)", line: line)
                }
                XCTAssertEqual(taken, value, line: line)
                XCTAssertEqual(error?.attributeName, names, line: line)
                XCTAssertEqual(Set((error?.objectIDs ?? []) + [owner].compactMap(\.self)), ids, line: line)
            }
        }
        XCTAssertEqual(try values(container) { [$0.code, $0.seat] }, before, line: line)
    }

    func testACollisionNamesTheAttributesAndBothObjects() throws {
        let container = try makePlaces(1, 2)
        try requireTaken("9", "code", container, BatchUpdateRequest().setting(\.code, to: 9))
        try requireTaken("1, 9", "row, seat", container, BatchUpdateRequest().setting(\.seat, to: 9))
        try requireTaken(
            "3", "code", container,
            BatchUpdateRequest().setting(\.code, to: #Expression<Place, Int> { ($0.code ?? 0) * 0 + 3 }))
    }

    func testACollisionWithAnObjectThatIsLeftOutNamesIt() throws {
        let container = try makePlaces(1, 2)
        try requireTaken(
            "2", "code", container,
            BatchUpdateRequest(predicate: #Predicate { $0.code == 1 }).setting(\.code, to: 2))
    }

    func testACollisionInAFamilyNamesBothObjects() throws {
        let container = try makePlaces(1, boxes: [2])
        try requireTaken("9", "code", container, BatchUpdateRequest().setting(\.code, to: 9))
        try requireTaken("1, 9", "row, seat", container, BatchUpdateRequest().setting(\.seat, to: 9))
    }

    func testAnErrorOfTheExpressionChangesNothing() throws {
        let container = try makePlaces(1, 2, Int.max)
        try container.inBackground { context in
            XCTAssertThrowsError(
                try context.execute(
                    BatchUpdateRequest<Place>().setting(\.code, to: #Expression<Place, Int> { ($0.code ?? 0) + 1 }))
            ) { error in
                guard case .unencodable? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
        XCTAssertEqual(try values(container, \.code), [1, 2, Int.max])
    }
}
