import Foundation
import SignalsStore
import XCTest

@testable import SignalsPostgres

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

final class OpeningTests: XCTestCase {
    private var folder: String { TestServer.folder.replacing("/", with: "%2F") }

    func testAWrongPasswordIsRefused() {
        XCTAssertEqual(
            problem("postgresql://locked:secret@/signals?host=\(folder)"), .authenticationFailed)
    }

    func testARightPasswordIsAccepted() throws {
        try TestServer.execute("SELECT 1")
        XCTAssertEqual(
            problem("postgresql://locked:open@/signals?host=\(folder)", schema: "nobodys"),
            .failed(
                reason:
                    "permission denied for database signals. Have the owner give this program's role what it needs: "
                    + "GRANT CREATE ON DATABASE, or GRANT USAGE, CREATE ON SCHEMA \"nobodys\" if that exists."))
    }

    func testMissingRightsAreNamed() throws {
        let (schema, role) = (newSchema(), newSchema())
        try openContainer(schema).addPlants("Rose")
        let address = TestServer.address(seenFrom: 1).replacing("signals@", with: "\(role)@")
        func advice(_ rights: String) -> String {
            "GRANT USAGE ON SCHEMA \"\(schema)\", and GRANT \(rights) ON ALL TABLES IN SCHEMA \"\(schema)\""
        }
        func check(_ text: String?, _ rights: String, line: UInt = #line) {
            XCTAssertTrue(text?.contains(advice(rights)) == true, text ?? "nothing was refused", line: line)
        }
        try TestServer.execute("CREATE ROLE \"\(role)\" LOGIN")
        addTeardownBlock { try TestServer.execute("DROP OWNED BY \"\(role)\"", "DROP ROLE \"\(role)\"") }
        guard case .failed(let reason)? = problem(address, schema: schema) else { return XCTFail("it was opened") }
        check(reason, "SELECT, INSERT, UPDATE, DELETE")
        try TestServer.execute(
            "GRANT USAGE ON SCHEMA \"\(schema)\" TO \"\(role)\"",
            "GRANT SELECT ON ALL TABLES IN SCHEMA \"\(schema)\" TO \"\(role)\"")
        let container = try openContainer(schema, address: address)
        XCTAssertEqual(try container.plantNames(), ["Rose"])
        XCTAssertThrowsError(try container.addPlants("Fern")) { check("\($0)", "SELECT, INSERT, UPDATE, DELETE") }
        try TestServer.execute("REVOKE SELECT ON \"\(schema)\".\"Plant\" FROM \"\(role)\"")
        XCTAssertThrowsError(try container.plantNames()) { check("\($0)", "SELECT") }
    }

    func testASchemaWithoutANameThatCanBeSeenIsRefused() {
        for schema in ["", "tab\t", "\u{1}", "\u{0}"] {
            XCTAssertEqual(problem(TestServer.address, schema: schema), .invalidSchema(schema))
        }
    }

    func testABackupNamesTheProgramThatMakesOne() throws {
        let container = try openContainer(newSchema())
        let isOver = expectation(description: "over")
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let cancellable = container.backup(to: url).sink { end in
            guard case .failure(let error) = end else { return XCTFail("there is a backup") }
            XCTAssertTrue("\(error)".contains("pg_dump"), "\(error)")
            isOver.fulfill()
        } receiveValue: {
        }
        wait(for: [isOver], timeout: 30)
        cancellable.cancel()
    }

    func testASchemaThatSomebodyMadeForTheUserIsEnough() throws {
        let schema = newSchema()
        try TestServer.execute("CREATE SCHEMA \"\(schema)\" AUTHORIZATION locked")
        let container = try openContainer(schema, address: "postgresql://locked:open@/signals?host=\(folder)")
        try container.addPlants("Rose")
        XCTAssertEqual(try container.plantNames(), ["Rose"])
    }

    func testADatabaseThatDoesNotExistIsNamed() {
        XCTAssertEqual(problem("postgresql://signals:secret@/nothing?host=\(folder)"), .noSuchDatabase)
    }

    func testWhereNoServerIsItIsUnreachable() {
        guard case .unreachable? = problem("postgresql://me:secret@/signals?host=%2Ftmp%2Fsignals-nowhere") else {
            return XCTFail("it was reached")
        }
    }

    func testAServerThatIsStartingIsWaitedFor() throws {
        let proxy = try CuttingProxy()
        addTeardownBlock { proxy.close() }
        proxy.cut(at: .beginning)
        let container = try openContainer(newSchema(), address: proxy.address)
        XCTAssertEqual(proxy.cuts.withLock { $0 }, 1)
        XCTAssertEqual(try container.plantNames(), [])
    }

    func testAPortIsNotTakenForAReason() {
        // The states of a wrong password and of too many connections.
        for port in [28_000, 53_300] {
            guard case .unreachable? = problem("postgresql://me:secret@127.0.0.1:\(port)/signals") else {
                return XCTFail("\(port)")
            }
        }
    }

