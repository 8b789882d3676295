import Foundation
import SignalsStore
import XCTest

private enum Version1 {
    final class Person: ManagedObject {
        @Attribute var name = ""
        @Attribute var height = 1.5
        @Attribute var born = Date(timeIntervalSinceReferenceDate: 0)
    }
    static let model = ManagedObjectModel(Person.self)
}

private enum Version2 {
    final class Person: ManagedObject {
        @Attribute var firstName = ""
        @Attribute var lastName = ""
        @Attribute var height = 0
        @Attribute var born = ""
    }
    static let model = ManagedObjectModel(version: 2, Person.self)
}

private enum Version3 {
    final class Human: ManagedObject {
        @Attribute var firstName = ""
        @Attribute var height = 0

        override class var renamedFrom: [String] { ["Person"] }
    }
    final class Family: ManagedObject { @Attribute(.unique) var name = "" }
    static let model = ManagedObjectModel(version: 3, Human.self, Family.self)
}

final class MigrationStageTests: XCTestCase {
    private let splitting = MigrationStage(from: 1, to: Version2.model) { step in
        try step.forEachRow(of: "Person") { old in
            let words = try old.value("name", as: String.self).split(separator: " ").map(String.init)
            let height: Double = try old.value("height")
            try step.update(
                "Person", old.number,
                [
                    "firstName": words[0], "lastName": words[1], "height": Int((height * 100).rounded()),
                    "born": try old.value("born", as: Date.self).formatted(.iso8601),
                ])
        }
    }
    private let gathering = MigrationStage(from: 2, to: Version3.model) { step in
        var families: Set<String> = []
        try step.forEachRow(of: "Person") { old in
            let name: String = try old.value("lastName")
            if families.insert(name).inserted { try step.insert("Family", ["name": name]) }
            if try old.value("height", as: Int.self) > 300 { try step.delete("Human", old.number) }
        }
    }

    private func makeFirst(at url: URL) throws {
        let container = try openContainer(at: url, Version1.model)
        defer { container.close() }
        try container.inBackground { context in
            for (name, height) in [("Ada Lovelace", 1.65), ("Grace Hopper", 1.68), ("Byron Lovelace", 3.5)] {
                let person = Version1.Person(context: context)
                person.name = name
                person.height = height
            }
            try context.save()
        }
    }

    private func open(_ url: URL, _ model: ManagedObjectModel, _ stages: [MigrationStage]) throws -> PersistentContainer
    {
        var store = PersistentStoreDescription.sqlite(at: url)
            .dropping("Person.firstName", "Person.height", "Person.born")
        store.migrationStages = stages
        return try PersistentContainer(name: "Test", model: model, stores: [store])
    }

    func testAStoreGoesThroughEachStageThatLeadsToTheModel() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try makeFirst(at: url)
        let container = try open(url, Version3.model, [gathering, splitting])
        defer { container.close() }
        try container.inBackground { context in
            let humans = try context.fetch(FetchRequest<Version3.Human>(sortBy: [SortDescriptor(\.firstName)]))
            XCTAssertEqual(humans.map(\.firstName), ["Ada", "Grace"])
            XCTAssertEqual(humans.map(\.height), [165, 168])
            let families = try context.fetch(FetchRequest<Version3.Family>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(families.map(\.name), ["Hopper", "Lovelace"])
            Version3.Family(context: context).name = "Turing"
            try context.save()
        }
    }

