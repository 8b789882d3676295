import Foundation
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

private enum First {
    final class Note: ManagedObject {
        @Attribute(.unique) var title = ""
        @Attribute var minutes = 0.0
        @Attribute var stars: Int8 = 0
        @Attribute var text: String? = nil
        @Attribute var color = "red"
        @Relationship var tags: Set<Tag> = []
        @Relationship var readers: [Tag] = []
    }
    final class Tag: ManagedObject {
        @Attribute var name = ""
        @Relationship(inverse: \Note.tags) var notes: Set<Note> = []
    }
    final class Draft: ManagedObject { @Attribute var text = "" }
    static let model = ManagedObjectModel(Note.self, Tag.self, Draft.self)
}

private enum Second {
    final class Page: ManagedObject {
        @Attribute(.unique, .renamed(from: "title")) var name = ""
        @Attribute var minutes = 0
        @Attribute(.indexed) var stars = 0
        @Attribute var text = ""
        @Attribute var created = Date(timeIntervalSinceReferenceDate: 7)
        @Attribute var nickname: String? = "none"
        @Relationship(.renamed(from: "tags")) var labels: Set<Tag> = []
        @Relationship var readers: [Tag] = []

        override class var renamedFrom: [String] { ["Note"] }
    }
    final class Tag: ManagedObject {
        @Attribute var name = ""
        @Relationship(.renamed(from: "notes"), inverse: \Page.labels) var pages: Set<Page> = []
    }
    final class Folder: ManagedObject { @Attribute var name = "" }
    static let model = ManagedObjectModel(Page.self, Tag.self, Folder.self)
}

/// Versions of a class that keeps its name and its attributes' names, of other types.
private enum Typed {
    enum Text { final class Entry: ManagedObject { @Attribute var amount = "" } }
    enum Integer {
        final class Entry: ManagedObject { @Attribute var amount = 0 }
        final class Word: ManagedObject { @Attribute var text = "" }
    }
    enum Real {
        final class Entry: ManagedObject { @Attribute var amount = 0.0 }
        final class Word: ManagedObject { @Attribute var text = "" }
    }
    static let text = ManagedObjectModel(version: 1, Text.Entry.self)
    static let integer = ManagedObjectModel(version: 2, Integer.Entry.self, Integer.Word.self)
    static let real = ManagedObjectModel(version: 3, Real.Entry.self, Real.Word.self)
}

final class MigrationTests: XCTestCase {
    private func makeFirst(_ schema: String, minutes: [Double] = [1, 20], text: String? = "e\u{301}\0🧹") throws {
        let container = try openContainer(schema, First.model)
        try container.inBackground { context in
            let tags = ["a", "b"].map { name in
                let tag = First.Tag(context: context)
                tag.name = name
                return tag
            }
            for (index, minutes) in minutes.enumerated() {
                let note = First.Note(context: context)
                note.title = "note \(index)"
                note.minutes = minutes
                note.stars = Int8(index % 100)
                note.text = text
                note.tags = Set(tags)
                note.readers = tags.reversed()
            }
            First.Draft(context: context).text = "to be dropped"
            try context.save()
        }
        container.close()
    }

    private func open(
        _ schema: String, _ model: ManagedObjectModel, dropping: [String] = ["Draft", "Note.color"],
        stages: [MigrationStage] = [], reports: Locked<[String]>? = nil
    ) throws -> PersistentContainer {
        let container = try Self.open(schema, model, dropping: dropping, stages: stages, reports: reports)
        addTeardownBlock { container.close() }
        return container
    }

    private static func open(
        _ schema: String, _ model: ManagedObjectModel, place: Int = 0, dropping: [String] = ["Draft", "Note.color"],
        stages: [MigrationStage] = [], reports: Locked<[String]>? = nil
    ) throws -> PersistentContainer {
        var store = PersistentStoreDescription.postgres(TestServer.address(seenFrom: place), schema: schema)
        store.durability = .off
        store.busyTimeout = 30
        for name in dropping { store = store.dropping(name) }
        store.migrationStages = stages
        if let reports { store.onMigrationProgress = { report in reports.withLock { $0.append(report.description) } } }
        return try PersistentContainer(name: "Test", model: model, stores: [store])
    }

