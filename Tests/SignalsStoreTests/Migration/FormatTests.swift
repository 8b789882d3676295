import Foundation
import XCTest

@testable import SignalsStore
@testable import SignalsSQLite

/// Files outlive code: what an earlier version wrote, byte for byte as it wrote the statements, still opens.
final class FormatTests: XCTestCase {
    private let firstFormat = [
        "PRAGMA journal_mode = WAL",
        "CREATE TABLE signals_metadata (key TEXT PRIMARY KEY NOT NULL, value ANY NOT NULL) STRICT, WITHOUT ROWID",
        "INSERT INTO signals_metadata VALUES('format',1)",
        "INSERT INTO signals_metadata VALUES('identifier','3ABE4AE7-6F3F-4DE7-A7A9-4E59EC51B71C')",
        """
        INSERT INTO signals_metadata VALUES('model','[{"attributes":[{"isIndexed":true,"isOptional":false,\
        "isUnique":true,"name":"name","type":"string"},{"isIndexed":false,"isOptional":true,"isUnique":false,\
        "name":"notes","type":"string"},{"isIndexed":true,"isOptional":false,"isUnique":false,"name":"dueDate",\
        "type":"date"},{"isIndexed":false,"isOptional":false,"isUnique":false,"name":"minutes","type":"integer64"},\
        {"isIndexed":false,"isOptional":false,"isUnique":false,"name":"frequency","type":"integer64"},{"isIndexed":\
        false,"isOptional":false,"isUnique":false,"name":"isDone","type":"boolean"}],"name":"Chore"},{"attributes":\
        [{"isIndexed":true,"isOptional":true,"isUnique":true,"name":"code","type":"string"},{"isIndexed":false,\
        "isOptional":false,"isUnique":false,"name":"seat","type":"integer64"}],"name":"Ticket"}]')
        """,
        "INSERT INTO signals_metadata VALUES('nextNumber',257)",
        """
        CREATE TABLE "Chore" (signals_id INTEGER PRIMARY KEY NOT NULL, signals_version INTEGER NOT NULL, \
        "name" TEXT NOT NULL, "notes" TEXT, "dueDate" ANY NOT NULL, "minutes" INTEGER NOT NULL, \
        "frequency" INTEGER NOT NULL, "isDone" INTEGER NOT NULL) STRICT
        """,
        "INSERT INTO Chore VALUES(1,1,'Dust','the “big” shelf 🧹',12.5,20,2,0)",
        "INSERT INTO Chore VALUES(2,1,'Mow',NULL,63113904000.0,1,1,0)",
        """
        CREATE TABLE "Ticket" (signals_id INTEGER PRIMARY KEY NOT NULL, signals_version INTEGER NOT NULL, \
        "code" TEXT, "seat" INTEGER NOT NULL) STRICT
        """,
        "INSERT INTO Ticket VALUES(3,1,'A1',0)",
        #"CREATE UNIQUE INDEX "signals_Chore_name" ON "Chore" ("name" COLLATE SIGNALS_TEXT)"#,
        #"CREATE INDEX "signals_Chore_dueDate" ON "Chore" ("dueDate")"#,
        #"CREATE UNIQUE INDEX "signals_Ticket_code" ON "Ticket" ("code" COLLATE SIGNALS_TEXT)"#,
    ]

    private func write(_ statements: [String], to url: URL) throws {
        let connection = try SQLiteConnection(path: url.path)
        for statement in statements { try connection.execute(statement) }
    }

