import Foundation
import Signals
import SignalsCore
import XCTest

@testable import SignalsPostgres
@testable import SignalsStore
@testable import SignalsStoreCore

/// Saves that give rows other values: as long as nobody else changed these, they are written without being read.
final class UpdateTests: XCTestCase {
    private var cancellables: Set<AnyCancellable> = []
    private let texts = [nil, "", "plain", "e\u{301}", "é", "a\0b", "\u{1}", "🪴"]

    /// Runs changes of objects at once, and returns the errors by their index.
    private func saveAtOnce<Object: ManagedObject>(
        _ ids: [ManagedObjectID<Object>], in container: PersistentContainer,
        _ change: @escaping @Sendable (Int, Object) throws -> Void
    ) -> [Int: SaveError.Reason] {
        let errors = Locked<[Int: SaveError.Reason]>([:])
        let ends = expectation(description: "all")
        ends.expectedFulfillmentCount = ids.count
        for (index, id) in ids.enumerated() {
            container.save { context in try change(index, context.existingObject(with: id)) }
                .sink { end in
                    if case .failure(let error) = end {
                        errors.withLock { $0[index] = (error as? SaveError)?.reason ?? .store(reason: "\(error)") }
                    }
                    ends.fulfill()
                } receiveValue: {
                }
                .store(in: &cancellables)
        }
        wait(for: [ends], timeout: 60)
        return errors.withLock { $0 }
    }