    /// All that a schema has: its tables with their contents, and its indexes.
    private func contents(_ schema: String) throws -> String {
        try TestServer.execute(
            "SELECT (SELECT string_agg(query_to_xml(format('SELECT * FROM %I.%I ORDER BY 1', schemaname, tablename), "
                + "true, false, '')::text, '' ORDER BY tablename) FROM pg_tables WHERE schemaname = '\(schema)') "
                + "|| (SELECT string_agg(indexdef, ' ' ORDER BY indexname) FROM pg_indexes "
                + "WHERE schemaname = '\(schema)')") ?? ""
    }

    /// Counts the migrations that began and ended.
    private final class MigrationCount: Instrumentation {
        let begun = Locked(0)
        let ended = Locked(0)

        func begin(_ span: StoreSpan) -> (@Sendable (StoreSpan.Outcome) -> Void)? {
            guard span.kind == .migration else { return nil }
            begun.withLock { $0 += 1 }
            return { outcome in if outcome.error == nil { self.ended.withLock { $0 += 1 } } }
        }
    }

    private func makeTexts(_ schema: String, _ count: Int) throws {
        let container = try openContainer(schema, Typed.text)
        try container.inBackground { context in
            for number in 0..<count { Typed.Text.Entry(context: context).amount = "\(number)" }
            try context.save()
        }
        container.close()
    }

    func testAttributesThatKeepTheirNamesAreConvertedTwiceInOneMigration() throws {
        let schema = newSchema()
        // More than are read at a time.
        try makeTexts(schema, 2500)
        let stage = MigrationStage(from: 1, to: Typed.integer) { _ in }
        let container = try open(schema, Typed.real, dropping: [], stages: [stage])
        let amounts = try container.inBackground { try $0.fetch(FetchRequest<Typed.Real.Entry>()).map(\.amount) }
        XCTAssertEqual(amounts, (0..<2500).map(Double.init))
    }

    func testRowsThatAStageAddsHaveNumbersThatNobodyHas() throws {
        let schema = newSchema()
        try makeTexts(schema, 10)
        let stage = MigrationStage(from: 1, to: Typed.integer) { step in
            for number in 0..<5000 { _ = try step.insert("Word", ["text": "word \(number)"]) }
        }
        let container = try open(schema, Typed.integer, dropping: [], stages: [stage])
        try container.inBackground { context in
            Typed.Integer.Entry(context: context).amount = 7
            Typed.Integer.Word(context: context).text = "word"
            try context.save()
            XCTAssertEqual(try context.count(for: FetchRequest<Typed.Integer.Word>()), 5001)
            XCTAssertEqual(try context.count(for: FetchRequest<Typed.Integer.Entry>()), 11)
        }
    }

    func testAMigrationOverAServerIsASpan() throws {
        let schema = newSchema()
        try makeFirst(schema)
        let count = MigrationCount()
        var store = PersistentStoreDescription.postgres(TestServer.address(seenFrom: 0), schema: schema)
            .dropping("Draft", "Note.color")
        store.durability = .off
        for _ in 1...2 {
            try PersistentContainer(name: "Test", model: Second.model, stores: [store], instrumentation: count).close()
        }
        XCTAssertEqual([count.begun.withLock { $0 }, count.ended.withLock { $0 }], [1, 1])
    }

