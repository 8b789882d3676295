import Foundation
import SignalsStore
import Synchronization
import XCTest

private enum First {
    final class Note: ManagedObject {
        @Attribute(.unique) var title = ""
        @Attribute var minutes = 0.0
        @Attribute var stars: Int8 = 0
        @Attribute var text: String? = nil
        @Attribute var kind = 0
        @Attribute var color = "red"
    }
    final class Draft: ManagedObject { @Attribute var text = "" }
}

private enum Kind: Int, Codable, AttributeValue { case plain, fancy }

private enum Second {
    final class Page: ManagedObject {
        @Attribute(.unique, .renamed(from: "title")) var name = ""
        @Attribute var minutes = 0
        @Attribute(.indexed) var stars = 0
        @Attribute var text = ""
        @Attribute var kind = ""
        @Attribute var created = Date(timeIntervalSinceReferenceDate: 7)
        @Attribute var nickname: String? = "none"

        override class var renamedFrom: [String] { ["Note"] }
    }
    final class Folder: ManagedObject { @Attribute var name = "" }
}

private enum Third {
    final class Note: ManagedObject {
        @Attribute(.unique) var title = ""
        @Attribute var minutes = 0.0
        @Attribute var stars: Int8 = 0
        @Attribute var text: String? = nil
        @Attribute var kind = 0
        @Attribute(.unique) var color = "red"
    }
}

final class MigrationTests: XCTestCase {
    private let firstModel = ManagedObjectModel(First.Note.self, First.Draft.self)
    private let secondModel = ManagedObjectModel(Second.Page.self, Second.Folder.self)

    private func makeFirst(
        minutes: [Double] = [1, 20], text: String? = "é\u{0}🧹", at url: URL
    ) throws -> [ManagedObjectID<First.Note>] {
        let container = try openContainer(at: url, firstModel)
        defer { container.close() }
        return try container.inBackground { context in
            let notes = minutes.enumerated().map { index, minutes in
                let note = First.Note(context: context)
                note.title = "note \(index)"
                note.minutes = minutes
                note.stars = Int8(index % 100)
                note.text = text
                return note
            }
            First.Draft(context: context).text = "to be dropped"
            try context.save()
            return notes.map(\.objectID)
        }
    }

    func testAnOlderStoreIsBroughtToTheModelWithAllThatBothKnow() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let ids = try makeFirst(at: url)
        let container = try openContainer(at: url, secondModel, dropping: "Draft", "Note.color")
        defer { container.close() }
        try container.inBackground { context in
            let pages = try context.fetch(FetchRequest<Second.Page>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(pages.map(\.name), ["note 0", "note 1"])
            XCTAssertEqual(pages.map(\.minutes), [1, 20])
            XCTAssertEqual(pages.map(\.stars), [0, 1])
            XCTAssertEqual(pages.map(\.text), ["é\u{0}🧹", "é\u{0}🧹"])
            XCTAssertEqual(pages.map(\.kind), ["0", "0"])
            XCTAssertEqual(pages[0].created, Date(timeIntervalSinceReferenceDate: 7), "a new attribute's default")
            XCTAssertEqual(pages[0].nickname, "none")
            XCTAssertEqual(pages.map { "\($0.objectID)" }, ids.map { "\($0)".replacing("Note", with: "Page") })
            Second.Folder(context: context).name = "new"
            pages[0].name = "changed"
            try context.save()
            XCTAssertEqual(try context.count(for: FetchRequest<Second.Page>()), 2)
        }
        XCTAssertEqual(try SQLiteShell.run("SELECT name FROM sqlite_master WHERE name LIKE '%Draft%'", at: url), [])
        XCTAssertEqual(
            try SQLiteShell.run("SELECT name FROM sqlite_master WHERE name LIKE 'signals_new%'", at: url), [])
    }

