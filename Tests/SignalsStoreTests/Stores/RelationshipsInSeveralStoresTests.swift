import Foundation
import SignalsStore
import Testing
import XCTest

private class Creature: ManagedObject {
    @Attribute var name = ""
}
private final class Whale: Creature {
    @Attribute var tons = 1
}
private final class Reef: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Coral.reef) var corals: Set<Coral> = []
    @Relationship var visitors: Set<Diver> = []
}
private final class Coral: ManagedObject {
    @Attribute var color = ""
    @Relationship var reef: Reef?
}
private final class Diver: ManagedObject {
    @Attribute var name = ""
}
private final class Guide: ManagedObject {
    @Relationship var mascot: Creature?
}
private final class Boat: ManagedObject {
    @Attribute var name = ""
    @Relationship var guide: Guide?
}
private final class Lonely: ManagedObject {
    @Relationship var diver: Diver?
}

private func open(_ folder: URL) throws -> PersistentContainer {
    let classes: [ManagedObject.Type] = [Reef.self, Coral.self, Diver.self]
    return try PersistentContainer(
        name: "Sea",
        model: ManagedObjectModel(
            configurations: ["North": classes + [Creature.self], "South": classes + [Creature.self, Whale.self]]),
        stores: ["North", "South"].map { .sqlite(at: folder.appending(path: $0), configuration: $0) })
}

