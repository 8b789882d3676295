import Foundation
import XCTest

import SignalsStore

private final class Firm: ManagedObject {
    @Attribute(.indexed) var name = ""
    @Attribute var city: String? = nil
    @Relationship(inverse: \Worker.firm) var workers: Set<Worker> = []
    @Relationship var owner: Worker?
}

private final class Worker: ManagedObject {
    @Attribute(.unique) var badge = 0
    @Attribute(.indexed) var name = ""
    @Attribute(.indexed) var alias: String? = nil
    @Attribute var age = 0
    @Relationship var firm: Firm?
    @Relationship(inverse: \Skill.workers) var skills: Set<Skill> = []
}

private final class Skill: ManagedObject {
    @Attribute(.indexed) var title = ""
    @Relationship var workers: Set<Worker> = []
}

/// The plans by which SQLite finds what is asked for: an index that is no longer used is a failure here.
final class QueryPlanTests: XCTestCase {
    private let model = ManagedObjectModel(Firm.self, Worker.self, Skill.self)

    private func plan<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> FetchPlan {
        let container = try makeContainer(model)
        return try container.inBackground { try XCTUnwrap(request.explain(in: $0).first) }
    }

    private func assertPlan<Object: ManagedObject>(
        of predicate: Predicate<Object>, _ steps: String..., line: UInt = #line
    ) throws {
        let found = try plan(FetchRequest(predicate: predicate))
        for step in steps {
            XCTAssertTrue(found.steps.contains { $0.description == step }, "no \(step) in\n\(found)", line: line)
        }
        XCTAssertFalse(found.scansTable, "\(found)", line: line)
    }