    func testUniquenessAndIndexesHoldAfterAMigration() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try makeFirst(at: url)
        let container = try openContainer(at: url, secondModel, dropping: "Draft", "Note.color")
        defer { container.close() }
        try container.inBackground { context in
            Second.Page(context: context).name = "note 1"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
        let indexes = try SQLiteShell.run(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name", at: url)
        XCTAssertEqual(indexes, ["signals_Page_name", "signals_Page_stars"])
    }

    private func assertRefused(
        _ url: URL, _ model: ManagedObjectModel, line: UInt = #line, _ expected: String...
    ) throws {
        let before = try Data(contentsOf: url)
        XCTAssertThrowsError(try openContainer(at: url, model, dropping: "Draft", "Note.color"), line: line) { error in
            guard case StoreError.incompatibleModel(_, let differences) = error else {
                return XCTFail("\(error)", line: line)
            }
            for difference in expected {
                XCTAssertTrue(differences.contains(difference), "\(differences)", line: line)
            }
        }
        XCTAssertEqual(try Data(contentsOf: url), before, "the file was changed", line: line)
        XCTAssertFalse(FileManager.default.fileExists(atPath: url.path + "-wal"), line: line)
        try openContainer(at: url, firstModel).close()
    }

    func testValuesThatWouldLoseSomethingAreNamedAndTheFileIsUntouched() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try makeFirst(minutes: [1.5, 2, 2.25], text: nil, at: url)
        try assertRefused(
            url, secondModel,
            "Page.minutes was double and is integer64: Note/1 has 1.5, Note/3 has 2.25",
            "Page.text was optional and is required: Note/1 has nil, Note/2 has nil, Note/3 has nil",
            "Draft is in the file only", "Folder is not in the file", "Page was Note")
    }