    func testEachValueComesBackAsItWasGivenWhateverWasThere() throws {
        let schema = newSchema()
        let container = try openContainer(schema)
        try container.addManyPlants(64)
        let ids = try container.inBackground { try $0.fetchObjectIDs(FetchRequest<Plant>(sortBy: [.init(\.name)])) }
        // From each text to each other one.
        for round in 0..<2 {
            let errors = saveAtOnce(ids, in: container) { [texts] index, plant in
                plant.notes = round == 0 ? texts[index / 8] : texts[index % 8]
                if index.isMultiple(of: 3) {
                    plant.height = Double(index) / Double(round + 3)
                    plant.price = Decimal(index) / 100
                    plant.seeds = UInt64.max - UInt64(index)
                    plant.photo = Data(repeating: UInt8(index), count: index % 5)
                    plant.planted = round == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(index))
                }
            }
            XCTAssertEqual(errors.count, 0, "\(errors)")
        }
        try openContainer(schema, place: 1).inBackground { context in
            for (index, id) in ids.enumerated() {
                let plant = try context.existingObject(with: id)
                XCTAssertEqual(plant.notes.map { Array($0.utf8) }, texts[index % 8].map { Array($0.utf8) }, "\(index)")
                guard index.isMultiple(of: 3) else { continue }
                XCTAssertEqual(plant.height, Double(index) / 4)
                XCTAssertEqual(plant.price, Decimal(index) / 100)
                XCTAssertEqual(plant.seeds, UInt64.max - UInt64(index))
                XCTAssertEqual(plant.photo, Data(repeating: UInt8(index), count: index % 5))
                XCTAssertEqual(plant.planted, Date(timeIntervalSinceReferenceDate: Double(index)))
            }
        }
    }

    func testATextReplacesAnyOtherThatIsWrittenInAnotherWay() throws {
        let schema = newSchema()
        let container = try openContainer(schema)
        try container.addManyPlants(64)
        let ids = try container.inBackground { try $0.fetchObjectIDs(FetchRequest<Plant>(sortBy: [.init(\.name)])) }
        // One at a time, so that each is committed by itself.
        for (index, id) in ids.enumerated() {
            for text in [texts[index / 8], texts[index % 8]] {
                try container.inBackground { context in
                    try context.existingObject(with: id).notes = text
                    try context.save()
                }
            }
        }
        try openContainer(schema, place: 1).inBackground { context in
            for (index, id) in ids.enumerated() {
                let notes = try context.existingObject(with: id).notes
                XCTAssertEqual(notes.map { Array($0.utf8) }, texts[index % 8].map { Array($0.utf8) }, "\(index)")
            }
            XCTAssertEqual(try context.count(for: FetchRequest<Plant>(predicate: #Predicate { $0.notes == "é" })), 16)
        }
    }

    func testEachOfManySavesOfOneRowCountsOnceOrFails() throws {
        let container = try openContainer(newSchema())
        let id = try container.addPlants("Rose")[0]
        let errors = saveAtOnce(Array(repeating: id, count: 60), in: container) { _, plant in plant.height += 1 }
        for error in errors.values {
            guard case .conflict = error else { return XCTFail("\(error)") }
        }
        let height = try container.inBackground { try $0.existingObject(with: id).height }
        XCTAssertEqual(height, Double(60 - errors.count))
    }

    func testARowThatAnotherChangedFailsItsSaveAlone() throws {
        let schema = newSchema()
        let (here, there) = (try openContainer(schema), try openContainer(schema, place: 1))
        try here.addManyPlants(40)
        let ids = try here.inBackground { try $0.fetchObjectIDs(FetchRequest<Plant>(sortBy: [.init(\.name)])) }
        for round in 1...3 {
            let errors = saveAtOnce(ids, in: here) { index, plant in
                let seen = plant.height
                if index.isMultiple(of: 10) {
                    try there.inBackground { context in
                        try context.existingObject(with: plant.objectID).height += 100
                        try context.save()
                    }
                }
                plant.height = seen + 1
            }
            XCTAssertEqual(Set(errors.keys), [0, 10, 20, 30])
            for error in errors.values {
                guard case .conflict = error else { return XCTFail("\(error)") }
            }
            try here.inBackground { context in
                for (index, id) in ids.enumerated() {
                    let expected = Double(index.isMultiple(of: 10) ? 100 * round : round)
                    XCTAssertEqual(try context.existingObject(with: id).height, expected, "\(index)")
                }
            }
        }
    }

    func testRowsThatAreGoneAreReportedSo() throws {
        let schema = newSchema()
        let (here, there) = (try openContainer(schema), try openContainer(schema, place: 1))
        let id = try here.addPlants("Rose")[0]
        let context = here.newBackgroundContext()
        try context.performAndWait {
            try context.existingObject(with: id).height = 7
            try there.inBackground { context in
                context.delete(try context.existingObject(with: id))
                try context.save()
            }
            XCTAssertThrowsError(try context.save()) { error in
                guard case .deletionConflict? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
    }

    func testUniqueValuesAndReferencesAreStillChecked() throws {
        let model = ManagedObjectModel(Plant.self, Bed.self, Seedling.self)
        let schema = newSchema()
        let (here, there) = (try openContainer(schema, model), try openContainer(schema, model, place: 1))
        let plants = try here.addPlants("Rose", "Fern")
        XCTAssertThrowsError(
            try here.inBackground { context in
                try context.existingObject(with: plants[1]).name = "Rose"
                try context.save()
            }
        ) { error in
            guard case .valueTaken? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
        }
        let (bed, seedling) = try here.inBackground { context in
            let (bed, seedling) = (Bed(context: context), Seedling(context: context))
            try context.save()
            return (bed.objectID, seedling.objectID)
        }
        let context = here.newBackgroundContext()
        try context.performAndWait {
            let seedling = try context.existingObject(with: seedling)
            seedling.number = 3
            seedling.bed = try context.existingObject(with: bed)
            try there.inBackground { context in
                context.delete(try context.existingObject(with: bed))
                try context.save()
            }
            XCTAssertThrowsError(try context.save()) { error in
                guard case .relatedObjectDeleted? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
    }

    func testOneSaveAddsAndChangesRows() throws {
        for count in [3, 2500] {
            let schema = newSchema()
            let container = try openContainer(schema)
            let ids = try container.addPlants("Rose", "Fern")
            try container.inBackground { context in
                for id in ids { try context.existingObject(with: id).height = 5 }
                for number in 0..<count { Plant(context: context).name = "Plant \(number)" }
                try context.save()
                for id in ids { try context.existingObject(with: id).height += 1 }
                try context.save()
            }
            try openContainer(schema, place: 1).inBackground { context in
                XCTAssertEqual(try context.count(for: FetchRequest<Plant>()), count + 2)
                XCTAssertEqual(
                    try context.fetch(FetchRequest<Plant>(predicate: #Predicate { $0.height == 6 })).count, 2)
            }
        }
    }

    func testARefusalThatLastsIsNoUnknownOutcome() throws {
        let schema = newSchema()
        let container = try openContainer(schema, timeout: 4)
        let id = try container.addPlants("Rose")[0]
        try TestServer.execute(
            "CREATE FUNCTION \"\(schema)\".refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                + "RAISE EXCEPTION 'not now' USING ERRCODE = '40001'; END $$",
            "CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON \"\(schema)\".\"Plant\" FOR EACH ROW "
                + "EXECUTE FUNCTION \"\(schema)\".refuse()")
        let change: @Sendable (ManagedObjectContext) throws -> Void = { try $0.existingObject(with: id).height = 3 }
        let addition: @Sendable (ManagedObjectContext) throws -> Void = { Plant(context: $0).name = "Fern" }
        for make in [change, addition] {
            XCTAssertThrowsError(
                try container.inBackground { context in
                    try make(context)
                    try context.save()
                }
            ) { error in
                guard case .unreachable(let reason)? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                XCTAssertTrue(reason.contains("not now"), reason)
            }
        }
    }

    /// Live queries read after each commit, which saves wait for: only another program's commits are looked for then.
    func testAStateIsKnownToHaveNoCommitsOfOthers() throws {
        let schema = newSchema()
        let (here, there) = (try openContainer(schema), try openContainer(schema, place: 1))
        try here.addPlants("Rose")
        let store = here.coordinator.store
        XCTAssertFalse(store.mayLackNotices(of: try store.pin()))
        try there.addPlants("Fern")
        XCTAssertTrue(store.mayLackNotices(of: try store.pin()))
        _ = try store.takeForeignCommits(for: .nobody)
        XCTAssertFalse(store.mayLackNotices(of: try store.pin()))
    }

    /// Each combination of columns takes a statement, which the server keeps.
    func testObjectsThatChangeInColumnsOfTheirOwnAreWrittenTogether() throws {
        let container = try openContainer(newSchema())
        let entities = Array(container.coordinator.schemas.values)
        let rules = ReferentialRules(entities)
        let columns = entities[0].attributes.indices.filter { !entities[0].attributes[$0].isUnique }
        func changes(_ combinations: Int) -> PlainChanges? {
            var changeSet = ChangeSet()
            changeSet.updates = (1...combinations).map { bits in
                let edits = columns.indices.filter { bits & 1 << $0 != 0 }.map { index in
                    ChangeSet.Edit(index: columns[index], base: .null, value: .null)
                }
                return ChangeSet.Update(entity: entities[0], number: Int64(bits), baseVersion: 1, edits: edits)
            }
            return PlainChanges([changeSet], rules)
        }
        XCTAssertEqual(changes(8)?.updates.count, 8)
        XCTAssertNil(changes(9))
        try container.addManyPlants(40)
        let ids = try container.inBackground { try $0.fetchObjectIDs(FetchRequest<Plant>(sortBy: [.init(\.name)])) }
        try container.inBackground { context in
            for (index, id) in ids.enumerated() {
                let plant = try context.existingObject(with: id)
                if index & 1 != 0 { plant.height = Double(index) }
                if index & 2 != 0 { plant.seeds = UInt64(index) }
                if index & 4 != 0 { plant.notes = "e\u{301} \(index)" }
                if index & 8 != 0 { plant.price = Decimal(index) }
            }
            try context.save()
        }
        try container.inBackground { context in
            for (index, id) in ids.enumerated() {
                let plant = try context.existingObject(with: id)
                XCTAssertEqual(plant.height, index & 1 != 0 ? Double(index) : 0)
                XCTAssertEqual(plant.seeds, index & 2 != 0 ? UInt64(index) : 0)
                XCTAssertEqual(plant.notes, index & 4 != 0 ? "é \(index)" : nil)
                XCTAssertEqual(plant.price, index & 8 != 0 ? Decimal(index) : 0)
            }
        }
    }

    func testOthersSeeWhatWasChanged() throws {
        let schema = newSchema()
        let (here, there) = (try openContainer(schema), try openContainer(schema, place: 1))
        try here.addManyPlants(20)
        let ids = try here.inBackground { try $0.fetchObjectIDs(FetchRequest<Plant>()) }
        let seen = expectation(description: "20 of height 1")
        there.publisher(for: FetchRequest<Plant>())
            .first { $0.count == 20 && $0.allSatisfy { $0.height == 1 } }
            .sink { _ in
            } receiveValue: { _ in
                seen.fulfill()
            }
            .store(in: &cancellables)
        XCTAssertEqual(saveAtOnce(ids, in: here) { _, plant in plant.height += 1 }.count, 0)
        wait(for: [seen], timeout: 30)
    }

    /// Objects of several classes that many tasks read at once, some of which are gone.
    func testEachOfManyTasksReadsItsOwnObject() throws {
        let container = try openContainer(newSchema(), ManagedObjectModel(Plant.self, Shelf.self, Pot.self, Bowl.self))
        try container.addManyPlants(300)
        let plants = try container.inBackground { try $0.fetchObjectIDs(FetchRequest<Plant>(sortBy: [.init(\.name)])) }
        let pots = try container.inBackground { context in
            let pots = (0..<300).map { $0.isMultiple(of: 2) ? Bowl(context: context) : Pot(context: context) }
            for (index, pot) in pots.enumerated() { pot.size = index }
            try context.save()
            let ids = pots.map(\.objectID)
            for index in stride(from: 0, to: 300, by: 7) { context.delete(pots[index]) }
            try context.save()
            return ids
        }
        let names = (0..<300).map { "Plant \($0)" }.sorted()
        let (ends, found) = (expectation(description: "all"), Locked<[Int: Int]>([:]))
        ends.expectedFulfillmentCount = 300
        for index in 0..<300 {
            container.performBackgroundTask { context in
                XCTAssertEqual(try context.existingObject(with: plants[index]).name, names[index])
                do {
                    let pot = try context.existingObject(with: pots[index])
                    XCTAssertEqual(pot is Bowl, index.isMultiple(of: 2))
                    found.withLock { $0[index] = pot.size }
                } catch FetchError.noSuchObject {}
            }
            .sink { end in
                if case .failure(let error) = end { XCTFail("\(error)") }
                ends.fulfill()
            } receiveValue: {
            }
            .store(in: &cancellables)
        }
        wait(for: [ends], timeout: 60)
        let expected = (0..<300).filter { !$0.isMultiple(of: 7) }.map { ($0, $0) }
        XCTAssertEqual(found.withLock { $0 }, Dictionary(uniqueKeysWithValues: expected))
    }
}
