import CSQLite
import Foundation
import SignalsStore
import XCTest

final class SQLiteOpeningTests: XCTestCase {
    private func assertOpeningFails(
        _ url: URL, _ model: ManagedObjectModel = ManagedObjectModel(Chore.self), line: UInt = #line,
        _ isExpected: (StoreError) -> Bool
    ) {
        XCTAssertThrowsError(try openContainer(at: url, model), line: line) { error in
            guard let error = error as? StoreError, isExpected(error) else { return XCTFail("\(error)", line: line) }
            XCTAssertTrue(error.localizedDescription.contains(url.lastPathComponent), line: line)
        }
    }

    func testAFileThatIsNoDatabaseIsRefusedAndLeftAsItIs() throws {
        let url = try makeFolder().appending(path: "notes.txt")
        let content = Data(String(repeating: "not a database\n", count: 300).utf8)
        try content.write(to: url)
        assertOpeningFails(url) { if case .notADatabase = $0 { true } else { false } }
        XCTAssertEqual(try Data(contentsOf: url), content)
    }

    func testATruncatedDatabaseIsRefusedAndLeftAsItIs() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        for number in 0..<200 { try container.addChores("chore \(number)") }
        container.close()
        let whole = try Data(contentsOf: url)
        for count in [1, 15, 99, 100, 4096, whole.count / 2 + 100, whole.count - 4096, whole.count - 1] {
            let part = whole.prefix(count)
            try part.write(to: url)
            assertOpeningFails(url) { if case .notADatabase = $0 { true } else { false } }
            XCTAssertEqual(try Data(contentsOf: url), part, "\(count) of \(whole.count) bytes")
        }
        try whole.write(to: url)
        let again = try openContainer(at: url)
        XCTAssertEqual(try again.choreNames().count, 200)
        again.close()
    }

    func testTheDatabaseOfAnotherProgramIsRefusedAndLeftAsItIs() throws {
        let url = try makeFolder().appending(path: "other.sqlite")
        try SQLiteShell.run("CREATE TABLE theirs (x)", at: url)
        let before = try Data(contentsOf: url)
        assertOpeningFails(url) { if case .foreignDatabase = $0 { true } else { false } }
        XCTAssertEqual(try Data(contentsOf: url), before)
    }

    func testAFolderIsRefused() throws {
        assertOpeningFails(try makeFolder()) { if case .isDirectory = $0 { true } else { false } }
    }

    func testAFolderThatDoesNotExistIsNamed() throws {
        let url = try makeFolder().appending(path: "missing").appending(path: "store.sqlite")
        XCTAssertThrowsError(try openContainer(at: url)) { error in
            guard case StoreError.noDirectory = error else { return XCTFail("\(error)") }
            XCTAssertTrue(error.localizedDescription.contains("missing does not exist"))
        }
    }

    func testAFileInTheFoldersPlaceIsNamed() throws {
        let file = try makeFolder().appending(path: "file")
        try Data("x".utf8).write(to: file)
        XCTAssertThrowsError(try openContainer(at: file.appending(path: "store.sqlite"))) { error in
            guard case StoreError.noDirectory = error else { return XCTFail("\(error)") }
        }
    }

    func testAPipeIsRefusedWithoutWaitingForIt() throws {
        let url = try makeFolder().appending(path: "pipe")
        XCTAssertEqual(mkfifo(url.path, 0o600), 0)
        assertOpeningFails(url) { if case .notADatabase = $0 { true } else { false } }
    }

    func testAPathThatIsTooLongSaysSo() throws {
        let url = try makeFolder().appending(path: String(repeating: "x", count: 300))
        assertOpeningFails(url) { if case .failed(_, let reason) = $0 { reason.contains("too long") } else { false } }
    }

    func testAURLThatNamesNoFileIsRefused() throws {
        for text in ["https://example.com/store.sqlite", "data:x", "store.sqlite"] {
            let url = try XCTUnwrap(URL(string: text))
            XCTAssertThrowsError(try openContainer(at: url), text) { error in
                guard case StoreError.notAFileURL = error else { return XCTFail("\(text): \(error)") }
                XCTAssertTrue(error.localizedDescription.contains("URL(fileURLWithPath:)"))
            }
            XCTAssertThrowsError(try PersistentContainer.destroyStore(at: url))
        }
    }

    func testAnEmptyPathIsRefused() throws {
        XCTAssertThrowsError(try openContainer(at: URL(fileURLWithPath: ""))) { error in
            guard let error = error as? StoreError else { return XCTFail("\(error)") }
            switch error {
            case .isDirectory, .notAFileURL: break
            default: XCTFail("\(error)")
            }
        }
    }

    func testAnyNameThatAFileCanHaveIsAStoresName() throws {
        let names = [
            "a b", "100%", "%41", "what?mode=ro", "a#b", "ü🧹", "it's \"so\"", "a\nb", "a;b", "a\\b", "file:x", "-wal",
            ".x",
            "e\u{301}", ":memory:",
        ]
        let folder = try makeFolder()
        for name in names {
            let url = folder.appendingPathComponent(name)
            let container = try openContainer(at: url)
            try container.addChores(name)
            container.close()
            let again = try openContainer(at: url)
            XCTAssertEqual(try again.choreNames(), [name])
            again.close()
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        XCTAssertEqual(Set(files.filter { !$0.hasSuffix("-lock") }), Set(names))
    }

    func testAStoreThatAnotherProgramHoldsLockedIsBusyAndOpensWhenItIsFree() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        container.close()
        var other: OpaquePointer?
        XCTAssertEqual(sqlite3_open(url.path, &other), SQLITE_OK)
        for statement in ["PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE"] {
            XCTAssertEqual(sqlite3_exec(other, statement, nil, nil, nil), SQLITE_OK)
        }
        var store = PersistentStoreDescription.sqlite(at: url)
        store.busyTimeout = 0.05
        XCTAssertThrowsError(
            try PersistentContainer(name: "Test", model: ManagedObjectModel(Chore.self), stores: [store])
        ) { error in
            guard case StoreError.busy = error else { return XCTFail("\(error)") }
        }
        sqlite3_close_v2(other)
        let again = try openContainer(at: url)
        XCTAssertEqual(try again.choreNames(), ["Dust"])
        again.close()
    }

    // A place in /proc cannot be written by anyone, root included.
    func testAPlaceThatCannotBeWrittenIsRefused() throws {
        XCTAssertThrowsError(try openContainer(at: URL(fileURLWithPath: "/proc/signals-store.sqlite"))) { error in
            guard case StoreError.noPermission = error else { return XCTFail("\(error)") }
        }
    }

    func testAFileOfANewerFormatIsRefused() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try openContainer(at: url).close()
        try SQLiteShell.run("UPDATE signals_metadata SET value = 99 WHERE key = 'format'", at: url)
        assertOpeningFails(url) { if case .newerFormat(_, 99) = $0 { true } else { false } }
    }

    func testAFileIsKeptWithAWriteAheadLogAndCanBeReadByOtherPrograms() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        XCTAssertEqual(try SQLiteShell.run("PRAGMA journal_mode", at: url), ["wal"])
        XCTAssertEqual(try SQLiteShell.run("SELECT name FROM Chore WHERE minutes = 1", at: url), ["Dust"])
        container.close()
        XCTAssertFalse(FileManager.default.fileExists(atPath: url.path + "-wal"), "closing leaves one file")
    }
}
