import Foundation
import XCTest

/// A shell in a real terminal, and a person who types in it and looks at its screen.
struct Tmux {
    private let socket = "household-tasks-\(UUID().uuidString)"
    private let child: ChildProgram

    /// A terminal of the given size with a shell in it, whose prompt is `ready>` and whose `$P` is the program.
    init(_ child: ChildProgram, columns: Int = 80, rows: Int = 24) async throws {
        self.child = child
        let settings =
            ["PS1=ready> ", "P=\(ChildProgram.executable.path)"]
            + child.environment.filter { $0.key != "TERM" }.map { "\($0.key)=\($0.value)" }
        try await tmux(
            ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", child.folder.path]
                + ["env"] + settings + ["bash", "--norc", "--noprofile", "--noediting"])
        await wait(for: "ready>")
    }

    /// Ends the terminal and all that runs in it.
    func end() async throws {
        try await tmux(["kill-server"])
    }

    /// Types text as it is.
    func type(_ text: String) async throws {
        try await tmux(["send-keys", "-l", text])
    }

    /// Presses keys by tmux's names: `Enter`, `Escape`, `C-c`, `Down`.
    func press(_ keys: String...) async throws {
        try await tmux(["send-keys"] + keys)
    }

    /// Types a line of shell.
    func enter(_ line: String) async throws {
        try await type(line)
        try await press("Enter")
    }

    /// Gives the terminal another size.
    func resize(columns: Int, rows: Int) async throws {
        try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// What the screen shows; with the codes of its styles if wanted.
    func screen(withStyles: Bool = false) async throws -> String {
        try await tmux(["capture-pane", "-p"] + (withStyles ? ["-e"] : []))
    }

    /// Waits until the screen shows `text`.
    func wait(for text: String, file: StaticString = #filePath, line: UInt = #line) async {
        await wait("“\(text)” is not on the screen", file: file, line: line) { $0.contains(text) }
    }

    /// Waits until the screen does not show `text` any more.
    func wait(without text: String, file: StaticString = #filePath, line: UInt = #line) async {
        await wait("“\(text)” is still on the screen", file: file, line: line) { !$0.contains(text) }
    }

    /// Waits until the last line with anything on it is the shell's prompt, and the dashboard is gone.
    func waitForPrompt(file: StaticString = #filePath, line: UInt = #line) async {
        await wait("the shell's prompt is not back", file: file, line: line) { screen in
            !screen.contains("Household tasks") && screen.split(separator: "\n").last?.hasPrefix("ready>") == true
        }
    }

    private func wait(
        _ complaint: String, file: StaticString, line: UInt, until isRight: (String) -> Bool
    ) async {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        var screen = ""
        while ContinuousClock.now < deadline {
            screen = (try? await self.screen()) ?? ""
            if isRight(screen) { return }
        }
        XCTFail("\(complaint):\n\(screen)", file: file, line: line)
    }

    @discardableResult
    private func tmux(_ arguments: [String]) async throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["tmux", "-u", "-L", socket] + arguments
        process.environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TMUX_TMPDIR": child.folder.path,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        // The answers are short: they fit into the pipe, so that nothing waits for a reader.
        try await process.runToEnd()
        return String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}
