import Foundation
import SignalsBattery
import XCTest

@testable import SignalsSQLite
@testable import SignalsStore
@testable import SignalsStoreCore

/// The index of words in a file.
final class SearchIndexTests: XCTestCase {
    func testASearchLooksIntoTheIndex() throws {
        let container = try PersistentContainer(name: "Test", model: .jottings, stores: [.inMemory()])
        defer { container.close() }
        try container.inBackground { context in
            let plan = try XCTUnwrap(FetchRequest<Missive>(matching: "milk bre*").explain(in: context).first)
            XCTAssertFalse(plan.scansTable, plan.description)
            XCTAssertEqual(plan.steps.first?.description, "SEARCH t0 USING INTEGER PRIMARY KEY (rowid=?)")
        }
    }

    func testAnIndexIsMadeForTextsThatAreThereAndTakenAway() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try inStore(at: url, ManagedObjectModel(Old.Page.self)) { context in
            Old.Page(context: context).text = "milk 0"
            try context.save()
        }
        try inStore(at: url, ManagedObjectModel(New.Page.self)) { context in
            XCTAssertEqual(try context.fetch(FetchRequest<New.Page>(matching: "milk")).map(\.text), ["milk 0"])
        }
        try inStore(at: url, ManagedObjectModel(version: 2, Old.Page.self)) { context in
            Old.Page(context: context).text = "milk 1"
            try context.save()
        }
        XCTAssertEqual(
            try CommandLineSQLite.run(url, "SELECT COUNT(*) FROM sqlite_master WHERE name LIKE '%search%'"), "0\n")
        try inStore(at: url, ManagedObjectModel(version: 3, Renamed.Page.self)) { context in
            XCTAssertEqual(
                try context.fetch(FetchRequest<Renamed.Page>(matching: "milk")).map(\.content), ["milk 0", "milk 1"])
        }
    }

    private func inStore(
        at url: URL, _ model: ManagedObjectModel, _ body: (ManagedObjectContext) throws -> Void
    ) throws {
        let container = try openContainer(at: url, model)
        defer { container.close() }
        try container.inBackground(body)
    }

    func testTextsThatAnotherProgramWritesAreFound() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url, .jottings)
        try container.inBackground { context in
            context.addJotting("a", "milk")
            try context.save()
        }
        container.close()
        try CommandLineSQLite.run(url, "UPDATE Jotting SET body = 'bread', signals_version = signals_version + 1")
        XCTAssertEqual(try CommandLineSQLite.run(url, "PRAGMA integrity_check"), "ok\n")
        let copy = try makeFolder().appending(path: "copy.sqlite")
        try CommandLineSQLite.run(copy, input: try CommandLineSQLite.run(url, ".dump"))
        for url in [url, copy] {
            let container = try openContainer(at: url, .jottings)
            try container.inBackground { context in
                XCTAssertEqual(try context.titles(matching: "bread"), ["a"])
                XCTAssertEqual(try context.titles(matching: "milk"), [])
            }
            container.close()
        }
    }

    func testAnOlderFileWithoutSearchableAttributesIsNotMigrated() throws {
        let schema = EntitySchema(name: "A", attributes: [])
        let written = String(decoding: try JSONEncoder().encode(schema), as: UTF8.self)
        XCTAssertFalse(written.contains("searchable"), written)
    }

    /// The words of the scalars of all planes that have any, at an end and within a word, are those of SQLite's
    /// tokenizer.
    func testWordsAreThoseOfSQLite() throws {
        let connection = try SQLiteConnection(path: ":memory:")
        try connection.execute(
            "CREATE VIRTUAL TABLE t USING fts5(a, tokenize = \"\(SearchWords.tokenizer)\")")
        try connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')")
        var differences: [String] = []
        let starts = Array(stride(from: UInt32(1), to: 0x3_4000, by: 0x4000)) + [0xE_0000, 0xF_0000]
        for start in starts.prefix(steps(starts.count)) {
            let scalars = (start..<start + 0x4000).compactMap(Unicode.Scalar.init)
            let texts = scalars.flatMap { ["x\($0)y", "É\($0) b"] }
            try connection.execute("DELETE FROM t")
            try connection.execute("BEGIN")
            for (index, text) in texts.enumerated() {
                try connection.execute(
                    "INSERT INTO t(rowid, a) VALUES (?, ?)", [.integer(Int64(index)), .text(text)])
            }
            try connection.execute("COMMIT")
            var found = [[String]](repeating: [], count: texts.count)
            for row in try connection.rows("SELECT doc, term FROM v ORDER BY doc, \"offset\"", [], columns: 2) {
                guard case .integer(let index) = row[0] else { continue }
                if case .text(let word) = row[1] {
                    found[Int(index)].append(word)
                } else {
                    found[Int(index)].append("")
                }
            }
            for (index, text) in texts.enumerated() where SearchWords.words(of: text) != found[index] {
                differences.append("\(text.debugDescription): \(SearchWords.words(of: text)), not \(found[index])")
            }
        }
        XCTAssertEqual(differences, [])
    }
}

private enum Old {
    final class Page: ManagedObject {
        @Attribute var text = ""
    }
}

private enum New {
    final class Page: ManagedObject {
        @Attribute(.searchable) var text = ""
    }
}

private enum Renamed {
    final class Page: ManagedObject {
        @Attribute(.searchable, .renamed(from: "text")) var content = ""
    }
}
