import Foundation
import XCTest

/// The commands without a terminal, as cron and other programs use them.
final class CommandsTests: XCTestCase {
    private func withProgram(_ body: (ChildProgram) async throws -> Void) async throws {
        let program = try ChildProgram()
        defer { program.remove() }
        try await body(program)
    }

    func testATaskIsAddedListedAndDone() async throws {
        try await withProgram { program in
            let added = try await program.run("add", "Water plants due:2099-12-01 every:3d")
            XCTAssertEqual(added.status, 0, added.errors)
            XCTAssertEqual(added.output, "Saved: Water plants\n")
            let listed = try await program.run("list")
            XCTAssertEqual(listed.output, "  2099-12-01      Water plants  every:3d\n")
            let done = try await program.run("done", "Water plants")
            XCTAssertEqual(done.output, "Done: Water plants; due again on 2099-12-04\n")
            let again = try await program.run("list")
            XCTAssertEqual(again.output, "  2099-12-04      Water plants  every:3d\n(1 done; list --all shows them)\n")
            let all = try await program.run("list", "--all")
            XCTAssertEqual(all.outputLines.count, 2)
            XCTAssertEqual([added, listed, done, again, all].map(\.errors).joined(), "")
        }
    }

    func testATaskThatDoesNotComeBackIsGoneFromTheListAndMayBeAddedAgain() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "Rake leaves")
            let done = try await program.run("done", "rake")
            XCTAssertEqual(done.output, "Done: Rake leaves\n")
            let listed = try await program.run("list")
            XCTAssertEqual(listed.output, "No open tasks.\n(1 done; list --all shows them)\n")
            let again = try await program.run("add", "Rake leaves")
            XCTAssertEqual(again.status, 0, again.errors)
        }
    }

    func testTwoOpenTasksMayNotShareAName() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "Water plants due:2099-12-01")
            let second = try await program.run("add", "(A) Water  plants")
            XCTAssertEqual(second.status, 1)
            XCTAssertEqual(second.output, "")
            XCTAssertEqual(
                second.errors,
                "household-tasks: not saved: there is an open task “Water plants” already; "
                    + "complete it first, or give this one another name\n")
            let listed = try await program.run("list")
            XCTAssertEqual(listed.outputLines.count, 1)
        }
    }

    func testWhatCannotBeDoneSaysWhyOnStandardErrorWithStatusOne() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "Call Oma @phone")
            _ = try await program.run("add", "Call Opa @phone")
            let cases: [([String], String)] = [
                (["add", "Water plants due:2026-13-45"], "“due:2026-13-45” is not a date"),
                (["add", "+garden"], "no text"), (["add", "a every:often"], "is not a recurrence"),
                (["add", "a\u{1B}b"], "control character U+001B"),
                (["done", "Call"], "could be “Call Oma @phone”, “Call Opa @phone”; write more"),
                (["done", "nothing"], "there is no open task “nothing”"),
                (["import", "no-such-file.txt"], "there is no such file"), (["import", "/"], "it is a folder"),
                (["frobnicate"], "there is no command “frobnicate”"), (["--bad"], "there is no option “--bad”"),
                (["export", "/no/such/folder/file.txt"], "cannot be written"),
                (
                    ["list", "--store", "/dev/null/tasks.sqlite"],
                    "the folder /dev/null for the tasks cannot be made (a file is in the way)"
                ),
            ]
            for (arguments, message) in cases {
                let outcome = try await program.shell("$P " + arguments.map { "'\($0)'" }.joined(separator: " "))
                XCTAssertEqual(outcome.status, 1, "\(arguments)")
                XCTAssertEqual(outcome.output, "", "\(arguments)")
                XCTAssertTrue(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
                XCTAssertTrue(outcome.errors.hasPrefix("household-tasks: "), outcome.errors)
                XCTAssertFalse(outcome.errors.contains("\u{1B}"))
            }
        }
    }

    func testHelpAndVersionNeedNoStore() async throws {
        try await withProgram { program in
            let help = try await program.run("--help")
            XCTAssertTrue(help.status == 0 && help.output.hasPrefix("household-tasks: a household's tasks"))
            let version = try await program.run("--version")
            XCTAssertEqual(version.output, "household-tasks 0.1.0\n")
            XCTAssertFalse(
                FileManager.default.fileExists(atPath: program.folder.appending(path: "household-tasks").path))
        }
    }

    func testWithoutATerminalTheListIsPrintedAndTheProgramEnds() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "Water plants due:2000-01-01")
            for line in ["$P", "$P </dev/null", "$P <&-", "$P | cat", "echo q | $P"] {
                let outcome = try await program.shell(line)
                XCTAssertEqual(outcome.status, 0, line)
                XCTAssertEqual(outcome.output, "! 2000-01-01      Water plants\n", line)
                XCTAssertEqual(outcome.errors, "", line)
            }
        }
    }

    func testAClosedOrFullOutputIsAStatusAndNoCrash() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "Water plants")
            let closed = try await program.shell("$P list >&-; echo status $?")
            XCTAssertEqual(closed.output, "status 0\n")
            let left = try await program.shell("$P list | true; echo ${PIPESTATUS[0]}")
            XCTAssertTrue(["0\n", "1\n"].contains(left.output), left.output)
            let full = try await program.shell("$P list >/dev/full; echo status $?")
            XCTAssertEqual(full.output, "status 1\n")
            XCTAssertEqual(closed.errors + left.errors, "")
        }
    }

    func testTheStoreIsWhereItIsWanted() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "In the data folder")
            let data = program.folder.appending(path: "household-tasks/tasks.sqlite").path
            XCTAssertTrue(FileManager.default.fileExists(atPath: data))
            _ = try await program.shell("$P --store 'other folder/tasks.sqlite' add Elsewhere")
            let other = try await program.shell("$P list --store='other folder/tasks.sqlite'")
            XCTAssertEqual(other.outputLines.map { $0.trimmingCharacters(in: .whitespaces) }, ["Elsewhere"])
        }
    }

    func testAFileThatIsNoStoreIsLeftAlone() async throws {
        try await withProgram { program in
            let path = try program.write(
                "this is not a database, and it is longer than a header of one ......", to: "notes.txt")
            let outcome = try await program.run("--store", path, "add", "Water plants")
            XCTAssertEqual(outcome.status, 1)
            XCTAssertTrue(outcome.errors.contains("notes.txt"), outcome.errors)
            XCTAssertTrue(try program.read("notes.txt").hasPrefix("this is not a database"))
        }
    }

    func testADayIsTheSameInEveryTimeZone() async throws {
        try await withProgram { program in
            for zone in ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"] {
                _ = try await program.shell("TZ=\(zone) $P add 'Task in \(zone) due:2099-12-01'")
                let list = try await program.shell("TZ=\(zone) $P list")
                XCTAssertTrue(list.outputLines.allSatisfy { $0.contains("2099-12-01") }, list.output)
            }
        }
    }
}
