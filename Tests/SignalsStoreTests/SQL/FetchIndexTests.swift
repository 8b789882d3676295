import Foundation
import Testing
import XCTest

import SignalsStore

private class Task: ManagedObject {
    @Attribute var room = ""
    @Attribute var due = Date.distantFuture
    @Attribute var effort = 0
    @Attribute var isDone = false
    @Attribute(.indexed) var isUrgent = false
    @Attribute var alias: String? = nil
    @Relationship(inverse: \Helper.tasks) var helper: Helper?

    override class var fetchIndexes: [FetchIndex] {
        [
            FetchIndex(.ascending(\Task.room), .descending(\Task.due)),
            FetchIndex(.ascending(\Task.effort), where: .isFalse(\Task.isDone)),
            FetchIndex(.ascending(\Task.helper), .ascending(\Task.effort)),
            FetchIndex(.ascending(\Task.room), .descending(\Task.due)),
        ]
    }
}

private final class Errand: Task {
    @Attribute var shop = ""
}

private final class Helper: ManagedObject {
    @Attribute var name = ""
    @Relationship var tasks: Set<Task> = []
}

/// The fetches that SQLite serves by what a class declares in `fetchIndexes`.
final class FetchIndexPlanTests: XCTestCase {
    private let model = ManagedObjectModel(Task.self, Errand.self, Helper.self)

    private func steps<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [String] {
        let container = try makeContainer(model)
        return try container.inBackground {
            try XCTUnwrap(request.explain(in: $0).first).steps.map(\.description)
        }
    }

    func testAnIndexOverTwoAttributesServesTheFirstAndTheOrderOfTheSecond() throws {
        let room = "hall"
        let found = try steps(
            FetchRequest<Errand>(
                predicate: #Predicate { $0.room == room }, sortBy: [SortDescriptor(\.due, order: .reverse)]))
        XCTAssertEqual(found, ["SEARCH t0 USING INDEX signals_Errand_room.due-.index (room=?)"])
    }

    func testAnIndexOfSomeObjectsServesFetchesThatStateItsCondition() throws {
        let index = "SEARCH t0 USING INDEX signals_Errand_effort.isDone.isFalse.index (effort=?)"
        for predicate in [
            #Predicate<Errand> { $0.effort == 3 && !$0.isDone },
            #Predicate<Errand> { $0.isDone == false && $0.effort == 3 },
        ] {
            XCTAssertEqual(try steps(FetchRequest(predicate: predicate)).first, index)
        }
        for predicate in [
            #Predicate<Errand> { $0.effort == 3 }, #Predicate<Errand> { $0.effort == 3 && $0.isDone },
        ] {
            XCTAssertEqual(try steps(FetchRequest(predicate: predicate)).first, "SCAN t0")
        }
    }

    func testABooleanIsFoundByItsIndex() throws {
        for predicate in [#Predicate<Errand> { $0.isUrgent }, #Predicate<Errand> { !$0.isUrgent }] {
            XCTAssertEqual(
                try steps(FetchRequest(predicate: predicate)),
                ["SEARCH t0 USING INDEX signals_Errand_isUrgent (isUrgent=?)"])
        }
    }

    func testAnIndexIsMadeInAStoreThatWasWrittenWithoutIt() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        func plan<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [String] {
            let container = try openContainer(at: url, ManagedObjectModel(Object.self))
            defer { container.close() }
            return try container.inBackground { context in
                if try context.count(for: FetchRequest<Object>()) == 0 { _ = Object(context: context) }
                try context.save()
                XCTAssertEqual(try context.count(for: request), 1)
                return try XCTUnwrap(request.explain(in: context).first).steps.map(\.description)
            }
        }
        let before = FetchRequest<Before.Parcel>(predicate: #Predicate { $0.weight == 0 && $0.city == "" })
        XCTAssertEqual(try plan(before), ["SCAN t0"])
        let after = FetchRequest<After.Parcel>(predicate: #Predicate { $0.weight == 0 && $0.city == "" })
        XCTAssertEqual(
            try plan(after), ["SEARCH t0 USING INDEX signals_Parcel_city.weight.index (city=? AND weight=?)"])
    }
}

final class FetchIndexTests: XCTestCase {
    func testFetchesByIndexesOfSomeObjectsFindWhatOthersFind() throws {
        let container = try makeContainer(ManagedObjectModel(Task.self, Errand.self, Helper.self))
        try container.inBackground { context in
            for number in 0..<60 {
                let errand = Errand(context: context)
                (errand.effort, errand.isDone) = (number % 7, number % 3 == 0)
                errand.alias = number % 5 == 0 ? nil : "a\(number % 4)"
                errand.isUrgent = number % 2 == 0
            }
            try context.save()
            context.reset()
            let all = try context.fetch(FetchRequest<Errand>())
            func check(_ predicate: Predicate<Errand>, line: UInt = #line) throws {
                let expected = try all.filter { try predicate.evaluate($0) }
                XCTAssertFalse(expected.isEmpty, line: line)
                let found = try context.fetch(FetchRequest(predicate: predicate))
                XCTAssertEqual(Set(found), Set(expected), line: line)
            }
            try check(#Predicate { $0.effort > 3 && !$0.isDone })
            try check(#Predicate { $0.isDone || $0.effort == 1 })
            try check(#Predicate { $0.alias == nil })
            try check(#Predicate { $0.alias == "a1" && $0.isDone != true })
            try check(#Predicate { $0.isUrgent != $0.isDone })
        }
    }
}

private enum Before {
    final class Parcel: ManagedObject {
        @Attribute var city = ""
        @Attribute var weight = 0
    }
}

private enum After {
    final class Parcel: ManagedObject {
        @Attribute var city = ""
        @Attribute var weight = 0
        override class var fetchIndexes: [FetchIndex] {
            [FetchIndex(.ascending(\Parcel.city), .ascending(\Parcel.weight))]
        }
    }
}

private final class Crate: ManagedObject {
    @Attribute var weight = 0
    var double: Int { weight * 2 }
    override class var fetchIndexes: [FetchIndex] { [FetchIndex(.ascending(\Crate.double))] }
}

private final class Sack: ManagedObject {
    @Attribute var isFull: Bool? = nil
    override class var fetchIndexes: [FetchIndex] {
        [FetchIndex(.ascending(\Sack.isFull), where: .isTrue(\Sack.isFull))]
    }
}

/// Indexes that no store can have stop the program when a store is opened.
@Suite struct ImpossibleFetchIndexTests {
    @Test func anIndexOverAComputedPropertyStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try PersistentContainer(name: "Crate", model: ManagedObjectModel(Crate.self), stores: [.inMemory()])
        }
        let resultMessage = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(resultMessage.contains("Crate.fetchIndexes names"))
    }

    @Test func aConditionThatNoValueOfTheAttributeMeetsStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try PersistentContainer(name: "Sack", model: ManagedObjectModel(Sack.self), stores: [.inMemory()])
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("which is not a Bool"))
    }
}
