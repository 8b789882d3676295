import Foundation
import Signals
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// Saves that only add rows, few and many: these go to the server in other ways than all others.
final class InsertionTests: XCTestCase {
    private let counts = [1, 2, 700, 2500]
    private var cancellables: Set<AnyCancellable> = []

    private func texts(_ number: Int) -> String? {
        [nil, "", "plain", "e\u{301}", "é", "a\0b", "\u{1}", "🪴"][number % 8]
    }

    func testEachRowComesBackAsItWasGiven() throws {
        for count in counts {
            let schema = newSchema()
            try openContainer(schema).inBackground { context in
                for number in 0..<count {
                    let plant = Plant(context: context)
                    plant.name = "Plant \(number)"
                    plant.height = Double(number) / 3
                    plant.price = Decimal(number) / 100
                    plant.seeds = number.isMultiple(of: 2) ? UInt64.max - UInt64(number) : UInt64(number)
                    plant.photo = Data(repeating: UInt8(number % 256), count: number % 5)
                    plant.planted =
                        number.isMultiple(of: 3) ? nil : Date(timeIntervalSinceReferenceDate: Double(number))
                    plant.notes = texts(number)
                }
                try context.save()
            }
            try openContainer(schema, place: 1).inBackground { context in
                let plants = try context.fetch(FetchRequest<Plant>())
                XCTAssertEqual(plants.count, count)
                for plant in plants {
                    let number = try XCTUnwrap(Int(plant.name.dropFirst(6)))
                    XCTAssertEqual(plant.height, Double(number) / 3)
                    XCTAssertEqual(plant.price, Decimal(number) / 100)
                    XCTAssertEqual(
                        plant.seeds, number.isMultiple(of: 2) ? UInt64.max - UInt64(number) : UInt64(number))
                    XCTAssertEqual(plant.photo, Data(repeating: UInt8(number % 256), count: number % 5))
                    XCTAssertEqual(
                        plant.planted,
                        number.isMultiple(of: 3) ? nil : Date(timeIntervalSinceReferenceDate: Double(number)))
                    XCTAssertEqual(plant.notes.map { Array($0.utf8) }, texts(number).map { Array($0.utf8) })
                }
            }
        }
    }