    func testAFileOfTheFirstFormatOpensWithAllItHolds() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try write(firstFormat, to: url)
        let container = try openContainer(at: url, ManagedObjectModel(Chore.self, Ticket.self))
        defer { container.close() }
        try container.inBackground { context in
            let chores = try context.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)]))
            XCTAssertEqual(chores.map(\.name), ["Dust", "Mow"])
            XCTAssertEqual(chores.map(\.notes), ["the “big” shelf 🧹", nil])
            XCTAssertEqual(chores[0].dueDate, Date(timeIntervalSinceReferenceDate: 12.5))
            XCTAssertEqual(chores[1].dueDate, .distantFuture)
            XCTAssertEqual(chores.map(\.frequency), [.months, .weeks])
            XCTAssertEqual(chores[0].objectID.store.uuidString, "3ABE4AE7-6F3F-4DE7-A7A9-4E59EC51B71C")
            XCTAssertEqual(try context.fetch(FetchRequest<Ticket>()).map(\.code), ["A1"])
            let ticket = Ticket(context: context)
            XCTAssertEqual(ticket.objectID.description, "Ticket/257")
            try context.save()
        }
    }

    func testAFileOfTheFirstFormatIsMigratedAsVersionOne() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try write(firstFormat, to: url)
        try openContainer(at: url, ManagedObjectModel(Chore.self), dropping: "Ticket").close()
        let connection = try SQLiteConnection(path: url.path)
        let record = try XCTUnwrap(SQLiteMetadata(connection).model())
        XCTAssertEqual(record.version, 1)
        XCTAssertEqual(record.entities.map(\.name), ["Chore"])
        XCTAssertEqual(record.formerHashes.count, 1)
        XCTAssertNotEqual(record.formerHashes, [record.hash])
    }

    func testAFileThatNamesItsModelAmongTheFormerOnesIsNewer() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let model = ManagedObjectModel(Chore.self)
        try openContainer(at: url, model).close()
        let connection = try SQLiteConnection(path: url.path)
        let hash = try XCTUnwrap(SQLiteMetadata(connection).model()?.hash)
        try SQLiteMetadata(connection).set("formerModelHashes", .text("another \(hash)"))
        XCTAssertThrowsError(try openContainer(at: url, model)) { error in
            guard case StoreError.newerModel = error else { return XCTFail("\(error)") }
        }
        try SQLiteMetadata(connection).set("formerModelHashes", .text("another"))
        try openContainer(at: url, model).close()
    }

    // Texts as they were given, under a collation that only the library knows.
    private var withOtherForms: [String] {
        firstFormat + [
            "INSERT INTO Chore VALUES(4,3,'Cafe\u{301}','n\u{303}',0.0,1,1,0)",
            "INSERT INTO Ticket VALUES(5,1,'\u{212B}',0)",
        ]
    }

    func testTextsOfTheFirstFormatAreBroughtIntoNormalFormAndReadBackAsTheyWere() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try write(withOtherForms, to: url)
        XCTAssertThrowsError(try CommandLineSQLite.run(url, "PRAGMA integrity_check; REINDEX"))
        let reports = Reports()
        for round in 0..<2 {
            var store = PersistentStoreDescription.sqlite(at: url)
            store.onMigrationProgress = reports.append
            let container = try PersistentContainer(
                name: "Test", model: ManagedObjectModel(Chore.self, Ticket.self), stores: [store])
            defer { container.close() }
            try container.inBackground { context in
                let request = FetchRequest<Chore>(predicate: #Predicate { $0.name == "Caf\u{E9}" })
                let chore = try XCTUnwrap(context.fetch(request).first, "round \(round)")
                XCTAssertEqual(Array(chore.name.utf8), Array("Cafe\u{301}".utf8))
                XCTAssertEqual(chore.notes.map { Array($0.utf8) }, Array("n\u{303}".utf8))
                let codes = try context.fetch(FetchRequest<Ticket>(sortBy: [SortDescriptor(\.code)])).map(\.code)
                XCTAssertEqual(codes.map { Array($0?.utf8 ?? "".utf8) }, ["A1", "\u{212B}"].map { Array($0.utf8) })
                Ticket(context: context).code = "\u{C5}"
                XCTAssertThrowsError(try context.save())
            }
        }
        XCTAssertEqual(try CommandLineSQLite.run(url, "PRAGMA integrity_check"), "ok\n")
        XCTAssertFalse(try CommandLineSQLite.run(url, ".schema").contains("COLLATE"))
        let copy = url.deletingLastPathComponent().appending(path: "store.sqlite.before-migration")
        XCTAssertEqual(
            try SQLiteShell.run("SELECT name FROM Chore WHERE signals_id = 4", at: copy).map { Array($0.utf8) },
            [Array("Cafe\u{301}".utf8)], "the file as it was")
        XCTAssertTrue(
            reports.all.map(\.description).contains("store.sqlite.before-migration keeps the store as it was"))
    }

    func testAFileOfPlainTextsNeedsNoCopy() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try write(firstFormat, to: url)
        try openContainer(at: url, ManagedObjectModel(Chore.self, Ticket.self)).close()
        let files = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        XCTAssertFalse(files.contains { $0.contains("before-migration") }, "\(files)")
    }

    // What the process has in memory of the file is of the first format, and so is what it would write.
    func testAConnectionOfTheFirstFormatNoticesThatTheFileHasAnother() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        try write(firstFormat, to: url)
        let connection = try SQLiteConnection(path: url.path)
        let watch = try SchemaGuard(connection)
        try watch.requireSame(connection)
        try openContainer(at: url, ManagedObjectModel(Chore.self, Ticket.self)).close()
        XCTAssertThrowsError(try watch.requireSame(connection))
    }

    func testTheHashOfAModelNeverChanges() {
        let entities = ManagedObjectModel(Chore.self, Ticket.self).entities.map { $0.makeSchema() }
        XCTAssertEqual(ModelRecord(entities, version: 1).hash, "027f690ba1aea495")
        XCTAssertEqual(ModelRecord(entities.reversed(), version: 1).hash, ModelRecord(entities, version: 2).hash)
    }
}
