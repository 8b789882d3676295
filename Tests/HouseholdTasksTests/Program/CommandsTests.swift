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

    func testFailedCommandsSayWhyOnStandardErrorWithStatusOne() async throws {
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
                (["add", "a every:3x"], "“every:3x” is not a recurrence; write every:3d"),
                (["add", "a every:-1d"], "“every:-1d” is not a recurrence; write every:3d"),
                (["reopen", "Call Oma"], "there is no completed task “Call Oma”; household-tasks list --all"),
                (["delete", "nothing"], "there is no open task “nothing”"),
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

    func testArgumentsThatAreNotUnderstoodAreStatusTwo() async throws {
        try await withProgram { program in
            let cases: [([String], String)] = [
                (["frobnicate"], "there is no command “frobnicate”"), (["--bad"], "there is no option “--bad”"),
                (["add"], "“add” needs the task"), (["list", "all"], "“list” does not take “all”"),
                (["--load", "fast"], "“fast” is not a number"),
            ]
            for (arguments, message) in cases {
                let outcome = try await program.shell("$P " + arguments.joined(separator: " "))
                XCTAssertEqual(outcome.status, 2, "\(arguments)")
                XCTAssertEqual(outcome.output, "", "\(arguments)")
                XCTAssertTrue(outcome.errors.hasPrefix("household-tasks: \(message)"), outcome.errors)
            }
        }
    }

    func testReadingMakesNoFoldersAndNoFiles() async throws {
        try await withProgram { program in
            for line in ["$P list", "$P", "$P export -", "$P list --store other/tasks.sqlite"] {
                let outcome = try await program.shell(line)
                XCTAssertEqual(outcome.status, 0, "\(line): \(outcome.errors)")
                XCTAssertEqual(outcome.errors, "")
            }
            let made = try await program.shell("ls -A | grep -v '[.]out$\\|[.]err$'")
            XCTAssertEqual(made.output, "")
        }
    }

    func testAStoreThatMayNotBeWrittenIsListedAndNotAddedTo() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "Water plants due:2099-12-01")
            _ = try await program.run("add", "Sweep")
            // The superuser may write everything, so that somebody else has to try.
            let outcome = try await program.shell(
                """
                mkdir temporary && chmod 777 temporary && chmod 755 . household-tasks && chmod 444 household-tasks/*
                [ $(id -u) = 0 ] && N="setpriv --reuid=65534 --regid=65534 --clear-groups"
                TMPDIR=$PWD/temporary $N $P list; echo "status $?"; $N $P add Rake; echo "status $?"; ls -A temporary
                """)
            XCTAssertEqual(
                outcome.output, "  2099-12-01      Water plants\n                  Sweep\nstatus 0\nstatus 1\n",
                outcome.errors)
            XCTAssertTrue(outcome.errors.contains("cannot be read and written. Check the permissions"), outcome.errors)
        }
    }

    func testADoneTaskIsOpenedAgainWithItsPriorityAndATaskIsDeleted() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "(A) 2026-11-01 Rake leaves +yard")
            _ = try await program.run("done", "Rake")
            let reopened = try await program.run("reopen", "Rake leaves")
            XCTAssertEqual(reopened.output, "Open again: Rake leaves +yard\n", reopened.errors)
            let line = try await program.run("export", "-")
            XCTAssertEqual(line.output, "(A) 2026-11-01 Rake leaves +yard\n")
            let deleted = try await program.run("delete", "Rake")
            XCTAssertEqual(deleted.output, "Deleted: Rake leaves +yard\n", deleted.errors)
            _ = try await program.run("add", "x 2026-11-20 Swept")
            let done = try await program.run("delete", "Swept")
            XCTAssertEqual(done.output, "Deleted: Swept\n", done.errors)
            let rest = try await program.run("export", "-")
            XCTAssertEqual(rest.output, "")
        }
    }

    func testAListInJSONIsAnObjectForEachTask() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "(A) Water \"the\" plants +garden @home due:2099-12-01 every:3d")
            _ = try await program.run("add", "x Sweep")
            let listed = try await program.run("list", "--json", "--all")
            let objects = try listed.outputLines.map {
                try XCTUnwrap(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            XCTAssertEqual(objects.map { $0["task"] as? String }, ["Water \"the\" plants", "Sweep"])
            XCTAssertEqual(objects.map { $0["isCompleted"] as? Bool }, [false, true])
            XCTAssertEqual(objects[0]["due"] as? String, "2099-12-01")
            XCTAssertEqual(objects[0]["every"] as? String, "3d")
            XCTAssertEqual(objects[0]["priority"] as? String, "A")
            XCTAssertEqual(objects[0]["projects"] as? [String], ["garden"])
            let none = try await program.shell("$P list --json --store other.sqlite")
            XCTAssertEqual(none.output, "")
        }
    }

    func testEachNthSaveFailsWhereThatIsAskedFor() async throws {
        try await withProgram { program in
            let path = try program.write("one\ntwo\nthree\nfour\n", to: "in.txt")
            let outcome = try await program.run("import", path, "--fail-every", "2")
            XCTAssertEqual(outcome.status, 1)
            XCTAssertEqual(outcome.output, "Imported 2 of 4 tasks from \(path); 2 refused\n")
            XCTAssertTrue(outcome.errors.contains("save 4 was made to fail by --fail-every 2"), outcome.errors)
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
            XCTAssertEqual(full.errors, "household-tasks: the output cannot be written: No space left on device\n")
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