    func testAStageHasTheLastWordWhereNoRuleLeads() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try makeFirst(at: url)
        let container = try open(url, Version2.model, [splitting])
        defer { container.close() }
        try container.inBackground { context in
            let people = try context.fetch(FetchRequest<Version2.Person>(sortBy: [SortDescriptor(\.firstName)]))
            XCTAssertEqual(people.map(\.lastName), ["Lovelace", "Lovelace", "Hopper"])
            XCTAssertEqual(people.map(\.born), [String](repeating: "2001-01-01T00:00:00Z", count: 3))
        }
    }

    func testAStoreOfALaterVersionSkipsTheStagesBeforeIt() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try openContainer(at: url, Version2.model).close()
        let never = MigrationStage(from: 1, to: Version2.model) { _ in XCTFail("the store has version 2") }
        try open(url, Version3.model, [never, gathering]).close()
    }

    func testAStageThatThrowsLeavesTheFileAsItWas() throws {
        struct Stop: Error {}
        let url = try makeFolder().appending(path: "store.sqlite")
        try makeFirst(at: url)
        let before = try Data(contentsOf: url)
        let stopping = MigrationStage(from: 2, to: Version3.model) { step in
            try step.insert("Family", ["name": "half way"])
            throw Stop()
        }
        XCTAssertThrowsError(try open(url, Version3.model, [splitting, stopping])) { error in
            guard case StoreError.stageFailed(_, from: 2, to: 3, let reason) = error, reason is Stop else {
                return XCTFail("\(error)")
            }
        }
        XCTAssertEqual(try Data(contentsOf: url), before)
    }

    func testAStageThatBreaksAUniqueAttributeIsRefused() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try makeFirst(at: url)
        let doubling = MigrationStage(from: 2, to: Version3.model) { step in
            for _ in 0..<2 { try step.insert("Family", ["name": "Lovelace"]) }
        }
        XCTAssertThrowsError(try open(url, Version3.model, [splitting, doubling])) { error in
            guard case StoreError.incompatibleModel(_, let differences) = error else { return XCTFail("\(error)") }
            XCTAssertTrue(differences[0].hasPrefix("Family.name is unique: Family/"), "\(differences)")
        }
    }

    func testAMissingPropertyThatAStageAsksForIsNamed() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try makeFirst(at: url)
        let wrong: [(MigrationError, @Sendable (MigrationStep) throws -> Void)] = [
            (.noSuchEntity(entityName: "Robot"), { try $0.forEachRow(of: "Robot") { _ in } }),
            (.noSuchEntity(entityName: "Robot"), { try $0.insert("Robot", [:]) }),
            (
                .noSuchAttribute(entityName: "Person", attributeName: "name"),
                { try $0.update("Person", 1, ["name": ""]) }
            ),
            (.noSuchRow(entityName: "Person", number: 77), { try $0.update("Person", 77, ["lastName": ""]) }),
            (.noSuchRow(entityName: "Person", number: 77), { try $0.delete("Person", 77) }),
            (
                .refusedValue(entityName: "Person", attributeName: "height", value: .text("tall")),
                { try $0.update("Person", 1, ["height": "tall"]) }
            ),
            (
                .noSuchAttribute(entityName: "Person", attributeName: "age"),
                { _ = try $0.oldRow("Person", 1)?.value("age", as: Int.self) }
            ),
        ]
        for (expected, body) in wrong {
            XCTAssertThrowsError(try open(url, Version2.model, [MigrationStage(from: 1, to: Version2.model, body)])) {
                guard case StoreError.stageFailed(_, _, _, let error) = $0 else { return XCTFail("\($0)") }
                XCTAssertEqual(error as? MigrationError, expected)
                XCTAssertFalse($0.localizedDescription.isEmpty)
            }
        }
    }

    func testTheRulesLeadOnFromWhereTheStagesEnd() throws {
        enum Last { final class Person: ManagedObject { @Attribute var lastName: String? = nil } }
        let url = try makeFolder().appending(path: "store.sqlite")
        try makeFirst(at: url)
        let container = try open(url, ManagedObjectModel(version: 9, Last.Person.self), [splitting])
        defer { container.close() }
        let names = try container.inBackground { try $0.fetch(FetchRequest<Last.Person>()).map(\.lastName) }
        XCTAssertEqual(Set(names), ["Lovelace", "Hopper"])
    }
}