    func testAnOlderStoreIsBroughtToTheModelWithAllThatBothKnow() throws {
        let schema = newSchema()
        try makeFirst(schema)
        let reports = Locked<[String]>([])
        let container = try open(schema, Second.model, reports: reports)
        try container.inBackground { context in
            let pages = try context.fetch(FetchRequest<Second.Page>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(pages.map(\.name), ["note 0", "note 1"])
            XCTAssertEqual(pages.map(\.minutes), [1, 20])
            XCTAssertEqual(pages.map(\.stars), [0, 1])
            XCTAssertEqual(pages.map { Array($0.text.utf8) }, [Array("e\u{301}\0🧹".utf8), Array("e\u{301}\0🧹".utf8)])
            XCTAssertEqual(pages[0].created, Date(timeIntervalSinceReferenceDate: 7), "a new attribute's default")
            XCTAssertEqual(pages[0].nickname, "none")
            XCTAssertEqual(pages[1].labels.map(\.name).sorted(), ["a", "b"])
            XCTAssertEqual(pages[1].readers.map(\.name), ["b", "a"])
            XCTAssertEqual(try context.fetch(FetchRequest<Second.Tag>())[0].pages.count, 2)
            Second.Folder(context: context).name = "new"
            pages[0].name = "changed"
            pages[0].labels = []
            try context.save()
            Second.Page(context: context).name = "note 1"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
        XCTAssertTrue(reports.withLock { $0.contains("Draft (1 object) is dropped") })
        XCTAssertEqual(reports.withLock { $0.last }, "done")
        let left = try TestServer.execute(
            "SELECT count(*)::text FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = '\(schema)' "
                + "AND relkind = 'r' AND (relname LIKE 'signals_new%' OR relname LIKE '%Draft%')")
        XCTAssertEqual(left, "0")
    }

    private func assertRefused(
        _ schema: String, _ model: ManagedObjectModel, line: UInt = #line, _ expected: String...
    ) throws {
        let before = try contents(schema)
        XCTAssertThrowsError(try open(schema, model), line: line) { error in
            guard case StoreError.incompatibleModel(_, let differences) = error else {
                return XCTFail("\(error)", line: line)
            }
            for difference in expected {
                XCTAssertTrue(differences.contains(difference), "\(differences)", line: line)
            }
        }
        XCTAssertEqual(try contents(schema), before, "the store was changed", line: line)
        try openContainer(schema, First.model).close()
    }

    func testValuesThatWouldLoseSomethingAreNamedAndTheStoreIsUntouched() throws {
        let schema = newSchema()
        try makeFirst(schema, minutes: [1.5, 2, 2.25, 3.5, 4.5, 5.5, 6.5], text: nil)
        let container = try openContainer(schema, First.model)
        let numbers = try container.inBackground { context in
            try context.fetch(FetchRequest<First.Note>(sortBy: [SortDescriptor(\.title)])).map { "\($0.objectID)" }
        }.compactMap { $0.split(separator: "/").last }
        container.close()
        XCTAssertEqual(numbers.count, 7)
        let halves = [0, 2, 3, 4, 5].map { "Note/\(numbers[$0]) has \([1.5, 2, 2.25, 3.5, 4.5, 5.5][$0])" }
        try assertRefused(
            schema, Second.model,
            "Page.minutes was double and is integer64: \(halves.joined(separator: ", ")) and 1 more",
            "Page.text was optional and is required: "
                + numbers.prefix(5).map { "Note/\($0) has nil" }.joined(separator: ", ") + " and 2 more",
            "Draft is in the file only", "Folder is not in the file", "Page was Note")
    }

    private enum OfMany {
        final class Cabin: ManagedObject {
            @Relationship var guests: Set<Visitor> = []
        }
        final class Visitor: ManagedObject {
            @Relationship(inverse: \Cabin.guests) var cabin: Cabin?
        }
    }

    private enum OfOne {
        final class Cabin: ManagedObject {
            @Relationship var guest: Visitor?
        }
        final class Visitor: ManagedObject {
            @Relationship(inverse: \Cabin.guest) var cabin: Cabin?
        }
    }

    func testARelationshipBecomesOneToOneWhereEachHasOne() throws {
        for count in 1...2 {
            let schema = newSchema()
            let old = try openContainer(schema, ManagedObjectModel(OfMany.Cabin.self, OfMany.Visitor.self))
            try old.inBackground { context in
                let cabin = OfMany.Cabin(context: context)
                cabin.guests = Set((0..<count).map { _ in OfMany.Visitor(context: context) })
                try context.save()
            }
            old.close()
            let model = ManagedObjectModel(OfOne.Cabin.self, OfOne.Visitor.self)
            if count == 1 {
                try open(schema, model).inBackground { context in
                    let cabin = try XCTUnwrap(context.fetch(FetchRequest<OfOne.Cabin>()).first)
                    XCTAssertTrue(cabin.guest != nil && cabin.guest?.cabin === cabin)
                }
            } else {
                let before = try contents(schema)
                XCTAssertThrowsError(try open(schema, model)) { error in
                    XCTAssertTrue("\(error)".contains("one-to-one:"), "\(error)")
                }
                XCTAssertEqual(try contents(schema), before, "the store was changed")
            }
        }
    }

    func testAnAttributeThatBecomesUniqueNamesTheObjectsThatShareAValue() throws {
        enum Third {
            final class Note: ManagedObject {
                @Attribute(.unique) var title = ""
                @Attribute var minutes = 0.0
                @Attribute var stars: Int8 = 0
                @Attribute var text: String? = nil
                @Attribute(.unique) var color = "red"
                @Relationship var tags: Set<Tag> = []
                @Relationship var readers: [Tag] = []
            }
            final class Tag: ManagedObject {
                @Attribute var name = ""
                @Relationship(inverse: \Note.tags) var notes: Set<Note> = []
            }
        }
        let schema = newSchema()
        try makeFirst(schema)
        XCTAssertThrowsError(try open(schema, ManagedObjectModel(Third.Note.self, Third.Tag.self))) { error in
            guard case StoreError.incompatibleModel(_, let differences) = error else { return XCTFail("\(error)") }
            XCTAssertTrue(differences[0].hasPrefix("Note.color is unique: Note/"), "\(differences)")
            XCTAssertTrue(differences[0].hasSuffix(#"have "red""#), "\(differences)")
        }
    }

    func testNothingIsDroppedThatNobodyNamed() throws {
        let schema = newSchema()
        try makeFirst(schema)
        let before = try contents(schema)
        XCTAssertThrowsError(try open(schema, Second.model, dropping: ["Draft"])) { error in
            guard case StoreError.wouldDrop(_, let losses) = error else { return XCTFail("\(error)") }
            XCTAssertEqual(losses.map(\.description), ["Note.color (2 values)"])
        }
        XCTAssertThrowsError(try open(schema, ManagedObjectModel(Plant.self), dropping: [])) { error in
            guard case StoreError.otherProgramsStore(_, let names) = error else { return XCTFail("\(error)") }
            XCTAssertEqual(names, ["Draft", "Note", "Tag"])
        }
        let model = ManagedObjectModel(version: 2, Plant.self)
        let stage = MigrationStage(from: 1, to: model) { _ in }
        XCTAssertThrowsError(try open(schema, model, dropping: [], stages: [stage])) { error in
            guard case StoreError.otherProgramsStore = error else { return XCTFail("\(error)") }
        }
        XCTAssertEqual(try contents(schema), before)
    }

    func testProgramsWithTheOldModelHearThatItHasChanged() throws {
        let schema = newSchema()
        try makeFirst(schema)
        let old = try openContainer(schema, First.model, place: 1)
        let context = old.newBackgroundContext()
        _ = try context.performAndWait { try context.count(for: FetchRequest<First.Note>()) }
        _ = try open(schema, Second.model)
        try context.performAndWait {
            XCTAssertThrowsError(try context.fetch(FetchRequest<First.Note>())) { error in
                guard case FetchError.modelChanged = error else { return XCTFail("\(error)") }
            }
            First.Tag(context: context).name = "c"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .modelChanged? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
            XCTAssertTrue(context.hasChanges, "nothing is lost")
        }
        old.close()
        XCTAssertThrowsError(try openContainer(schema, First.model, place: 2)) { error in
            guard case StoreError.newerModel = error else { return XCTFail("\(error)") }
        }
    }

    func testAnObjectOfTheOldModelIsRefusedWhereAColumnTakesNoSuchValue() throws {
        let schema = newSchema()
        let container = try openContainer(schema)
        try container.addPlants("Rose")
        try TestServer.execute(
            "ALTER TABLE \"\(schema)\".\"Plant\" ALTER notes TYPE bigint USING NULL",
            "UPDATE \"\(schema)\".signals_store SET hash = 'another'")
        XCTAssertThrowsError(try container.addPlants("Fern")) { error in
            guard case .modelChanged? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
        }
    }

    func testProgramsWithTheOldModelReadNoValuesOfAnotherType() throws {
        typealias Entry = Typed.Integer.Entry
        let schema = newSchema()
        let old = try openContainer(schema, Typed.integer, place: 1)
        try old.inBackground { context in
            Entry(context: context).amount = 7
            try context.save()
        }
        _ = try open(schema, Typed.real)
        let reads: [(ManagedObjectContext) throws -> Void] = [
            { _ = try $0.fetch(FetchRequest<Entry>()).map(\.amount) },
            { _ = try $0.values(\.amount, of: FetchRequest<Entry>()) },
            { _ = try $0.maximum(\.amount, of: FetchRequest<Entry>()) },
            { _ = try $0.sum(\.amount, of: FetchRequest<Entry>()) },
            { _ = try $0.average(\.amount, of: FetchRequest<Entry>()) },
            { _ = try $0.groups(of: FetchRequest<Entry>(), computing: .count, .sum(\.amount)) },
            { _ = try $0.groups(of: FetchRequest<Entry>(), by: \.amount, computing: .count) },
        ]
        for (index, read) in reads.enumerated() {
            XCTAssertThrowsError(try old.inBackground(read), "\(index)") { error in
                guard case FetchError.modelChanged = error else { return XCTFail("\(error)") }
            }
        }
    }

    func testTenProgramsThatStartAtOnceMigrateOnce() throws {
        let schema = newSchema()
        try makeFirst(schema, minutes: (0..<200).map(Double.init))
        let commits = try TestServer.execute("SELECT generation::text FROM \"\(schema)\".signals_store")
        let containers = Locked<[PersistentContainer]>([])
        let errors = Locked<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 10) { place in
            do {
                let container = try Self.open(schema, Second.model, place: place)
                containers.withLock { $0.append(container) }
            } catch { errors.withLock { $0.append("\(error)") } }
        }
        XCTAssertEqual(errors.withLock { $0 }, [])
        XCTAssertEqual(
            try TestServer.execute("SELECT (generation - 1)::text FROM \"\(schema)\".signals_store"), commits)
        for container in containers.withLock({ $0 }) {
            let count = try container.inBackground { try $0.count(for: FetchRequest<Second.Page>()) }
            XCTAssertEqual(count, 200)
            container.close()
        }
    }

    func testAStoreMayBeMigratedAgainAndAgain() throws {
        enum Wide {
            final class Note: ManagedObject {
                @Attribute var minutes = ""
                @Attribute var extra = 0
            }
        }
        enum Narrow { final class Note: ManagedObject { @Attribute var minutes = 0.0 } }
        let schema = newSchema()
        let narrow = try open(schema, ManagedObjectModel(Narrow.Note.self))
        try narrow.inBackground { context in
            Narrow.Note(context: context).minutes = 2
            try context.save()
        }
        narrow.close()
        for version in 2..<6 {
            let models: [ManagedObjectModel] = [
                ManagedObjectModel(version: version, Wide.Note.self),
                ManagedObjectModel(version: version, Narrow.Note.self),
            ]
            try open(schema, models[version % 2], dropping: ["Note.extra"]).close()
        }
        let last = try open(schema, ManagedObjectModel(version: 6, Narrow.Note.self), dropping: ["Note.extra"])
        XCTAssertEqual(try last.inBackground { try $0.fetch(FetchRequest<Narrow.Note>()).map(\.minutes) }, [2])
    }
}

// Stages written by hand.
extension MigrationTests {
    private enum Names { final class Person: ManagedObject { @Attribute var name = "" } }
    private enum Parts {
        final class Person: ManagedObject {
            @Attribute var firstName = ""
            @Attribute var lastName = ""
        }
        final class Family: ManagedObject { @Attribute(.unique) var name = "" }
        static let model = ManagedObjectModel(version: 2, Person.self, Family.self)
    }

    private func makePeople(_ schema: String) throws {
        let container = try open(schema, ManagedObjectModel(Names.Person.self))
        try container.inBackground { context in
            for name in ["Ada Lovelace", "Grace Hopper", "Byron Lovelace"] {
                Names.Person(context: context).name = name
            }
            try context.save()
        }
        container.close()
    }

    func testAStageWritesInsertsAndDeletesRows() throws {
        let schema = newSchema()
        try makePeople(schema)
        let stage = MigrationStage(from: 1, to: Parts.model) { step in
            var families: Set<String> = []
            try step.forEachRow(of: "Person") { old in
                let words = try old.value("name", as: String.self).split(separator: " ").map(String.init)
                try step.update("Person", old.number, ["firstName": words[0], "lastName": words[1]])
                if families.insert(words[1]).inserted { try step.insert("Family", ["name": words[1]]) }
                if words[0] == "Byron" { try step.delete("Person", old.number) }
            }
        }
        let container = try open(schema, Parts.model, stages: [stage])
        try container.inBackground { context in
            let people = try context.fetch(FetchRequest<Parts.Person>(sortBy: [SortDescriptor(\.firstName)]))
            XCTAssertEqual(people.map(\.firstName), ["Ada", "Grace"])
            XCTAssertEqual(people.map(\.lastName), ["Lovelace", "Hopper"])
            let families = try context.fetch(FetchRequest<Parts.Family>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(families.map(\.name), ["Hopper", "Lovelace"])
            Parts.Family(context: context).name = "Turing"
            try context.save()
        }
    }

    func testAStageThatFailsLeavesTheStoreAsItWas() throws {
        struct Stop: Error {}
        let schema = newSchema()
        try makePeople(schema)
        let before = try contents(schema)
        let bodies: [@Sendable (MigrationStep) throws -> Void] = [
            { step in
                try step.insert("Family", ["name": "half way"])
                throw Stop()
            },
            { try $0.insert("Robot", [:]) }, { try $0.update("Person", 77, ["lastName": ""]) },
            { try $0.delete("Person", 77) }, { try $0.insert("Family", ["age": 7]) },
        ]
        for body in bodies {
            XCTAssertThrowsError(
                try open(schema, Parts.model, stages: [MigrationStage(from: 1, to: Parts.model, body)])
            ) { error in
                guard case StoreError.stageFailed(_, from: 1, to: 2, let reason) = error else {
                    return XCTFail("\(error)")
                }
                XCTAssertTrue(reason is Stop || reason is MigrationError, "\(reason)")
            }
        }
        let doubling = MigrationStage(from: 1, to: Parts.model) { step in
            for _ in 0..<2 { try step.insert("Family", ["name": "Lovelace"]) }
        }
        XCTAssertThrowsError(try open(schema, Parts.model, stages: [doubling])) { error in
            guard case StoreError.incompatibleModel(_, let differences) = error else { return XCTFail("\(error)") }
            XCTAssertTrue(differences[0].hasPrefix("Family.name is unique: Family/"), "\(differences)")
        }
        XCTAssertEqual(try contents(schema), before)
    }
}
