import SignalsStore
import XCTest

@testable import SignalsPostgres

/// What is looked for among many rows is found by an index.
final class PlanTests: XCTestCase {
    private func filled() throws -> PersistentContainer {
        let schema = newSchema()
        let container = try openContainer(schema, ManagedObjectModel(Plant.self, Bed.self, Seedling.self))
        try container.addManyPlants(3_000)
        try container.inBackground { context in
            for number in 0..<300 {
                let bed = Bed(context: context)
                bed.name = "Bed \(number)"
                for index in 0..<10 {
                    let seedling = Seedling(context: context)
                    (seedling.number, seedling.bed) = (index, bed)
                }
            }
            try context.save()
        }
        try TestServer.execute("ANALYZE")
        return container
    }

    private func check<Object: ManagedObject>(
        _ predicate: Predicate<Object>, finds expected: String, in container: PersistentContainer, line: UInt = #line
    ) throws {
        try container.inBackground { context in
            let plan = try XCTUnwrap(FetchRequest(predicate: predicate).explain(in: context).first, line: line)
            XCTAssertFalse(plan.scansTable, "\(plan)", line: line)
            XCTAssertTrue(plan.steps.contains { $0.description.contains(expected) }, "\(plan)", line: line)
        }
    }

    func testRowsAreFoundByTheirIndexes() throws {
        let container = try filled()
        try check(#Predicate<Plant> { $0.name == "Plant 7" }, finds: "signals_Plant_name", in: container)
        try check(#Predicate<Plant> { $0.name.starts(with: "Plant 77") }, finds: "signals_Plant_name", in: container)
        let names = ["Plant 1", "Plant 2"]
        try check(#Predicate<Plant> { names.contains($0.name) }, finds: "signals_Plant_name", in: container)
        let bed = try container.inBackground { context in
            try context.fetch(FetchRequest<Bed>(predicate: #Predicate { $0.name == "Bed 4" }))[0].objectID
        }
        try check(#Predicate<Seedling> { $0.bed?.objectID == bed }, finds: "signals_Seedling_bed", in: container)
    }

    func testAPlanNamesItsStatementAndTheTypesOfItsValues() throws {
        try openContainer(newSchema()).inBackground { context in
            let request = FetchRequest<Plant>(predicate: #Predicate { $0.name == "Rose" && $0.height > 2 })
            let plan = try XCTUnwrap(request.explain(in: context).first)
            XCTAssertTrue(plan.statement.contains("\"name\" = $1::text"), plan.statement)
            XCTAssertEqual(plan.valueTypes, ["text", "double precision"])
            XCTAssertTrue(plan.description.contains("\n$1: text\n$2: double precision\n"), plan.description)
        }
    }

    func testOfWhatTheProgramJudgesTheFirstFewAreSoughtFirst() throws {
        let container = try openContainer(newSchema())
        let names = try container.inBackground { context in
            for number in 0..<600 {
                let plant = Plant(context: context)
                plant.name = "\(number.isMultiple(of: 3) ? "Öl" : "Oil") \(number)"
                plant.notes = number < 500 ? "common" : "rare é"
                plant.height = Double(number % 7)
            }
            try context.save()
            return try context.fetch(FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)]))
                .map { ($0.name, $0.notes ?? "") }
        }
        try container.inBackground { context in
            for (note, limit, offset) in [("common", 5, 0), ("rare", 5, 0), ("rare", 40, 50), ("é", 200, 20)] {
                let request = FetchRequest<Plant>(
                    predicate: #Predicate { $0.notes?.contains(note) == true && $0.name.count > 0 },
                    sortBy: [SortDescriptor(\.name)], fetchLimit: limit, fetchOffset: offset)
                let expected = names.filter { $0.1.contains(note) }.map(\.0).dropFirst(offset).prefix(limit)
                XCTAssertEqual(try context.fetch(request).map(\.name), Array(expected), "\(note) \(limit) \(offset)")
                let plan = try XCTUnwrap(request.explain(in: context).first)
                XCTAssertTrue(plan.statement.contains("LIMIT"), plan.statement)
            }
        }
    }

    func testDecimalsAreSortedByTheServerAsInAFile() throws {
        let prices = ["2", "10", "NaN", "-3", "1.50", "1.5", "-0.001", "12345678901234567890123456789012345678", "0"]
        func names(_ container: PersistentContainer) throws -> [[String]] {
            try container.inBackground { context in
                for (number, price) in prices.enumerated() {
                    let plant = Plant(context: context)
                    (plant.name, plant.price) = ("Plant \(number)", Decimal(string: price) ?? .nan)
                }
                try context.save()
                return try [SortOrder.forward, .reverse].flatMap { order in
                    try [nil, 4].map { limit in
                        let request = FetchRequest<Plant>(
                            sortBy: [SortDescriptor(\.price, order: order)], fetchLimit: limit)
                        XCTAssertFalse(
                            try request.explain(in: context).contains {
                                $0.steps.last?.description.contains("program") == true
                            })
                        XCTAssertEqual(try context.count(for: request), limit ?? prices.count)
                        return try context.fetch(request).map(\.name)
                    }
                }
            }
        }
        let file = try PersistentContainer(name: "Test", model: ManagedObjectModel(Plant.self), stores: [.inMemory()])
        defer { file.close() }
        XCTAssertEqual(try names(openContainer(newSchema())), try names(file))
    }

    func testALongListIsPlannedForByItself() throws {
        let deadline = Deadline(after: 60)
        let connection = try PostgresConnection(PostgresAddress(TestServer.address), deadline)
        func kept(_ count: Int64) throws -> Int64? {
            var parameters = Parameters()
            let list = parameters.add(numbers: 0..<count)
            let answer = try connection.run(
                [
                    Statement("SELECT 3 = ANY(\(list))", parameters),
                    Statement("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT 3%'"),
                ], deadline)
            return answer[1].integer(0, 0)
        }
        XCTAssertEqual(try kept(1000), 0)
        XCTAssertEqual(try kept(2), 1)
    }

    func testAConditionOfTheProgramsAloneIsJudgedThere() throws {
        try openContainer(newSchema()).inBackground { context in
            let request = FetchRequest<Plant>(predicate: #Predicate { $0.name.count > 3 })
            let plan = try XCTUnwrap(request.explain(in: context).first)
            XCTAssertTrue(plan.scansTable)
            XCTAssertEqual(plan.steps.last?.description, "Look at each row in the program")
        }
    }
}
