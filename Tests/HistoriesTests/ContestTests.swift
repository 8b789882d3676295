import Foundation
import Histories
import SignalsBattery
import XCTest

/// Programs that work on one file at once, and what a check of their histories finds.
final class ContestTests: XCTestCase {
    /// The length of a contest in seconds: two, or as many as `SIGNALS_CONTEST` says in the environment.
    private let seconds = ProcessInfo.processInfo.environment["SIGNALS_CONTEST"].flatMap { Double($0) } ?? 2

    private func contest(_ fault: Fault? = nil) throws -> Contest {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-contest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "store.sqlite")
        return Contest(
            program: builtProgram("HistoryWorker"), place: ["--file", file.path], store: .contest(file: file),
            programs: 3,
            seconds: fault == nil ? seconds : 1.5, seed: .random(in: 1...1_000_000), fault: fault)
    }

    func testProgramsOnOneFileDoTheirTransactionsInOneOrder() async throws {
        let report = try await contest().run([.stop(1, seconds: 0.2), .kill(2)])
        XCTAssertEqual(report.problems, [])
        XCTAssertGreaterThan(report.committed, 50)
        print("contest: \(report.committed) committed, \(report.failed) failed, \(report.unknown) unknown")
    }

    func testEachFaultIsFound() async throws {
        for fault in Fault.allCases {
            let report = try await contest(fault).run()
            print("contest with a fault, \(fault): \(report.problems.first?.prefix(200) ?? "")")
            XCTAssertNotEqual(report.problems, [], "\(fault)")
        }
    }
}
