import CSQLite
import Foundation
import SignalsStore
import XCTest

private enum Full {
    final class Tag: ManagedObject { @Attribute var name = "" }
    class Note: ManagedObject {
        @Attribute var title = ""
        @Attribute var color: String? = nil
        @Attribute var stars = 0
        @Relationship var tags: Set<Tag> = []
        @Relationship var main: Tag?
    }
    final class Memo: Note {}
    final class Draft: ManagedObject { @Attribute var text = "" }
    static let model = ManagedObjectModel(Tag.self, Note.self, Memo.self, Draft.self)
}

private enum Poor {
    final class Tag: ManagedObject { @Attribute var name = "" }
    class Note: ManagedObject {
        @Attribute var title = ""
        @Attribute var stars = ""
    }
    final class Memo: Note {}
    static let model = ManagedObjectModel(Tag.self, Note.self, Memo.self)
}

private enum Stranger {
    final class Task: ManagedObject { @Attribute var title = "" }
    static let model = ManagedObjectModel(Task.self)
}

final class NothingDroppedTests: XCTestCase {
    private func makeFull(filled: Bool = true) throws -> URL {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url, Full.model)
        defer { container.close() }
        if !filled { return url }
        try container.inBackground { context in
            let tags = (0..<2).map { _ in Full.Tag(context: context) }
            for index in 0..<3 {
                let note = Full.Note(context: context)
                note.title = "note \(index)"
                if index > 0 { note.color = "red" }
                if index == 0 { note.tags = Set(tags) }
            }
            let memo = Full.Memo(context: context)
            memo.color = "blue"
            memo.main = tags[0]
            Full.Draft(context: context).text = "unfinished"
            try context.save()
        }
        return url
    }

    private func files(beside url: URL) throws -> [String: Data] {
        let folder = url.deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
    }

    private func assertUnchanged(_ url: URL, _ body: () throws -> Void) throws {
        let before = try files(beside: url)
        try body()
        XCTAssertEqual(try files(beside: url), before, "something was changed")
        // And the program that it belongs to opens it.
        let container = try openContainer(at: url, Full.model)
        defer { container.close() }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Full.Note>()) }, 4)
    }

    func testAnotherProgramsStoreIsRefusedAndStaysAsItIs() throws {
        let url = try makeFull()
        try assertUnchanged(url) {
            XCTAssertThrowsError(try openContainer(at: url, Stranger.model)) { error in
                guard case StoreError.otherProgramsStore(url.path, let names) = error else {
                    return XCTFail("\(error)")
                }
                XCTAssertEqual(names, ["Draft", "Memo", "Note", "Tag"])
                XCTAssertTrue(error.localizedDescription.contains("is the store of another program"))
            }
        }
    }

    func testAnotherProgramsStoreIsRefusedWithoutRowsToo() throws {
        let url = try makeFull(filled: false)
        XCTAssertThrowsError(try openContainer(at: url, Stranger.model))
        try openContainer(at: url, Full.model).close()
    }

    func testAStageThatReadsNothingDoesNotMakeAnotherProgramsStoreOnesOwn() throws {
        let url = try makeFull()
        func open(_ body: @escaping @Sendable (MigrationStep) throws -> Void) throws -> PersistentContainer {
            let model = ManagedObjectModel(version: 2, Stranger.Task.self)
            var store = PersistentStoreDescription.sqlite(at: url)
            store.migrationStages = [MigrationStage(from: 1, to: model, body)]
            return try PersistentContainer(name: "Test", model: model, stores: [store])
        }
        try assertUnchanged(url) {
            XCTAssertThrowsError(try open { _ in }) { error in
                guard case StoreError.otherProgramsStore(url.path, let names) = error else {
                    return XCTFail("\(error)")
                }
                XCTAssertEqual(names, ["Draft", "Memo", "Note", "Tag"])
            }
        }
        let container = try open { step in
            try step.forEachRow(of: "Draft") { old in
                try step.insert("Task", ["title": try old.value("text", as: String.self)])
            }
        }
        defer { container.close() }
        let titles = try container.inBackground { try $0.fetch(FetchRequest<Stranger.Task>()).map(\.title) }
        XCTAssertEqual(titles, ["unfinished"], "what a stage reads it brings over")
    }

    func testAStoreOfNoClassesIsAnybodys() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try openContainer(at: url, ManagedObjectModel()).close()
        try openContainer(at: url, Stranger.model).close()
    }

    func testAMigrationThatWouldDropDataFailsAndListsIt() throws {
        let url = try makeFull()
        try assertUnchanged(url) {
            XCTAssertThrowsError(try openContainer(at: url, Poor.model)) { error in
                guard case StoreError.wouldDrop(url.path, let losses) = error else { return XCTFail("\(error)") }
                XCTAssertEqual(
                    losses.map(\.description).sorted(),
                    [
                        "Draft (1 object)", "Memo.color (1 value)", "Memo.main (1 value)", "Note.color (2 values)",
                        "Note.tags (2 values)",
                    ])
                XCTAssertEqual(losses.first { $0.name == "Note.color" }?.entityName, "Note")
                XCTAssertEqual(losses.first { $0.name == "Note.color" }?.propertyName, "color")
                XCTAssertTrue(error.localizedDescription.contains(#".dropping("#))
            }
        }
    }

    func testAMigrationDropsEmptyPartsWithoutACopy() throws {
        let url = try makeFull(filled: false)
        try openContainer(at: url, Poor.model).close()
        XCTAssertEqual(try files(beside: url).keys.filter { $0.contains("before") }, [], "and without a copy")
    }

    func testASingleNameIsNotLeaveToDropTheRest() throws {
        let url = try makeFull()
        XCTAssertThrowsError(try openContainer(at: url, Poor.model, dropping: "Draft", "Note.color", "Note.tags")) {
            error in
            guard case StoreError.wouldDrop(_, let losses) = error else { return XCTFail("\(error)") }
            XCTAssertEqual(losses.map(\.name), ["Memo.main"], "a class's name stands for its subclasses")
        }
    }

    private func migrate(
        _ url: URL, keepingCopy: Bool = true, _ report: @escaping @Sendable (MigrationProgress) -> Void
    )
        throws
    {
        var store = PersistentStoreDescription.sqlite(at: url)
            .dropping("Draft", "Note.color", "Note.tags", "Note.main")
        store.keepsCopyBeforeMigration = keepingCopy
        store.onMigrationProgress = report
        let container = try PersistentContainer(name: "Poor", model: Poor.model, stores: [store])
        defer { container.close() }
        let stars = try container.inBackground { try $0.fetch(FetchRequest<Poor.Note>()).map(\.stars) }
        XCTAssertEqual(stars, ["0", "0", "0", "0"])
    }

    func testAMigrationDropsNamedPartsAndKeepsACopy() throws {
        let url = try makeFull()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        let reports = Reports()
        try migrate(url, reports.append)
        let descriptions = reports.all.map(\.description)
        for line in [
            "store.sqlite.before-migration keeps the store as it was", "Draft (1 object) is dropped",
            "Note.color (2 values) is dropped", "Note.tags (2 values) is dropped",
            "Note.stars is converted from integer64 to string",
        ] {
            XCTAssertTrue(descriptions.contains(line), "\(line) in \(descriptions)")
        }
        let copy = url.deletingLastPathComponent().appending(path: "store.sqlite.before-migration")
        let permissions = try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? NSNumber
        XCTAssertEqual(permissions?.intValue, 0o600)
        try FileManager.default.removeItem(at: url)
        let old = try openContainer(at: copy, Full.model)
        defer { old.close() }
        try old.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Full.Draft>()).map(\.text), ["unfinished"])
            let tagged = try context.fetch(FetchRequest<Full.Note>(predicate: #Predicate { $0.title == "note 0" }))
            XCTAssertEqual(tagged.first?.tags.count, 2)
        }
    }

    func testTheCopyHasWhatIsInTheLogAlone() throws {
        let url = try makeFull()
        // A reader keeps the log from being moved into the file at the end.
        var reader: OpaquePointer?
        XCTAssertEqual(sqlite3_open(url.path, &reader), SQLITE_OK)
        XCTAssertEqual(sqlite3_exec(reader, "SELECT * FROM Draft", nil, nil, nil), SQLITE_OK)
        defer { sqlite3_close(reader) }
        let writer = try openContainer(at: url, Full.model)
        try writer.inBackground { context in
            Full.Draft(context: context).text = "in the log"
            try context.save()
        }
        writer.close()
        try migrate(url) { _ in }
        let copy = url.deletingLastPathComponent().appending(path: "store.sqlite.before-migration")
        XCTAssertEqual(
            try SQLiteShell.run("SELECT text FROM Draft ORDER BY text", at: copy), ["in the log", "unfinished"])
    }

    func testTheCopyCanBeTurnedOff() throws {
        let url = try makeFull()
        try migrate(url, keepingCopy: false) { _ in }
        XCTAssertEqual(try files(beside: url).keys.filter { $0.contains("before") }, [])
    }

    func testAMigrationThatFailsLeavesNoCopy() throws {
        enum Other {
            final class Tag: ManagedObject { @Attribute(.unique) var name = "" }
        }
        let url = try makeFull()
        XCTAssertThrowsError(
            try openContainer(at: url, ManagedObjectModel(Other.Tag.self), dropping: "Draft", "Note", "Memo")
        ) { error in
            guard case StoreError.incompatibleModel = error else { return XCTFail("\(error)") }
        }
        XCTAssertEqual(try files(beside: url).keys.filter { $0.contains("before") }, [])
    }

    func testASecondCopyDoesNotReplaceTheFirst() throws {
        let url = try makeFull()
        let first = url.deletingLastPathComponent().appending(path: "store.sqlite.before-migration")
        try Data("mine".utf8).write(to: first)
        try migrate(url) { _ in }
        XCTAssertEqual(try Data(contentsOf: first), Data("mine".utf8))
        XCTAssertEqual(try files(beside: url).keys.filter { $0.hasSuffix("before-migration-2") }.count, 1)
    }

    func testAStageMayDropAndKeepsACopy() throws {
        let url = try makeFull()
        let model = ManagedObjectModel(version: 2, Stranger.Task.self)
        var store = PersistentStoreDescription.sqlite(at: url)
        store.migrationStages = [
            MigrationStage(from: 1, to: model) { step in
                try step.forEachRow(of: "Note") {
                    try step.insert("Task", ["title": $0.value("title", as: String.self)])
                }
            }
        ]
        let container = try PersistentContainer(name: "Tasks", model: model, stores: [store])
        defer { container.close() }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Stranger.Task>()) }, 3)
        XCTAssertEqual(try files(beside: url).keys.filter { $0.hasSuffix("before-migration") }.count, 1)
    }
}