    func testAMillionthWrongValueIsCountedNotListed() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try makeFirst(minutes: (0..<9).map { Double($0) + 0.5 }, at: url)
        try assertRefused(
            url, secondModel,
            "Page.minutes was double and is integer64: Note/1 has 0.5, Note/2 has 1.5, Note/3 has 2.5, Note/4 has 3.5, "
                + "Note/5 has 4.5 and 4 more")
    }

    func testAnAttributeThatBecomesUniqueNamesTheObjectsThatShareAValue() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try makeFirst(at: url)
        try assertRefused(
            url, ManagedObjectModel(Third.Note.self), #"Note.color is unique: Note/1, Note/2 have "red""#)
    }

    func testATypeWithoutARuleIsRefusedBeforeAnythingIsRead() throws {
        enum Other {
            final class Note: ManagedObject {
                @Attribute(.unique) var title = Date.distantPast
            }
        }
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try makeFirst(at: url)
        try assertRefused(
            url, ManagedObjectModel(Other.Note.self),
            "Note.title was string unique and is date unique: there is no rule to turn one into the other without loss")
    }

    func testANumberThatIsNoCaseOfTheNewEnumIsRefused() throws {
        enum Texts { final class Item: ManagedObject { @Attribute var kind = "0" } }
        enum Cases { final class Item: ManagedObject { @Attribute var kind = Kind.plain } }
        let url = try makeFolder().appending(path: "store.sqlite")
        let first = try openContainer(at: url, ManagedObjectModel(Texts.Item.self))
        try first.inBackground { context in
            for kind in ["0", "1", "2"] { Texts.Item(context: context).kind = kind }
            try context.save()
        }
        first.close()
        XCTAssertThrowsError(try openContainer(at: url, ManagedObjectModel(Cases.Item.self))) { error in
            guard case StoreError.incompatibleModel(_, let differences) = error else { return XCTFail("\(error)") }
            XCTAssertEqual(
                differences.first, "Item.kind has values that its type does not accept: Item/3 has 2")
        }
        let again = try openContainer(at: url, ManagedObjectModel(Texts.Item.self))
        try again.inBackground { context in
            try context.fetch(FetchRequest<Texts.Item>()).filter { $0.kind == "2" }.forEach(context.delete)
            try context.save()
        }
        again.close()
        let cases = try openContainer(at: url, ManagedObjectModel(Cases.Item.self))
        defer { cases.close() }
        let kinds = try cases.inBackground { try $0.fetch(FetchRequest<Cases.Item>()).map(\.kind) }
        XCTAssertEqual(kinds, [.plain, .fancy])
    }

    func testAutomaticMigrationCanBeTurnedOff() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try makeFirst(at: url)
        let before = try Data(contentsOf: url)
        var store = PersistentStoreDescription.sqlite(at: url)
        store.shouldMigrateStoreAutomatically = false
        XCTAssertThrowsError(try PersistentContainer(name: "Test", model: secondModel, stores: [store])) { error in
            guard case StoreError.incompatibleModel(_, let differences) = error else { return XCTFail("\(error)") }
            XCTAssertTrue(differences.contains("Page.created is not in the file"))
        }
        XCTAssertEqual(try Data(contentsOf: url), before)
    }

    func testProgressRisesToTheEndAndNamesWhatIsDropped() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try makeFirst(minutes: (0..<4500).map(Double.init), at: url)
        let reports = Reports()
        var store = PersistentStoreDescription.sqlite(at: url).dropping("Draft", "Note.color")
        store.onMigrationProgress = reports.append
        try PersistentContainer(name: "Test", model: secondModel, stores: [store]).close()
        let fractions = reports.all.map(\.fractionCompleted)
        XCTAssertEqual(fractions, fractions.sorted())
        XCTAssertEqual(fractions.last, 1)
        let descriptions = reports.all.map(\.description)
        XCTAssertTrue(descriptions.contains("Page: 4000 of 4500"), "\(descriptions)")
        XCTAssertTrue(descriptions.contains("Draft (1 object) is dropped"), "\(descriptions)")
        XCTAssertTrue(descriptions.contains("Note.color (4500 values) is dropped"), "\(descriptions)")
        let count = reports.all.count
        try PersistentContainer(name: "Test", model: secondModel, stores: [store]).close()
        XCTAssertEqual(reports.all.count, count, "there was nothing to migrate")
    }

    func testAMigrationIsASpanAndAnOpeningWithoutOneIsNot() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try makeFirst(at: url)
        let log = SpanLog()
        let reports = Reports()
        var store = PersistentStoreDescription.sqlite(at: url)
        store.onMigrationProgress = reports.append
        let open = { (store: PersistentStoreDescription) in
            try PersistentContainer(name: "Test", model: self.secondModel, stores: [store], instrumentation: log)
        }
        XCTAssertThrowsError(try open(store)) { XCTAssertTrue($0 is StoreError) }
        XCTAssertEqual(log.take().count, 0, "it is refused before its first step")
        try open(store.dropping("Draft", "Note.color")).close()
        let entries = log.take()
        XCTAssertEqual(entries.map(\.span.kind), [.migration])
        XCTAssertEqual(entries.map(\.span.containerName), ["Test"])
        XCTAssertEqual(entries.map(\.outcomes.count), [1])
        XCTAssertNil(entries.first?.outcomes.first?.error)
        XCTAssertEqual(reports.all.last?.fractionCompleted, 1, "the program hears of it too")
        try open(store).close()
        XCTAssertEqual(log.take().count, 0, "there was nothing to migrate")
    }

    func testAStoreThatWasMigratedIsNewerForAProgramWithTheOldModel() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        _ = try makeFirst(at: url)
        try openContainer(at: url, secondModel, dropping: "Draft", "Note.color").close()
        let before = try Data(contentsOf: url)
        XCTAssertThrowsError(try openContainer(at: url, firstModel)) { error in
            guard case StoreError.newerModel(_, version: 1) = error else { return XCTFail("\(error)") }
            XCTAssertTrue(error.localizedDescription.contains("newer version of this program"))
        }
        XCTAssertEqual(try Data(contentsOf: url), before)
    }

    func testAStoreOfAGreaterModelVersionIsRefused() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try openContainer(at: url, ManagedObjectModel(version: 3, Chore.self)).close()
        XCTAssertThrowsError(try openContainer(at: url, ManagedObjectModel(version: 2, Chore.self))) { error in
            guard case StoreError.newerModel(_, version: 3) = error else { return XCTFail("\(error)") }
        }
        try openContainer(at: url, ManagedObjectModel(version: 4, Chore.self)).close()
    }

    func testAnOlderModelWithAGreaterVersionMayComeBack() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try openContainer(at: url, ManagedObjectModel(Chore.self)).close()
        try openContainer(at: url, ManagedObjectModel(Chore.self, Ticket.self)).close()
        let again = try openContainer(at: url, ManagedObjectModel(version: 2, Chore.self))
        try again.addChores("Dust")
        again.close()
    }

    func testAnEntityMayBeAddedWhileTheOthersKeepTheirRows() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let first = try openContainer(at: url)
        try first.addChores("Dust")
        first.close()
        let both = try openContainer(at: url, ManagedObjectModel(Ticket.self, Chore.self))
        defer { both.close() }
        try both.inBackground { context in
            Ticket(context: context).code = "A"
            try context.save()
        }
        XCTAssertEqual(try both.choreNames(), ["Dust"])
    }
}

/// Reports in the order they came.
final class Reports: Sendable {
    private let reports = Mutex<[MigrationProgress]>([])

    var all: [MigrationProgress] { reports.withLock { $0 } }

    @Sendable func append(_ report: MigrationProgress) { reports.withLock { $0.append(report) } }
}
