import Foundation
import Signals
import SignalsStore
import XCTest

private class Person: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute(.indexed) var city: String? = nil
    @Attribute(.unique) var number = Decimal(0)
    @Attribute(.indexed) var born = Date(timeIntervalSinceReferenceDate: 0)
    @Relationship var friends: Set<Person> = []
    override class var uniquenessConstraints: [[AnyKeyPath]] { [[\Person.city, \Person.number]] }
}

private final class Pupil: Person {
    @Relationship(inverse: \School.pupils) var school: School?
}

private final class School: ManagedObject {
    @Attribute var name = ""
    @Relationship var pupils: [Pupil] = []
}

/// A file as the program `sqlite3` sees it.
final class SystemToolTests: XCTestCase {
    private let model = ManagedObjectModel(Person.self, Pupil.self, School.self)

    private func makeStore() throws -> URL {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url, model)
        defer { container.close() }
        try container.inBackground { context in
            let school = School(context: context)
            school.name = "l'E\u{301}cole \"1\""
            for (index, name) in ["Zoe\u{308}", "\u{C5}sa", "Ann", "Ünal", "日本"].enumerated() {
                let pupil = Pupil(context: context)
                (pupil.name, pupil.number, pupil.school) = (name, Decimal(index) / 4, school)
                pupil.city = index == 0 ? "Go\u{308}teborg" : nil
                pupil.friends = Set(school.pupils.prefix(2))
            }
            try context.save()
        }
        _ = container.performBackgroundTask(idempotencyKey: "once") { context in
            Person(context: context).name = "keyed"
            return 1
        }
        return url
    }

    private func names(at url: URL) throws -> [[UInt8]] {
        let container = try openContainer(at: url, model)
        defer { container.close() }
        return try container.inBackground { context in
            try context.fetch(FetchRequest<Pupil>(sortBy: [SortDescriptor(\.name)])).map { Array($0.name.utf8) }
        }
    }

    func testTheFileIsWholeForTheSystemsTools() throws {
        let url = try makeStore()
        XCTAssertEqual(try CommandLineSQLite.run(url, "PRAGMA integrity_check"), "ok\n")
        XCTAssertEqual(try CommandLineSQLite.run(url, "REINDEX; ANALYZE; VACUUM; PRAGMA integrity_check"), "ok\n")
        let schema = try CommandLineSQLite.run(url, ".schema")
        XCTAssertTrue(schema.contains("CREATE UNIQUE INDEX"))
        for word in ["SIGNALS_", "COLLATE", "signals_exact(", "signals_composed", "CHECK", "GENERATED", "TRIGGER"] {
            XCTAssertFalse(schema.contains(word), "\(word) in \(schema)")
        }
    }

    func testADumpIsRestoredIntoAFileThatOpens() throws {
        let url = try makeStore()
        let expected = ["Ann", "Zoe\u{308}", "\u{C5}sa", "Ünal", "日本"].map { Array($0.utf8) }
        XCTAssertEqual(try names(at: url), expected)
        let dump = try CommandLineSQLite.run(url, ".dump")
        let copy = url.deletingLastPathComponent().appending(path: "copy.sqlite")
        try CommandLineSQLite.run(copy, input: dump)
        XCTAssertEqual(try names(at: copy), expected)
        let container = try openContainer(at: copy, model)
        defer { container.close() }
        try container.inBackground { context in
            let school = try XCTUnwrap(context.fetch(FetchRequest<School>()).first)
            XCTAssertEqual(Array(school.name.utf8), Array("l'E\u{301}cole \"1\"".utf8))
            XCTAssertEqual(school.pupils.map(\.number), [0, 0.25, 0.5, 0.75, 1])
            Person(context: context).name = "Zo\u{EB}"
            XCTAssertThrowsError(try context.save(), "unique still")
        }
    }

    func testARunningProgramSeesWhatTheSystemsToolWrites() throws {
        let url = try makeStore()
        let container = try openContainer(at: url, model)
        defer { container.close() }
        let request = FetchRequest<Pupil>(predicate: #Predicate { $0.name > "B" }, sortBy: [SortDescriptor(\.name)])
        let seen = expectation(description: "the new name")
        let watch = container.publisher(for: request).sink { _ in
        } receiveValue: { list in
            if list.contains(where: { $0.name == "Zoltán" }) { seen.fulfill() }
        }
        try CommandLineSQLite.run(
            url, "UPDATE Pupil SET name = 'Zoltán', signals_version = signals_version + 1 WHERE name = 'Zoë'")
        wait(for: [seen], timeout: 20)
        watch.cancel()
        try container.inBackground { context in
            let names = try context.fetch(request).map { Array($0.name.utf8) }
            XCTAssertEqual(names, ["Zoltán", "\u{C5}sa", "Ünal", "日本"].map { Array($0.utf8) })
            let city = try context.fetch(FetchRequest<Pupil>(predicate: #Predicate { $0.name == "Zolta\u{301}n" }))
            XCTAssertEqual(city.first?.city.map { Array($0.utf8) }, Array("Go\u{308}teborg".utf8), "it keeps the rest")
        }
        XCTAssertThrowsError(try CommandLineSQLite.run(url, "UPDATE Pupil SET name = 'Ann' WHERE name = '日本'"))
    }
}
