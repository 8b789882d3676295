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
            problem("postgresql://locked:open@/signals?host=\(folder)", schema: "nobodys_\(UUID().uuidString)"),
            .failed(reason: "permission denied for database signals"))
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
        for patience in [.infinity, .greatestFiniteMagnitude, 1e7] {
            let container = try openContainer(newSchema(), patience: patience)
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
                    + "durability and one busyTimeout.")
        }
    }

    func testAServerThatSaysNothingIsGivenUpAtTheDeadline() throws {
        let silent = try SilentServer()
        defer { silent.close() }
        XCTAssertEqual(problem("postgresql://me:secret@/signals?host=\(silent.host)", patience: 0.3), .timedOut)
    }

    func testTheLastPlaceInThePoolIsWaitedForUntilTheDeadline() throws {
        let container = try openContainer(newSchema(), patience: 0.3)
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