    func testAnAddressThatIsNoneIsNotQuoted() {
        for address in ["", "file:///tmp", "postgresql://me:secret@[::1/x", "postgresql://me:secret@/x?nonsense=1"] {
            XCTAssertEqual(problem(address), .invalidAddress)
        }
    }

    func testAStoreIsMadeAndWrittenWhereTransactionsOnlyReadUnlessTheySayOtherwise() throws {
        let address = TestServer.address(with: "default_transaction_read_only=on")
        let container = try openContainer(newSchema(), address: address)
        try container.inBackground { context in
            Plant(context: context).name = "Fern"
            try context.save()
        }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Plant>()) }, 1)
    }

    func testAnyTimeToWaitIsAccepted() throws {
        for timeout in [.infinity, .greatestFiniteMagnitude, 1e7] {
            let container = try openContainer(newSchema(), timeout: timeout)
            try container.inBackground { context in
                Plant(context: context).name = "Fern"
                try context.save()
            }
        }
    }

    func testTablesOfAnotherProgramAreLeftAlone() throws {
        let schema = newSchema()
        try TestServer.execute("CREATE SCHEMA \"\(schema)\"", "CREATE TABLE \"\(schema)\".theirs (a int)")
        XCTAssertEqual(problem(TestServer.address, schema: schema), .foreignSchema(schema))
    }

    func testADatabaseWithAnotherEncodingIsRefused() throws {
        _ = try? TestServer.execute(
            "CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
        let address = TestServer.address.replacing("/signals?", with: "/ascii?")
        XCTAssertEqual(problem(address), .unsupportedEncoding("SQL_ASCII"))
    }

    func testAServerThatIsTooOldIsRefused() {
        let probe = ServerProbe(
            version: 130_012, encoding: "UTF8", isStandby: false, unsafeSettings: [:], synchronousCommit: "on")
        XCTAssertThrowsError(try probe.require(.full, of: "old")) { error in
            XCTAssertEqual("\(error)", "old has version 13.12. Use version 14 or newer.")
        }
    }

    func testAServerWithoutAPlaceForAnotherConnectionSaysSo() throws {
        try TestServer.execute("ALTER ROLE locked CONNECTION LIMIT 0")
        addTeardownBlock { try TestServer.execute("ALTER ROLE locked CONNECTION LIMIT -1") }
        XCTAssertEqual(problem("postgresql://locked:open@/signals?host=\(folder)"), .tooManyConnections)
    }

    func testAServerThatDoesNotSyncKeepsNoDurableStore() throws {
        let store = PersistentStoreDescription.postgres(TestServer.address, schema: newSchema())
        XCTAssertThrowsError(
            try PersistentContainer(name: "Durable", model: ManagedObjectModel(Plant.self), stores: [store])
        ) { error in
            guard case StoreError.server(_, .settingRefused(name: "fsync", value: "off")) = error else {
                return XCTFail("\(error)")
            }
        }
    }

    func testAStoreThatIsOpenWithOtherSettingsIsNamedWithoutThePassword() throws {
        let schema = newSchema()
        _ = try openContainer(schema)
        let address = TestServer.address.replacing("signals@", with: "signals:secret@")
        XCTAssertThrowsError(try openContainer(schema, address: address)) { error in
            XCTAssertEqual(
                "\(error)",
                "\(TestServer.folder)/signals/\(schema) is already open in this program with other settings. Use one "
                    + "durability and one busyTimeout, and one address with the same abilities and replicas.")
        }
    }

    func testAServerThatSaysNothingIsGivenUpAtTheDeadline() throws {
        let silent = try SilentServer()
        defer { silent.close() }
        XCTAssertEqual(problem("postgresql://me:secret@/signals?host=\(silent.host)", timeout: 0.3), .timedOut)
    }

    func testTheLastPlaceInThePoolIsWaitedForUntilTheDeadline() throws {
        let container = try openContainer(newSchema(), timeout: 0.3)
        let contexts = (0..<16).map { _ in container.newBackgroundContext() }
        for context in contexts { try context.performAndWait { try context.setQueryGeneration(.current) } }
        XCTAssertThrowsError(try container.plantNames()) { error in
            guard case FetchError.unreachable(let reason) = error else { return XCTFail("\(error)") }
            XCTAssertTrue(reason.contains("in use"))
        }
        try contexts[0].performAndWait { try contexts[0].setQueryGeneration(nil) }
        XCTAssertEqual(try container.plantNames(), [])
    }
}

/// A socket that accepts connections and says nothing.
private struct SilentServer {
    let host: String
    private let socket: Int32
    private let folder: URL

    init() throws {
        folder = URL(fileURLWithPath: "/tmp/signals-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        host = folder.path.replacing("/", with: "%2F")
        socket = try listenAt(folder.path + "/.s.PGSQL.5432")
    }

    func close() {
        #if canImport(Glibc)
            Glibc.close(socket)
        #else
            Darwin.close(socket)
        #endif
        try? FileManager.default.removeItem(at: folder)
    }
}
