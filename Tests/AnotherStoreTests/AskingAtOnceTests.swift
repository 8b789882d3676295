import AnotherStore
import SignalsStore
import XCTest

private final class Park: ManagedObject {
    @Relationship(deleteRule: .cascade) var paths: Set<Path> = []
}

private final class Path: ManagedObject {
    @Relationship(inverse: \Park.paths) var park: Park?
    @Relationship var lamps: Set<Lamp> = []
}

private final class Lamp: ManagedObject {
    @Relationship(inverse: \Path.lamps) var path: Path?
}

/// A store far away is asked as often for many objects as for few.
final class AskingAtOnceTests: XCTestCase {
    /// Saves so many plants in a bed, all with a tag, and counts how often their store is asked by a closure, and for how
    /// many rows.
    private func ask(
        _ count: Int, _ body: (PersistentContainer) throws -> Void
    ) throws -> (requests: Int, rows: Int) {
        let store = ThriftyStore()
        let container = try makeGarden(store)
        try container.inBackground { context in
            let bed = Bed(context: context)
            let tag = Tag(context: context)
            for number in 0..<count {
                let plant = Plant(context: context)
                (plant.name, plant.height, plant.bed, plant.tags) = ("Plant \(number)", number, bed, [tag])
            }
            try context.save()
        }
        let before = (store.requestCount, store.rowCount)
        try body(container)
        return (store.requestCount - before.0, store.rowCount - before.1)
    }

    private func checkAsksAsOften(
        _ what: String, line: UInt = #line, _ body: (PersistentContainer, Int) throws -> Void
    ) throws {
        let few = try ask(10) { try body($0, 10) }
        let many = try ask(100) { try body($0, 100) }
        XCTAssertEqual(few.requests, many.requests, what, line: line)
    }

    func testABatchDeletionReadsAsOftenForManyRowsAsForFew() throws {
        try checkAsksAsOften("a batch that deletes what has links") { container, count in
            let result = try container.inBackground { try $0.execute(BatchDeleteRequest<Plant>(predicate: nil)) }
            XCTAssertEqual(result.count, count)
            try container.inBackground { context in
                XCTAssertEqual(try context.fetch(FetchRequest<Tag>())[0].plants.count, 0)
            }
        }
        try checkAsksAsOften("a batch that deletes what others with links go with") { container, _ in
            try container.inBackground { try $0.execute(BatchDeleteRequest<Bed>(predicate: nil)) }
            XCTAssertEqual(try container.plantNames(), [])
        }
    }

    func testABatchThatGivesUniqueValues() throws {
        try checkAsksAsOften("a batch that gives unique values") { container, count in
            let ids = try container.inBackground { context in
                let batch = BatchInsertRequest<Plant>(Array(0..<count), onConflict: .update) { plant, number in
                    (plant.name, plant.height) = ("Plant \(number)", -1)
                }
                return try context.execute(batch)
            }
            XCTAssertEqual(ids.count, count)
            let found = FetchRequest<Plant>(predicate: #Predicate { $0.height == -1 })
            XCTAssertEqual(try container.inBackground { try $0.count(for: found) }, count)
        }
    }

    func testTheMembersOfWhatIsDeleted() throws {
        try checkAsksAsOften("a cascade to what has links") { container, _ in
            try container.inBackground { context in
                context.delete(try context.fetch(FetchRequest<Bed>())[0])
                try context.save()
            }
            XCTAssertEqual(try container.plantNames(), [])
        }
    }

    func testTheMembersOfMembersOfWhatIsDeleted() throws {
        func requests(_ count: Int) throws -> Int {
            let store = ThriftyStore()
            let container = try PersistentContainer(
                name: "Park", model: ManagedObjectModel(Park.self, Path.self, Lamp.self),
                stores: [PersistentStoreDescription { _ in store }])
            defer { container.close() }
            try container.inBackground { context in
                let park = Park(context: context)
                for _ in 0..<count {
                    let path = Path(context: context)
                    path.park = park
                    Lamp(context: context).path = path
                }
                try context.save()
            }
            let before = store.requestCount
            try container.inBackground { context in
                context.delete(try context.fetch(FetchRequest<Park>())[0])
                try context.save()
                XCTAssertEqual(try context.count(for: FetchRequest<Path>()), 0)
                XCTAssertEqual(try context.fetch(FetchRequest<Lamp>()).filter { $0.path == nil }.count, count)
            }
            return store.requestCount - before
        }
        XCTAssertEqual(try requests(10), try requests(100))
    }

    func testALinkIsSavedWithoutTheOtherLinksOfItsEnds() throws {
        func addLink(_ count: Int) throws -> Int {
            try ask(count) { container in
                try container.inBackground { context in
                    let tag = try context.existingObject(with: context.fetchObjectIDs(FetchRequest<Tag>())[0])
                    let plant = Plant(context: context)
                    plant.name = "New"
                    plant.tags.insert(tag)
                    try context.save()
                    plant.tags = []
                    try context.save()
                    plant.tags = [tag]
                    try context.save()
                }
            }.rows
        }
        XCTAssertEqual(try addLink(10), try addLink(100))
    }
}
