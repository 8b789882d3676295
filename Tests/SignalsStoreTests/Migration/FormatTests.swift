import Foundation
import XCTest

@testable import SignalsStore

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
        try openContainer(at: url, ManagedObjectModel(Chore.self)).close()
        let connection = try SQLiteConnection(path: url.path)
        let record = try XCTUnwrap(SQLiteMetadata(connection).model())
        XCTAssertEqual(record.version, 1)
        XCTAssertEqual(record.entities.map(\.name), ["Chore"])
        XCTAssertEqual(record.formerHashes.count, 1)
        XCTAssertNotEqual(record.formerHashes, [record.hash])
    }

    func testTheHashOfAModelNeverChanges() {
        let entities = ManagedObjectModel(Chore.self, Ticket.self).entities.map { $0.makeSchema() }
        XCTAssertEqual(ModelRecord(entities, version: 1).hash, "027f690ba1aea495")
        XCTAssertEqual(ModelRecord(entities.reversed(), version: 1).hash, ModelRecord(entities, version: 2).hash)
    }
}
