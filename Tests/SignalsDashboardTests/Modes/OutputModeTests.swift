import Foundation
import Signals
import SignalsDashboard
import XCTest

private struct Chore: Identifiable, Sendable {
    var id: Int
    var name: String
}

final class OutputModeTests: XCTestCase {
    /// Runs a dashboard over a list that changes, into a pipe, and returns what came out of it.
    @MainActor
    private func output(_ mode: OutputMode) async throws -> [String] {
        let pipe = Pipe()
        let terminal = Terminal(
            input: STDIN_FILENO, output: pipe.fileHandleForWriting.fileDescriptor, environment: ["TERM": "xterm"])
        let chores = CurrentValueSubject<[Chore], Never>([Chore(id: 1, name: "sweep")])
        let table = LiveTable(chores, columns: [.text("Chore") { $0.name }])
        let dashboard = Dashboard("Chores", on: terminal) { _ in table.titled("Chores") }
        let run = Task { try await dashboard.run(mode) }
        while table.count == 0 { await Task.yield() }
        // The first look at the rows is over when a notice has come out.
        dashboard.notice("ready")
        var text = try await line(of: pipe)
        chores.value = [Chore(id: 1, name: "sweep\u{1B}[31m"), Chore(id: 2, name: "cook")]
        text += try await line(of: pipe)
        dashboard.alert("the disk is full")
        text += try await line(of: pipe)
        dashboard.close()
        try await run.value
        return text
    }

    /// The lines that come next.
    @MainActor
    private func line(of pipe: Pipe) async throws -> [String] {
        let handle = pipe.fileHandleForReading
        let data = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: handle.availableData) }
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @MainActor
    func testWithoutATerminalChangesAreLines() async throws {
        let lines = try await output(.automatic).map { String($0.dropFirst(9)) }
        XCTAssertEqual(lines, ["  ready", "~ sweep␛[31m", "+ cook", "! the disk is full"])
    }

    @MainActor
    func testForAScreenReaderChangesAreSentences() async throws {
        let lines = try await output(.linear)
        XCTAssertEqual(
            lines, ["ready", "Chores: changed sweep␛[31m.", "Chores: added cook.", "Alert: the disk is full"])
    }

    @MainActor
    func testJSONIsReadBack() async throws {
        struct Object: Decodable {
            var pane: String
            var kind: String
            var id: String?
            var values: [String: String]
        }
        let objects = try await output(.json).map { try JSONDecoder().decode(Object.self, from: Data($0.utf8)) }
        XCTAssertEqual(objects.map(\.kind), ["notice", "changed", "added", "alert"])
        XCTAssertEqual(objects[2].pane, "Chores")
        XCTAssertEqual(objects[2].id, "2")
        XCTAssertEqual(objects[2].values, ["Chore": "cook"])
    }

    @MainActor
    func testInlineRowsAreDrawnOverThoseBefore() async throws {
        let pipe = Pipe()
        let terminal = Terminal(
            input: STDIN_FILENO, output: pipe.fileHandleForWriting.fileDescriptor, environment: ["TERM": "xterm"])
        let counter = Counter()
        let dashboard = Dashboard("Import", observing: [counter], on: terminal) { _ in
            "\(counter.count) of 9"
            "saved"
        }
        let run = Task { try await dashboard.run(.inline(rows: 2)) }
        let first = try await line(of: pipe).joined()
        XCTAssertEqual(first, "\u{1B}[2K0 of 9\r\n\u{1B}[2Ksaved\r\n")
        counter.count = 4
        let second = try await line(of: pipe).joined()
        XCTAssertEqual(second, "\u{1B}[2A\r\u{1B}[2K4 of 9\r\n\u{1B}[2Ksaved\r\n")
        dashboard.close()
        try await run.value
    }

    func testArgumentsChooseTheMode() {
        XCTAssertEqual(OutputMode(arguments: ["program", "--json"]), .json)
        XCTAssertEqual(OutputMode(arguments: ["program", "--linear", "x"]), .linear)
        XCTAssertEqual(OutputMode(arguments: ["program"]), .automatic)
    }
}
