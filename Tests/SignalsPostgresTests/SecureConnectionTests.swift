import Foundation
import SignalsStore
import XCTest

@testable import SignalsPostgres

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server that is reached by TLS and with a password, wherever that comes from.
final class SecureConnectionTests: XCTestCase {
    private static let server: (address: String, folder: String) = {
        let socket = TestServer.script("start")
        let folder = TestServer.folder(of: socket)
        atexit { TestServer.script("stop", SecureConnectionTests.server.folder) }
        return (TestServer.script("secure", socket), folder)
    }()

    private var address: String { Self.server.address }
    private var folder: String { Self.server.folder }
    private var port: String { URLComponents(string: address)?.port.map(String.init) ?? "" }
    private var files: [URL] = []

    override func tearDown() {
        for name in ["PGPASSWORD", "PGSERVICEFILE", "PGPASSFILE"] { unsetenv(name) }
        for file in files { try? FileManager.default.removeItem(at: file) }
    }

    private func withUser(_ user: String) -> String { address.replacing("://", with: "://\(user)@") }

    private func write(_ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("signals-\(UUID().uuidString)")
        try text.write(to: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        files.append(file)
        return file.path
    }

    /// Saves something and reads it again.
    private func use(_ address: String) throws -> [String] {
        let container = try openContainer(newSchema(), address: address)
        try container.addPlants("Rose")
        return try container.plantNames()
    }

    func testACertificateThatTheRootVouchesForIsAccepted() throws {
        XCTAssertEqual(try use(withUser("locked:open")), ["Rose"])
    }

    func testManyRowsComeOverASecureConnection() throws {
        let container = try openContainer(newSchema(), address: withUser("locked:open"))
        try container.addManyPlants(5_000)
        XCTAssertEqual(try container.plantNames().count, 5_000)
    }

    func testACertificateThatNobodyVouchesForIsRefused() {
        let problem = problem(withUser("locked:secret").replacing("root.crt", with: "other.crt"))
        guard case .unreachable(let reason)? = problem else { return XCTFail("\(String(describing: problem))") }
        XCTAssertTrue(reason.contains("certificate verify failed"), reason)
    }

    func testACertificateOfAnotherHostIsRefused() {
        let problem = problem(withUser("locked:secret").replacing("localhost", with: "127.0.0.1"))
        guard case .unreachable(let reason)? = problem else { return XCTFail("\(String(describing: problem))") }
        XCTAssertTrue(reason.contains("does not match host name"), reason)
    }

    func testAServerThatWantsTLSRefusesAConnectionWithoutIt() {
        XCTAssertEqual(
            problem(withUser("locked:secret").replacing("verify-full", with: "disable")), .authenticationFailed)
    }

    func testAWrongPasswordIsRefusedAndNotRepeated() {
        XCTAssertEqual(problem(withUser("locked:secret")), .authenticationFailed)
    }

    func testThePasswordMayBeInTheEnvironment() throws {
        setenv("PGPASSWORD", "open", 1)
        XCTAssertEqual(try use(withUser("locked")), ["Rose"])
    }

    func testThePasswordMayBeInAPasswordFile() throws {
        let file = try write("localhost:\(port):signals:locked:open\n")
        XCTAssertEqual(try use(withUser("locked") + "&passfile=\(file)"), ["Rose"])
        setenv("PGPASSFILE", file, 1)
        XCTAssertEqual(try use(withUser("locked")), ["Rose"])
    }

    func testAddressAndPasswordMayBeInAServiceFile() throws {
        let lines = [
            "[plants]", "host=localhost", "port=\(port)", "dbname=signals", "user=locked", "password=open",
            "sslmode=verify-full", "sslrootcert=\(folder)/root.crt",
        ]
        setenv("PGSERVICEFILE", try write(lines.joined(separator: "\n") + "\n"), 1)
        XCTAssertEqual(try use("postgresql://?service=plants"), ["Rose"])
    }

    func testNothingThatCanBePrintedHasThePassword() throws {
        let store = PersistentStoreDescription.postgres(withUser("locked:open"), schema: newSchema())
        var description = store
        description.durability = .off
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Plant.self), stores: [description])
        addTeardownBlock { container.close() }
        var printed = "\(store) \(container)"
        dump(store, to: &printed)
        dump(container, to: &printed)
        dump(container.newBackgroundContext(), to: &printed)
        XCTAssertFalse(printed.contains("locked:open"), "the address is printed")
        XCTAssertTrue(printed.contains("localhost:\(port)/signals"), "the server is named")
    }
}