final class RelationshipsInSeveralStoresTests: XCTestCase {
    func testObjectsOfEachStoreAreRelatedThereAndFoundFromBothSides() throws {
        let folder = try makeFolder()
        let container = try open(folder)
        try container.inBackground { context in
            for place in ["North", "South"] {
                let reef = Reef(context: context, configuration: place)
                reef.name = place
                for color in ["red", "blue"] {
                    let coral = Coral(context: context, configuration: place)
                    coral.color = "\(color) \(place)"
                    coral.reef = reef
                }
                let diver = Diver(context: context, configuration: place)
                diver.name = "diver \(place)"
                reef.visitors = [diver]
            }
            try context.save()
        }
        container.close()
        let again = try open(folder)
        defer { again.close() }
        try again.inBackground { context in
            for reef in try context.fetch(FetchRequest<Reef>(sortBy: [SortDescriptor(\.name)])) {
                XCTAssertEqual(Set(reef.corals.map(\.color)), ["red \(reef.name)", "blue \(reef.name)"])
                XCTAssertEqual(reef.visitors.map(\.name), ["diver \(reef.name)"])
            }
            let corals = try context.fetch(FetchRequest<Coral>(sortBy: [SortDescriptor(\.color)]))
            XCTAssertEqual(corals.map { $0.reef?.name }, ["North", "South", "North", "South"])
            let south = try XCTUnwrap(corals.last?.reef?.objectID)
            let ofSouth = try context.fetch(FetchRequest<Coral>(predicate: #Predicate { $0.reef?.objectID == south }))
            XCTAssertEqual(Set(ofSouth.map(\.color)), ["red South", "blue South"])
            let reef = try context.existingObject(with: south)
            reef.visitors = []
            context.delete(corals[3])
            try context.save()
        }
        try again.inBackground { context in
            let reefs = try context.fetch(FetchRequest<Reef>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(reefs.map(\.visitors.count), [1, 0])
            XCTAssertEqual(reefs.map(\.corals.count), [2, 1])
        }
    }

    func testObjectsOfSeveralStoresAreSortedByWhatTheirRelationshipsLeadTo() throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        // Composed and decomposed letters are one, capitals come first, and a coral may be alone.
        let names = ["e\u{301}tang", "\u{e9}tang", "Zebra", "apple", "Apple", "", "\u{e9}clair", "zoo"]
        let seeded = try container.inBackground { context in
            for number in 0..<40 {
                let place = number % 3 == 0 ? "North" : "South"
                let coral = Coral(context: context, configuration: place)
                coral.color = "\((number * 7) % 5)"
                if number % 8 == 5 { continue }
                let reef = Reef(context: context, configuration: place)
                reef.name = names[number % names.count]
                coral.reef = reef
            }
            try context.save()
            return try context.fetch(FetchRequest<Coral>()).count
        }
        XCTAssertEqual(seeded, 40)
        func line(_ coral: Coral) -> String { "\(coral.reef?.name ?? "-") \(coral.color) \(coral.objectID)" }
        let orders: [[SortDescriptor<Coral>]] = [
            [SortDescriptor(\.reef?.name), SortDescriptor(\.color)],
            [SortDescriptor(\.reef?.name, order: .reverse), SortDescriptor(\.color, order: .reverse)],
            [SortDescriptor(\.color), SortDescriptor(\.reef?.name)],
            [SortDescriptor(\.reef?.name, comparator: .lexical), SortDescriptor(\.color)],
        ]
        for order in orders {
            try container.inBackground { context in
                let all = try context.fetch(FetchRequest<Coral>())
                // What the store does not order is in the order of the numbers, and those of the first store come first.
                let expected = all.sorted(using: order).map(line)
                var request = FetchRequest<Coral>(sortBy: order)
                XCTAssertEqual(try context.fetch(request).map(line), expected)
                request.fetchOffset = 7
                request.fetchLimit = 11
                XCTAssertEqual(try context.fetch(request).map(line), Array(expected[7..<18]))
            }
        }
    }

    func testAPathOfTwoStepsAndOneOverASubclassAreFollowedInEachStore() throws {
        let container = try PersistentContainer(
            name: "Sea",
            model: ManagedObjectModel(
                configurations: [
                    "North": [Guide.self, Creature.self, Boat.self],
                    "South": [Guide.self, Creature.self, Whale.self, Boat.self],
                ]),
            stores: [.inMemory(configuration: "North"), .inMemory(configuration: "South")])
        defer { container.close() }
        try container.inBackground { context in
            for (place, mascot) in [("North", "b"), ("South", "c"), ("North", "d"), ("South", "a")] {
                let boat = Boat(context: context, configuration: place)
                boat.name = mascot
                let guide = Guide(context: context, configuration: place)
                boat.guide = guide
                let isWhale = place == "South"
                guide.mascot = isWhale ? Whale(context: context) : Creature(context: context, configuration: place)
                guide.mascot?.name = mascot
            }
            Boat(context: context, configuration: "South").name = "none"
            try context.save()
        }
        try container.inBackground { context in
            let request = FetchRequest<Boat>(sortBy: [SortDescriptor(\.guide?.mascot?.name)])
            XCTAssertEqual(try context.fetch(request).map(\.name), ["none", "a", "b", "c", "d"])
            let withA = FetchRequest<Boat>(predicate: #Predicate { $0.guide?.mascot?.name == "a" })
            XCTAssertEqual(try context.fetch(withA).map(\.name), ["a"])
        }
    }

    func testAFetchOfASuperclassFindsTheSubclassesOfEachStore() throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        try container.inBackground { context in
            Creature(context: context, configuration: "North").name = "a"
            Whale(context: context).name = "b"
            Creature(context: context, configuration: "South").name = "c"
            Whale(context: context).name = "d"
            try context.save()
        }
        try container.inBackground { context in
            let creatures = try context.fetch(FetchRequest<Creature>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(creatures.map(\.name), ["a", "b", "c", "d"])
            XCTAssertEqual(creatures.map { $0 is Whale }, [false, true, false, true])
            XCTAssertEqual(try context.count(for: FetchRequest<Creature>()), 4)
        }
    }

    func testABatchReachesTheObjectsOfAllStores() throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        try container.inBackground { context in
            for place in ["North", "South"] {
                for number in 0..<3 { Diver(context: context, configuration: place).name = "\(number)" }
            }
            try context.save()
            let result = try context.execute(
                BatchUpdateRequest<Diver>(predicate: #Predicate { $0.name != "0" }).setting(\.name, to: "changed"))
            XCTAssertEqual(result.objectIDs.count, 4)
            XCTAssertEqual(
                try context.count(for: FetchRequest<Diver>(predicate: #Predicate { $0.name == "changed" })), 4)
        }
    }
}

@Suite struct RelationsBetweenStoresTests {
    @Test func objectsOfDifferentStoresCannotBeRelated() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let container = try open(folder)
            try container.inBackground { context in
                let coral = Coral(context: context, configuration: "North")
                coral.reef = Reef(context: context, configuration: "South")
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Coral.reef was given a Reef of another store"))
    }

    @Test func aConfigurationWithoutTheOtherEndIsRefused() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try PersistentContainer(
                name: "Half", model: ManagedObjectModel(configurations: ["Half": [Lonely.self]], Diver.self),
                stores: [.inMemory(configuration: "Half")])
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Lonely.diver refers to Diver, which the configuration \"Half\" leaves out"))
    }
}
