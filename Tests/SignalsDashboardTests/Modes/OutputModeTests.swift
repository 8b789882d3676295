import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
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
        let (terminal, run, counter, dashboard) = try inline(columns: 40)
        let first = try await terminal.wait(for: "saved\r\r\n")
        XCTAssertTrue(first.hasSuffix("\u{1B}[2K0 of 9\r\r\n\u{1B}[2Ksaved\r\r\n"), first.debugDescription)
        counter.count = 4
        let second = try await terminal.wait(for: "saved\r\r\n")
        XCTAssertEqual(second, "\u{1B}[2A\r\u{1B}[2K4 of 9\r\r\n\u{1B}[2Ksaved\r\r\n")
        dashboard.close()
        try await run.value
    }

    /// Rows in a terminal that made them longer than they are now are more than they were.
    @MainActor
    func testInlineRowsInATerminalThatBecameNarrowerAreDrawnOverAllOfThoseBefore() async throws {
        let (terminal, run, counter, dashboard) = try inline(columns: 40, text: String(repeating: "x", count: 35))
        try await terminal.wait(for: "saved\r\r\n")
        terminal.resize(columns: 10, rows: 20)
        counter.count = 4
        let second = try await terminal.wait(for: "saved\r\r\n")
        XCTAssertTrue(second.hasPrefix("\u{1B}[5A\r\u{1B}[J"), second.debugDescription)
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testPrintedLinesStayAboveTheInlineRows() async throws {
        let (terminal, run, _, dashboard) = try inline(columns: 40)
        try await terminal.wait(for: "saved\r\r\n")
        dashboard.print("imported one\ttwo\nand \u{1B}[2J")
        let text = try await terminal.wait(for: "saved\r\r\n")
        XCTAssertEqual(
            text.replacingOccurrences(of: "\r\r\n", with: "/").replacingOccurrences(of: "\u{1B}", with: "^"),
            "^[2A\r^[J^[2Kimported one    two/^[2Kand ␛[2J/^[2K0 of 9/^[2Ksaved/")
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testPrintedTextIsALineInTheLineModesAndComesAfterTheWholeScreen() async throws {
        for mode in [OutputMode.lines, .linear, .json] {
            let pipe = Pipe()
            let output = pipe.fileHandleForWriting.fileDescriptor
            let terminal = Terminal(input: STDIN_FILENO, output: output, environment: ["TERM": "xterm"])
            let dashboard = Dashboard("Import", on: terminal) { _ in "body" }
            dashboard.print("before")
            let run = Task { try await dashboard.run(mode) }
            let first = try await line(of: pipe).joined()
            XCTAssertTrue(first.contains("before"), first)
            dashboard.print("after")
            let second = try await line(of: pipe).joined()
            XCTAssertTrue(second.contains(mode == .json ? #""kind":"line""# : "after"), second)
            dashboard.close()
            try await run.value
        }
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let dashboard = Dashboard("Import", on: terminal.terminal()) { _ in "body" }
        let run = Task { try await dashboard.run(.screen) }
        try await terminal.wait(for: "body")
        dashboard.print("imported")
        dashboard.close()
        try await run.value
        let shown = try await terminal.wait(for: "\u{1B}[?1049l")
        XCTAssertFalse(shown.contains("imported"), shown.debugDescription)
        try await terminal.wait(for: "imported\r\n")
    }

    @MainActor
    private func inline(
        columns: Int, text: String = ""
    ) throws -> (PseudoTerminal, Task<Void, any Error>, Counter, Dashboard) {
        let terminal = try PseudoTerminal(columns: columns, rows: 20)
        let counter = Counter()
        let dashboard = Dashboard("Import", observing: [counter], on: terminal.terminal()) { _ in
            "\(counter.count) of 9\(text)"
            "saved"
        }
        return (terminal, Task { try await dashboard.run(.inline(rows: 2)) }, counter, dashboard)
    }

    @MainActor
    func testInlineRowsAreLinesWhereTheyCannotBeDrawnOver() async throws {
        let lines = try await output(.inline(rows: 4))
        XCTAssertFalse(lines.joined().contains("\u{1B}"), lines.joined())
        XCTAssertEqual(lines.map { String($0.dropFirst(9)) }.last, "! the disk is full")
        let terminal = try PseudoTerminal(columns: 40, rows: 10)
        let dashboard = Dashboard("Import", on: terminal.terminal(["TERM": "dumb"])) { _ in "body" }
        let run = Task { try await dashboard.run(.inline(rows: 3)) }
        dashboard.notice("ready")
        let text = try await terminal.wait(for: "ready")
        XCTAssertFalse(text.contains("\u{1B}"), text.debugDescription)
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testNoKeysAreNamedWhereNoneCanCome() async throws {
        let (terminal, keys) = (try PseudoTerminal(columns: 60, rows: 20), Pipe())
        let dashboard = Dashboard(
            "Import", keys: [KeyCommand("c", name: "cancel") {}],
            on: Terminal(
                input: keys.fileHandleForReading.fileDescriptor, output: terminal.program,
                environment: ["TERM": "xterm"])
        ) { _ in "body" }
        let run = Task { try await dashboard.run(.inline(rows: 6)) }
        try await terminal.wait(for: "body")
        dashboard.notice("done")
        let text = try await terminal.wait(for: "done")
        XCTAssertFalse(text.contains("cancel") || text.contains("quit"), text.debugDescription)
        dashboard.close()
        try await run.value
    }

    @MainActor
    func testARowInTwoTabsIsReportedOnceAndAValueSaysWhoseItIs() async throws {
        let pipe = Pipe()
        let terminal = Terminal(
            input: STDIN_FILENO, output: pipe.fileHandleForWriting.fileDescriptor, environment: ["TERM": "xterm"])
        let chores = CurrentValueSubject<[Chore], Never>([Chore(id: 1, name: "sweep")])
        let tables = (0..<2).map { _ in LiveTable(chores, columns: [.text("Chore") { $0.name }]) }
        let tabs = Tabs([("All", tables[0]), ("Home", tables[1])])
        let values = CurrentValueSubject<Double, Never>(3)
        let plot = Plot(values, .gauge(of: 8), unit: "MB")
        let dashboard = Dashboard("Chores", on: terminal) { _ in
            tabs.titled("Chores")
            plot.titled("Memory")
        }
        let run = Task { try await dashboard.run(.lines) }
        while tables.contains(where: { $0.count == 0 }) { await Task.yield() }
        dashboard.notice("ready")
        var lines = try await line(of: pipe)
        while !lines.contains(where: { $0.contains("ready") }) { lines += try await line(of: pipe) }
        XCTAssertTrue(lines.contains { $0.hasSuffix("Memory: 3 MB") }, "\(lines)")
        chores.value.append(Chore(id: 2, name: "cook"))
        dashboard.alert("the end")
        lines = try await line(of: pipe)
        while !lines.contains(where: { $0.contains("the end") }) { lines += try await line(of: pipe) }
        XCTAssertEqual(lines.filter { $0.hasSuffix("+ cook") }.count, 1, "\(lines)")
        dashboard.close()
        try await run.value
    }

    func testArgumentsChooseTheMode() {
        XCTAssertEqual(OutputMode(arguments: ["program", "--json"]), .json)
        XCTAssertEqual(OutputMode(arguments: ["program", "--linear", "x"]), .linear)
        XCTAssertEqual(OutputMode(arguments: ["program"]), .automatic)
    }
}