    func testTwoSpellingsOfATextAreEqualInTheStore() throws {
        for count in counts {
            let container = try openContainer(newSchema())
            try container.inBackground { context in
                for number in 0..<count {
                    let plant = Plant(context: context)
                    plant.name = "Plant \(number)"
                    plant.notes = number.isMultiple(of: 2) ? "e\u{301}" : "é"
                }
                try context.save()
                let found = FetchRequest<Plant>(predicate: #Predicate { $0.notes == "é" })
                XCTAssertEqual(try context.count(for: found), count)
            }
        }
    }

    func testATakenValueFailsItsSaveAloneWhateverCameWithIt() throws {
        for count in counts {
            let container = try openContainer(newSchema())
            try container.addPlants("Rose")
            let ends = expectation(description: "\(count)")
            ends.expectedFulfillmentCount = 3
            let results = Locked<[String: String]>([:])
            // The first holds the others up, so that they are committed together.
            for name in ["Ash", "Rose", "Fern"] {
                container.save { context in
                    Plant(context: context).name = name
                    for number in 1..<count { Plant(context: context).name = "\(name) \(number)" }
                }
                .mapError { $0 as NSError }
                .sink { end in
                    if case .failure(let error) = end { results.withLock { $0[name] = "\(error)" } }
                    ends.fulfill()
                } receiveValue: {
                }
                .store(in: &cancellables)
            }
            wait(for: [ends], timeout: 60)
            XCTAssertEqual(results.withLock { Array($0.keys) }, ["Rose"])
            XCTAssertEqual(try container.plantNames().count, 1 + 2 * count)
        }
    }

    func testARowThatRefersToOneThatIsGoneIsRefused() throws {
        let model = ManagedObjectModel(Bed.self, Seedling.self)
        for count in counts {
            let schema = newSchema()
            let here = try openContainer(schema, model)
            let there = try openContainer(schema, model, place: 1)
            let (kept, gone) = try here.inBackground { context in
                let beds = (0..<2).map { _ in Bed(context: context) }
                try context.save()
                return (beds[0].objectID, beds[1].objectID)
            }
            let context = here.newBackgroundContext()
            try context.performAndWait {
                for number in 0..<count {
                    let seedling = Seedling(context: context)
                    seedling.number = number
                    seedling.bed = try context.existingObject(with: number == count / 2 ? gone : kept)
                }
                try there.inBackground { context in
                    context.delete(try context.existingObject(with: gone))
                    try context.save()
                }
                XCTAssertThrowsError(try context.save()) { error in
                    guard case .relatedObjectDeleted? = (error as? SaveError)?.reason else {
                        return XCTFail("\(count): \(error)")
                    }
                }
            }
            XCTAssertEqual(try there.inBackground { try $0.count(for: FetchRequest<Seedling>()) }, 0)
        }
    }

    func testRowsReferToOthersOfTheirSaveAndToOlderOnes() throws {
        let model = ManagedObjectModel(Bed.self, Seedling.self)
        for count in counts {
            let schema = newSchema()
            let here = try openContainer(schema, model)
            let old = try here.inBackground { context in
                let bed = Bed(context: context)
                try context.save()
                return bed.objectID
            }
            try here.inBackground { context in
                let beds = [try context.existingObject(with: old), Bed(context: context)]
                for number in 0..<count { Seedling(context: context).bed = beds[number % 2] }
                try context.save()
            }
            let sizes = try openContainer(schema, model, place: 1).inBackground { context in
                try context.fetch(FetchRequest<Bed>()).map(\.seedlings.count).sorted()
            }
            XCTAssertEqual(sizes, [count / 2, count - count / 2])
        }
    }

    func testNothingIsAddedToTablesOfAnotherModel() throws {
        for count in counts {
            let schema = newSchema()
            let container = try openContainer(schema)
            try TestServer.execute("UPDATE \"\(schema)\".signals_store SET hash = 'other'")
            XCTAssertThrowsError(try container.addManyPlants(count)) { error in
                guard case .modelChanged? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
            let rows = try TestServer.execute("SELECT count(*)::text FROM \"\(schema)\".\"Plant\"")
            XCTAssertEqual(rows, "0")
        }
    }

    func testASaveThatTheServerFailsLeavesOthersFree() throws {
        for count in counts {
            let schema = newSchema()
            let here = try openContainer(schema)
            try TestServer.execute(
                "CREATE FUNCTION \"\(schema)\".refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                    + "IF NEW.name = 'Plant 0' THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$",
                "CREATE TRIGGER refuse BEFORE INSERT ON \"\(schema)\".\"Plant\" FOR EACH ROW "
                    + "EXECUTE FUNCTION \"\(schema)\".refuse()")
            XCTAssertThrowsError(try here.addManyPlants(count)) { error in
                guard case .store(let reason)? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                XCTAssertEqual(reason, "no")
            }
            let there = try openContainer(schema, place: 1, timeout: 2)
            try there.addPlants("Rose")
            XCTAssertEqual(try here.plantNames(), ["Rose"])
        }
    }

    func testALargeSaveIsHeardByOtherPrograms() throws {
        let schema = newSchema()
        let here = try openContainer(schema)
        let heard = expectation(description: "2501")
        try openContainer(schema, place: 1).publisher(for: FetchRequest<Plant>())
            .first { $0.count == 2501 }
            .sink { _ in
            } receiveValue: { _ in
                heard.fulfill()
            }
            .store(in: &cancellables)
        try here.addPlants("Rose")
        try here.addManyPlants(2500)
        wait(for: [heard], timeout: 30)
    }

    /// Many rows are copied, which waits for a lock as a statement does, and no longer than the program says.
    func testASaveOfManyRowsThatWaitsTooLongFailsAndCanBeRepeated() throws {
        for count in counts.suffix(2) {
            let schema = newSchema()
            // A tenth of it is left for the server's answer, on a busy machine too.
            let container = try openContainer(schema, timeout: 8)
            let deadline = Deadline(after: 60)
            let other = try PostgresConnection(PostgresAddress(TestServer.address), deadline)
            _ = try other.run([Statement("BEGIN"), Statement("LOCK TABLE \"\(schema)\".\"Plant\"")], deadline)
            try container.inBackground { context in
                for number in 0..<count { Plant(context: context).name = "Plant \(number)" }
                XCTAssertThrowsError(try context.save()) { error in
                    XCTAssertEqual((error as? SaveError)?.canRetry, true, "\(error)")
                }
                XCTAssertEqual(context.insertedObjects.count, count)
                try other.run(Statement("COMMIT"), deadline)
                try context.save()
            }
            XCTAssertEqual(try container.plantNames().count, count)
        }
    }

    func testATextThatNoIndexTakesFailsItsOwnSaveAlone() throws {
        let container = try openContainer(newSchema())
        try container.addPlants("Rose")
        let all = expectation(description: "all")
        all.expectedFulfillmentCount = 60
        let outcomes = Locked<[Int: String]>([:])
        for number in 0..<60 {
            // Compressed, it is still longer than an entry of the index may be.
            let isTooLong = number % 20 == 7
            let name = isTooLong ? (0..<2_000).map { _ in UUID().uuidString }.joined() : "Plant \(number)"
            container.save { context in
                // Every second one is decided on.
                if number.isMultiple(of: 2) {
                    _ = try context.fetch(FetchRequest<Plant>()).first.map { $0.height += 0 }
                }
                Plant(context: context).name = name
            }
            .sink { end in
                if case .failure(let error) = end { outcomes.withLock { $0[number] = "\(error)" } }
                all.fulfill()
            } receiveValue: {
            }
            .store(in: &cancellables)
        }
        wait(for: [all], timeout: 60)
        XCTAssertEqual(outcomes.withLock { $0.keys.sorted() }, [7, 27, 47], "\(outcomes.withLock { $0.values })")
        XCTAssertEqual(try container.plantNames().count, 58)
    }

    func testATextThatNoIndexTakesIsNamedWithItsObjectAndAttribute() throws {
        for count in counts {
            let container = try openContainer(newSchema())
            let context = container.newBackgroundContext()
            try context.performAndWait {
                let plants = (0..<count).map { number in
                    let plant = Plant(context: context)
                    plant.name = "Plant \(number)"
                    return plant
                }
                // Longer, and without an index.
                plants[0].notes = String(repeating: "x", count: 100_000)
                plants[count / 2].name = (0..<2_000).map { _ in UUID().uuidString }.joined()
                XCTAssertThrowsError(try context.save()) { error in
                    let error = error as? SaveError
                    XCTAssertEqual(error?.entityName, "Plant")
                    XCTAssertEqual(error?.attributeName, "name")
                    XCTAssertEqual(error?.objectIDs, [plants[count / 2].id])
                    XCTAssertEqual(
                        error?.description,
                        "The Plant name cannot be stored: it has 72000 bytes, and an index of the server takes about 2,700. "
                            + "Shorten it, or give the attribute no index.")
                }
                plants[count / 2].name = "Short"
                try context.save()
            }
            XCTAssertEqual(try container.plantNames().count, count)
        }
    }
}
