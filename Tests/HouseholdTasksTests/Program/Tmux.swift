import Foundation
import XCTest

/// A shell in a real terminal, and a person who types in it and looks at its screen.
struct Tmux {
    /// The error of a wait for something that did not come.
    struct Waited: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs tmux without the descriptors that `Process` adds: the server that the first command starts would keep
    /// them open, and the command would seem to run for ever.
    private static let command = """
        (for f in /dev/fd/*; do n=${f##*/}; [ "$n" -gt 2 ] && eval "exec $n>&-"; done; exec tmux -u -L t "$@")
        """

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
        try await wait(for: "ready>")
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

    /// Returns the text of the screen; with the codes of its styles if wanted.
    func screen(withStyles: Bool = false) async throws -> String {
        try await tmux(["capture-pane", "-p"] + (withStyles ? ["-e"] : []))
    }

    /// Waits until the screen shows `text`.
    func wait(for text: String) async throws {
        try await wait("“\(text)” is not on the screen") { $0.contains(text) }
    }

    /// Waits until the rows of the screen from number `first` on, counted from 0, have these texts in them. The parts of
    /// a dashboard hear of a change one after another, so that each has to be waited for.
    func wait(forRows texts: [String], from first: Int) async throws {
        try await wait("“\(texts)” are not in the rows from \(first) on") { screen in
            let rows = screen.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(first)
            return rows.count >= texts.count && zip(rows, texts).allSatisfy { $0.contains($1) }
        }
    }

    /// Waits until the screen does not show `text` any more.
    func wait(without text: String) async throws {
        try await wait("“\(text)” is still on the screen") { !$0.contains(text) }
    }

    /// Waits until the last line with anything on it is the shell's prompt and nothing else, and the dashboard is gone.
    func waitForPrompt() async throws {
        try await wait("the shell's prompt is not back") { screen in
            let last = screen.split(separator: "\n").last?.trimmingCharacters(in: .whitespaces)
            return !screen.contains("Household tasks") && last == "ready>"
        }
    }

    private func wait(_ complaint: String, until isRight: (String) -> Bool) async throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        var screen = ""
        while ContinuousClock.now < deadline {
            screen = try await self.screen()
            if isRight(screen) { return }
        }
        throw Waited(description: "\(complaint):\n\(screen)")
    }

    @MainActor @discardableResult
    private func tmux(_ arguments: [String]) async throws -> String {
        let process = Process()
        // A file and no pipe: the server that the first command starts would keep a pipe open.
        let output = child.folder.appending(path: UUID().uuidString)
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", Self.command, "tmux"] + arguments
        process.environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TMUX_TMPDIR": child.folder.path,
        ]
        process.standardInput = FileHandle.nullDevice
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = handle
        try await process.runToEnd()
        try handle.close()
        return try String(contentsOf: output, encoding: .utf8)
    }
}
