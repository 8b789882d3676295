import Foundation
import Histories
import SignalsBattery
import XCTest

@testable import SignalsPostgres

/// Programs that work on one server at once, while it is lost and found again.
final class ServerContestTests: XCTestCase {
    /// The length of a contest in seconds, if `SIGNALS_CONTEST` says one in the environment.
    private let seconds = ProcessInfo.processInfo.environment["SIGNALS_CONTEST"].flatMap { Double($0) }

    private func contest(at address: String, programs: Int) -> Contest {
        Contest(
            program: builtProgram("HistoryWorker"), place: ["--server", address, "--schema", "contest"],
            store: .contest(server: address, schema: "contest"), programs: programs, seconds: seconds ?? 4,
            seed: .random(in: 1...1_000_000))
    }

    private func check(_ report: Contest.Report, at address: String) throws {
        XCTAssertEqual(report.problems, [])
        XCTAssertGreaterThan(report.committed, 50)
        print("contest: \(report.committed) committed, \(report.failed) failed, \(report.unknown) unknown")
        let gaps = try ask(
            "SELECT ((SELECT max(generation) - min(generation) + 1 = count(*) FROM contest.signals_history) AND "
                + "(SELECT max(generation) FROM contest.signals_history) = "
                + "(SELECT generation FROM contest.signals_store))::text", address)
        XCTAssertEqual(gaps, "true", "the history has a gap")
    }

    private func ask(_ question: String, _ address: String) throws -> String? {
        let deadline = Deadline(after: 30)
        let connection = try PostgresConnection(PostgresAddress(address), deadline)
        return try connection.run(Statement(question), deadline).text(0, 0)
    }

    /// True while a program that changed something has not committed yet.
    private func isCommitting(_ number: Int, at address: String) throws -> Bool {
        let count = try ask(
            "SELECT count(*)::text FROM pg_stat_activity WHERE application_name = 'contestant\(number)' "
                + "AND state = 'idle in transaction' AND backend_xid IS NOT NULL", address)
        return count != "0"
    }

    func testProgramsOnOneServerDoTheirTransactionsInOneOrder() async throws {
        let primary = TestServer.script("start", "fsync=on")
        addTeardownBlock { TestServer.script("stop", primary) }
        let replica = TestServer.script("replicate", primary)
        addTeardownBlock { TestServer.script("stop", replica) }
        let hosts = [primary, replica].map { TestServer.folder(of: $0).replacing("/", with: "%2F") }
        let both =
            "postgresql://signals@/signals?host=\(hosts.joined(separator: ","))&target_session_attrs=read-write"
        let report = try await contest(at: both, programs: seconds == nil ? 4 : 8).run([
            .stop(1, seconds: seconds == nil ? 1 : 3) { try self.isCommitting(1, at: primary) },
            .kill(2),
            .other {
                TestServer.script("crash", primary)
                TestServer.script("restart", primary)
                // It shows what it had written and its replica had not: what is read of that would be lost with it.
                TestServer.script("catch-up", primary)
            },
            .other {
                TestServer.script("crash", primary)
                TestServer.script("promote", replica)
            },
        ])
        try check(report, at: replica)
    }
}
