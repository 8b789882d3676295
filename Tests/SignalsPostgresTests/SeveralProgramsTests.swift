import Foundation
import Signals
import XCTest

@testable import SignalsPostgres
@testable import SignalsStore
@testable import SignalsStoreCore

final class SeveralProgramsTests: XCTestCase {
    func testALiveQueryHearsWhatAnotherProgramCommits() throws {
        let schema = newSchema()
        let here = try openContainer(schema)
        let there = try openContainer(schema, place: 1)
        let ids = try here.addPlants("Rose", "Fern")
        let states = [["Fern", "Rose"], ["Fern", "Ivy", "Rose"], ["Ivy", "Rose"], ["Ash", "Rose"]].map { names in
            (names, expectation(description: "\(names)"))
        }
        let request = FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)])
        let cancellable = here.publisher(for: request).sink { _ in
        } receiveValue: { snapshots in
            states.first { $0.0 == snapshots.map(\.name) }?.1.fulfill()
        }
        wait(for: [states[0].1], timeout: 30)
        let ivy = try there.addPlants("Ivy")[0]
        wait(for: [states[1].1], timeout: 30)
        try there.inBackground { context in
            context.delete(try context.existingObject(with: ids[1]))
            try context.save()
        }
        wait(for: [states[2].1], timeout: 30)
        try there.inBackground { context in
            try context.existingObject(with: ivy).name = "Ash"
            try context.save()
        }
        wait(for: [states[3].1], timeout: 30)
        cancellable.cancel()
    }

    func testWhatOthersCommittedBeforeSavesThatAreCommittedInPartsIsHeard() throws {
        let schema = newSchema()
        // Polls, and hears nothing of the other meanwhile.
        let here = try openContainer(schema, abilities: [.copying])
        let there = try openContainer(schema, place: 1)
        try here.addPlants("Rose")
        let store = try XCTUnwrap(here.coordinator.store as? PostgresStore)
        try there.addPlants("Ivy")
        let long = String((0..<20_000).map { _ in Character(UnicodeScalar(UInt8.random(in: 33...122))) })
        let changeSets = try (0..<8).map { number in
            let context = here.newBackgroundContext()
            return try context.performAndWait {
                Plant(context: context).name = "\(number)" + (number == 4 ? long : "")
                return try context.makeChangeSet()
            }
        }
        let outcomes = store.commit(changeSets)
        XCTAssertEqual(outcomes.map { (try? $0.get()) != nil }, (0..<8).map { $0 != 4 })
        guard case .notices(let notices) = store.takeCommitsBefore(for: .liveQueries) else {
            return XCTFail("The other program's commit is not announced.")
        }
        XCTAssertEqual(notices.flatMap { $0.inserted.map(\.count) }, [1])
    }

    func testAUniqueValueOfAnotherProgramIsTaken() throws {
        let schema = newSchema()
        let here = try openContainer(schema)
        try openContainer(schema, place: 1).addPlants("Rose")
        XCTAssertThrowsError(try here.addPlants("Rose")) { error in
            guard case .valueTaken("\"Rose\"", _)? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
        }
        XCTAssertEqual(try here.plantNames(), ["Rose"])
    }

    func testAChangeThatAnotherProgramMadeIsAConflict() throws {
        let schema = newSchema()
        let here = try openContainer(schema)
        let there = try openContainer(schema, place: 1)
        let id = try here.addPlants("Rose")[0]
        try here.inBackground { context in
            let plant = try context.existingObject(with: id)
            XCTAssertEqual(plant.notes, nil)
            try there.inBackground { context in
                try context.existingObject(with: id).notes = "there"
                try context.save()
            }
            plant.notes = "here"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .conflict? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
    }

    func testProgramsThatOpenAnEmptyDatabaseAtOnceMakeOneStore() throws {
        let schema = newSchema()
        let failures = Locked<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 10) { place in
            do {
                let container = try TestServer.container(
                    schema, ManagedObjectModel(Plant.self), address: TestServer.address(seenFrom: place))
                defer { container.close() }
                try container.addPlants("Plant \(place)")
            } catch { failures.withLock { $0.append("\(error)") } }
        }
        XCTAssertEqual(failures.withLock { $0 }, [])
        XCTAssertEqual(try TestServer.execute("SELECT count(*)::text FROM \"\(schema)\".signals_store"), "1")
        XCTAssertEqual(try openContainer(schema).plantNames().count, 10)
    }

    func testEachProgramsCommitsAreOneSequenceWithoutAGap() throws {
        let schema = newSchema()
        let containers = try (0..<4).map { try openContainer(schema, place: $0) }
        let saved = expectation(description: "saved")
        saved.expectedFulfillmentCount = 400
        let failures = Locked<[String]>([])
        let bag = Locked<[AnyCancellable]>([])
        for index in 0..<400 {
            let cancellable = containers[index % 4].save { context in
                Plant(context: context).name = "Plant \(index)"
            }.sink { completion in
                if case .failure(let error) = completion { failures.withLock { $0.append("\(error)") } }
                saved.fulfill()
            } receiveValue: { _ in
            }
            bag.withLock { $0.append(cancellable) }
        }
        wait(for: [saved], timeout: 60)
        XCTAssertEqual(failures.withLock { $0 }, [])
        XCTAssertEqual(try containers[0].plantNames().count, 400)
        let gaps = try TestServer.execute(
            "SELECT ((SELECT max(generation) - min(generation) + 1 = count(*) FROM \"\(schema)\".signals_history) AND "
                + "(SELECT max(generation) FROM \"\(schema)\".signals_history) = "
                + "(SELECT generation FROM \"\(schema)\".signals_store))::text")
        XCTAssertEqual(gaps, "true")
    }

    func testAProgramWhoseLastCommitIsGoneHearsThatAnythingMayHaveChanged() throws {
        let schema = newSchema()
        let container = try openContainer(schema)
        try container.addPlants("Rose")
        let history = History(tables: PostgresTables([], in: schema))
        let deadline = Deadline(after: 30)
        let connection = try PostgresConnection(PostgresAddress(TestServer.address), deadline)
        func found(since place: HistoryPosition) throws -> ForeignRecords {
            let answers = try connection.run([history.commits(from: place), history.newest], deadline)
            return ForeignRecords(answers[0], newest: answers[1], since: place, except: UUID())
        }
        XCTAssertEqual(try found(since: HistoryPosition(generation: 0, token: History.nobody)).records?.count, 1)
        XCTAssertNil(
            try found(since: HistoryPosition(generation: 0, token: UUID())).records,
            "a server that lost commits has made others in their place")
        let beyond = try found(since: HistoryPosition(generation: 7, token: UUID()))
        XCTAssertNil(beyond.records, "or none yet")
        XCTAssertEqual(beyond.last.generation, 1)
    }

    func testTheChangesOfALargeCommitAreNotKeptForLong() throws {
        let schema = newSchema()
        let container = try openContainer(schema)
        try container.addManyPlants(600)
        try container.inBackground { context in
            for (index, plant) in try context.fetch(FetchRequest<Plant>()).enumerated() where !index.isMultiple(of: 3) {
                plant.height += 1
            }
            try context.save()
        }
        let sizes = "SELECT max(octet_length(changes))::text FROM \"\(schema)\".signals_history"
        XCTAssertGreaterThan(try Int(XCTUnwrap(TestServer.execute(sizes))) ?? 0, 1000)
        let commits = "SELECT count(*)::text FROM \"\(schema)\".signals_history"
        let count = try XCTUnwrap(Int(XCTUnwrap(TestServer.execute(commits))))
        try TestServer.execute("UPDATE \"\(schema)\".signals_store SET generation = 2999")
        try container.addPlants("Rose")
        XCTAssertLessThan(try Int(XCTUnwrap(TestServer.execute(sizes))) ?? 0, 1000)
        XCTAssertEqual(try TestServer.execute(commits), "\(count + 1)", "who looks for a commit finds it")
    }
}
