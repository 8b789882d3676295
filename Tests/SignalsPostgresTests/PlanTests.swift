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

    func testAConditionOfTheProgramsAloneIsJudgedThere() throws {
        try openContainer(newSchema()).inBackground { context in
            let request = FetchRequest<Plant>(predicate: #Predicate { $0.name.count > 3 })
            let plan = try XCTUnwrap(request.explain(in: context).first)
            XCTAssertTrue(plan.scansTable)
            XCTAssertEqual(plan.steps.last?.description, "Look at each row in the program")
        }
    }
}
