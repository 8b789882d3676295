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

    func testATruncatedDatabaseIsRefused() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        for number in 0..<200 { try container.addChores("chore \(number)") }
        container.close()
        let whole = try Data(contentsOf: url)
        try whole.prefix(whole.count / 2 + 100).write(to: url)
        XCTAssertThrowsError(
            try {
                let container = try openContainer(at: url)
                defer { container.close() }
                _ = try container.choreNames()
            }()
        ) { error in XCTAssertTrue(error is StoreError || error is FetchError, "\(error)") }
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