    func testAValueIsFoundByItsIndex() throws {
        let (name, names, alias): (String, [String], String?) = ("a", ["a", "b"], nil)
        try assertPlan(of: #Predicate<Worker> { $0.name == name }, "SEARCH t0 USING INDEX signals_Worker_name (name=?)")
        try assertPlan(
            of: #Predicate<Worker> { $0.alias == alias }, "SEARCH t0 USING INDEX signals_Worker_alias (alias=?)")
        try assertPlan(
            of: #Predicate<Worker> { names.contains($0.name) }, "SEARCH t0 USING INDEX signals_Worker_name (name=?)")
        try assertPlan(
            of: #Predicate<Worker> { $0.badge == 3 }, "SEARCH t0 USING INDEX signals_Worker_badge (badge=?)")
    }

    func testARangeIsFoundByItsIndex() throws {
        try assertPlan(
            of: #Predicate<Worker> { $0.name >= "a" && $0.name < "b" },
            "SEARCH t0 USING INDEX signals_Worker_name (name>? AND name<?)")
    }

    func testWhatIsTheSameForEachRowIsComputedBefore() throws {
        let (hours, name, nobody): (Int, String?, String?) = (3, "a", nil)
        try assertPlan(
            of: #Predicate<Worker> { $0.badge == -3 }, "SEARCH t0 USING INDEX signals_Worker_badge (badge=?)")
        try assertPlan(
            of: #Predicate<Worker> { $0.badge == hours * 60 - 5 },
            "SEARCH t0 USING INDEX signals_Worker_badge (badge=?)")
        try assertPlan(
            of: #Predicate<Worker> { name == nil || $0.alias == name },
            "SEARCH t0 USING INDEX signals_Worker_alias (alias=?)")
        try assertPlan(
            of: #Predicate<Worker> { (nobody == nil || $0.alias == nobody) && $0.name == (nobody ?? "b") },
            "SEARCH t0 USING INDEX signals_Worker_name (name=?)")
    }

    func testAnOverflowOfValuesIsAnErrorWhereItIsReached() throws {
        let (least, none) = (Int.min, false)
        let container = try makeContainer(model)
        try container.inBackground { context in
            let overflow = #Predicate<Worker> { $0.badge > least - 1 }
            Worker(context: context).badge = 1
            try context.save()
            XCTAssertThrowsError(try context.count(for: FetchRequest(predicate: overflow)))
            XCTAssertEqual(
                try context.count(for: FetchRequest(predicate: #Predicate<Worker> { none && $0.badge > least - 1 })), 0)
        }
    }

    func testTextsThatBeginSoAreFoundByTheirIndex() throws {
        let prefix = "ab"
        try assertPlan(
            of: #Predicate<Worker> { $0.name.starts(with: prefix) },
            "SEARCH t0 USING INDEX signals_Worker_name (name>? AND name<?)")
        try assertPlan(
            of: #Predicate<Worker> { $0.alias?.starts(with: prefix) == true },
            "SEARCH t0 USING INDEX signals_Worker_alias (alias>? AND alias<?)")
        try assertPlan(
            of: #Predicate<Worker> { $0.alias.flatMap { $0.starts(with: prefix) } ?? false },
            "SEARCH t0 USING INDEX signals_Worker_alias (alias>? AND alias<?)")
    }

    func testAlternativesForOneAttributeAreOneList() throws {
        try assertPlan(
            of: #Predicate<Worker> { $0.name == "a" || $0.name == "b" || $0.name == "c" },
            "SEARCH t0 USING INDEX signals_Worker_name (name=?)")
    }

    func testAnAttributeOfARelatedObjectIsFoundByItsIndex() throws {
        let name = "a"
        let both = [
            "SEARCH t0 USING INDEX signals_Worker_firm (firm=?)",
            "SEARCH t1 USING COVERING INDEX signals_Firm_name (name=?)",
        ]
        try assertPlan(of: #Predicate<Worker> { $0.firm?.name == name }, both[0], both[1])
        try assertPlan(of: #Predicate<Worker> { $0.firm.flatMap { $0.name == name } ?? false }, both[0], both[1])
        try assertPlan(of: #Predicate<Worker> { $0.firm?.owner?.name == name }, both[0])
        try assertPlan(
            of: #Predicate<Worker> { $0.firm.flatMap { $0.name.starts(with: name) } == true }, both[0],
            "SEARCH t1 USING COVERING INDEX signals_Firm_name (name>? AND name<?)")
    }

    func testOwnersOfMembersAreFoundByTheMembersIndex() throws {
        try assertPlan(
            of: #Predicate<Firm> { $0.workers.contains { $0.name == "a" } },
            "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)", "SEARCH t1 USING INDEX signals_Worker_name (name=?)")
        try assertPlan(
            of: #Predicate<Worker> { $0.skills.contains { $0.title == "a" } },
            "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)",
            "SEARCH t1 USING COVERING INDEX signals_Skill_title (title=?)")
    }

    // A set of all that fulfil the condition would be found for each look-up.
    func testQueriesOfAFewRowsReadThemAlone() throws {
        try assertPlan(
            of: #Predicate<Worker> { $0.badge == 3 && $0.firm?.city == "b" },
            "SEARCH t0 USING INDEX signals_Worker_badge (badge=?)", "SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)")
        try assertPlan(
            of: #Predicate<Worker> { $0.badge == 3 && $0.skills.contains { $0.title == "b" } },
            "SEARCH t0 USING INDEX signals_Worker_badge (badge=?)")
    }

    func testAnIndexServesWhatStandsBeforeAComputation() throws {
        try assertPlan(
            of: #Predicate<Worker> { $0.name == "a" && 10 / $0.age > 1 },
            "SEARCH t0 USING INDEX signals_Worker_name (name=?)")
    }

    func testTheOrderOfAnIndexedTextIsTheIndex() throws {
        for descriptor in [SortDescriptor(\Worker.name), SortDescriptor(\Worker.name, comparator: .lexical)] {
            let found = try plan(FetchRequest<Worker>(sortBy: [descriptor], fetchLimit: 10))
            XCTAssertEqual(found.steps.map(\.description), ["SCAN t0 USING INDEX signals_Worker_name"])
        }
    }

    // As a query for each row it takes three times as long.
    func testTheRowsThatOthersAreOrderedByAreJoined() throws {
        let found = try plan(
            FetchRequest<Worker>(
                predicate: #Predicate { $0.age > 3 },
                sortBy: [SortDescriptor(\.firm?.name), SortDescriptor(\.firm?.owner?.age), SortDescriptor(\.age)]))
        XCTAssertEqual(
            found.steps.map(\.description),
            [
                "SCAN t0", "SEARCH o4 USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
                "SEARCH o4_2 USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN", "USE TEMP B-TREE FOR ORDER BY",
            ])
    }

    func testAPlanSaysHowValuesAreBoundAndWhichStepsArePartsOfOthers() throws {
        let found = try plan(
            FetchRequest<Worker>(
                predicate: #Predicate { $0.firm?.name == "a" && $0.age > 3 }, sortBy: [SortDescriptor(\.age)]))
        XCTAssertEqual(found.valueTypes, ["text", "integer"])
        XCTAssertEqual(found.steps.map(\.depth), [0, 0, 1, 0])
        XCTAssertTrue(found.description.hasPrefix(found.statement + "\n?1: text\n?2: integer\nSEARCH t0"), "\(found)")
        XCTAssertTrue(found.description.contains("\n  SEARCH t1 USING COVERING INDEX"), "\(found)")
    }

    func testThePlanOfAFetchWithoutAnIndexIsAScan() throws {
        XCTAssertTrue(try plan(FetchRequest<Worker>(predicate: #Predicate { $0.age == 3 })).scansTable)
    }
}
