import Foundation
import XCTest

/// Importing and exporting with the real executable.
final class ImportTests: XCTestCase {
    private func withProgram(_ body: (ChildProgram) async throws -> Void) async throws {
        let program = try ChildProgram()
        defer { program.remove() }
        try await body(program)
    }

    private let odd = """
        \u{FEFF}
        (A) 2026-11-01  Water   plants +garden @home due:2026-12-01 every:3d id:7\t
          (B) indented

        x 2026-11-20 2026-11-01 Rake leaves pri:B
        x 2026-11-20 2026-11-01 Rake leaves pri:B
        Zoë's 📷 Cafe\u{301} \u{202E} https://example.org/a?b=c:d key:value:more\r
        \t \r
        later t:2026-13-45 12:30 :) + @
        """

    func testUnchangedTextsAreExportedByteForByte() async throws {
        try await withProgram { program in
            for text in [odd, odd + "\n", odd + "\n\n \n", odd.replacing("\n", with: "\r\n")] {
                _ = try program.write(text, to: "in.txt")
                let outcome = try await program.shell(
                    "rm -rf household-tasks; $P import in.txt && $P export out.txt && cmp in.txt out.txt && $P export - | cmp - in.txt"
                )
                XCTAssertEqual(outcome.status, 0, outcome.errors + outcome.output)
            }
        }
    }

    func testTheSampleComesThroughUnchanged() async throws {
        try await withProgram { program in
            let sample = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../Playgrounds/HouseholdTasks/Samples/household.todo.txt").standardized.path
            let outcome = try await program.shell("$P import \(sample) && $P export - | cmp - \(sample)")
            XCTAssertEqual(outcome.status, 0, outcome.errors + outcome.output)
            XCTAssertEqual(outcome.output, "Imported 22 of 22 tasks from \(sample)\n")
        }
    }

    func testBadLinesAreReportedAndGoodOnesSaved() async throws {
        try await withProgram { program in
            let long = String(repeating: "long ", count: 20_000)
            let text =
                "First\n\nbad due:2026-13-45\n(A)\nesc\u{1B}[31mape\n\(long)\nFirst due:2026-12-01\nx First\nx First\nLast\n"
            let path = try program.write(text, to: "in.txt")
            let outcome = try await program.run("import", path)
            XCTAssertEqual(outcome.status, 1)
            XCTAssertEqual(outcome.output, "Imported 4 of 9 tasks from \(path); 5 refused\n")
            let errors = outcome.errors.split(separator: "\n").sorted()
            let expected = [
                "line 3: “due:2026-13-45” is not a date; write it as 2026-12-01: bad due:2026-13-45",
                "line 4: no text says what is to be done; write it beside the tags: (A)",
                "line 5: it holds the control character U+001B; remove it: esc␛[31mape",
                "line 6: it has 100000 bytes, and at most 65536 make a task; shorten it: long long",
                "line 7: there is an open task “First” already; complete it first, or give this one another name: First due:2026-12-01",
            ]
            XCTAssertEqual(errors.count, expected.count, outcome.errors)
            for (error, text) in zip(errors, expected) {
                XCTAssertTrue(error.hasPrefix("household-tasks: \(path): \(text)"), String(error))
                XCTAssertLessThan(error.count, 400)
            }
            let list = try await program.run("list", "--all")
            XCTAssertEqual(
                list.outputLines.map { $0.trimmingCharacters(in: .whitespaces) }.sorted(),
                ["First", "Last", "x                 First", "x                 First"])
        }
    }

    func testADiskThatTakesNoMoreIsSaidOnceAndWhatWasSavedIsThere() async throws {
        try await withProgram { program in
            let lines = RealisticTasks.lines(3000)
            _ = try program.write(lines.joined(separator: "\n"), to: "in.txt")
            // A file may have 600 KiB: what is beyond that is refused by the system, as by a full disk.
            let outcome = try await program.shell("trap '' XFSZ; ulimit -f 600; $P import in.txt")
            XCTAssertEqual(outcome.status, 1)
            XCTAssertEqual(outcome.errors.split(separator: "\n").count, 1, outcome.errors)
            let said = try XCTUnwrap(
                outcome.errors.firstMatch(of: /the import stopped: The disk .* (\d+) of 3000 lines/))
            let saved = try XCTUnwrap(Int(said.1))
            XCTAssertTrue((1..<3000).contains(saved), outcome.errors)
            let exported = try await program.run("export", "-")
            XCTAssertEqual(exported.outputLines.count, saved)
        }
    }

    func testAFileThatIsNotTextSavesNothing() async throws {
        try await withProgram { program in
            let path = try program.write(Array("good\nb\u{FC}d\n".utf8) + [0xFF, 0x0A], to: "in.txt")
            let outcome = try await program.run("import", path)
            XCTAssertEqual(outcome.status, 1)
            XCTAssertTrue(outcome.errors.contains("line 3 is not UTF-8 text, so nothing was imported"), outcome.errors)
            let list = try await program.run("list")
            XCTAssertEqual(list.output, "No open tasks.\n")
        }
    }

    func testAFileIsReadFromAPipeToo() async throws {
        try await withProgram { program in
            let outcome = try await program.shell(
                "printf 'one\\ntwo' | $P import /dev/stdin && $P export /dev/stdout | cat")
            XCTAssertEqual(
                outcome.output, "Imported 2 of 2 tasks from /dev/stdin\none\ntwoExported 2 tasks to /dev/stdout\n",
                outcome.errors)
        }
    }

    func testTenThousandLinesAreImportedAndThereAfterReopening() async throws {
        try await withProgram { program in
            let lines = RealisticTasks.lines(10_000)
            let path = try program.write(lines.joined(separator: "\n") + "\n", to: "in.txt")
            let outcome = try await program.run("import", path)
            XCTAssertEqual(outcome.status, 0, outcome.errors)
            XCTAssertEqual(
                outcome.outputLines,
                (1...10).map { "\($0)000 of 10000 saved" } + ["Imported 10000 of 10000 tasks from \(path)"])
            let exported = try await program.shell("$P export - | cmp - in.txt")
            XCTAssertEqual(exported.status, 0, exported.errors)
        }
    }

    func testAnImportThatIsKilledHasSavedAllThatItReported() async throws {
        var savedCounts: [Int] = []
        for reports in [1, 2, 4] {
            try await withProgram { program in
                let lines = RealisticTasks.lines(10_000)
                let path = try program.write(lines.joined(separator: "\n"), to: "in.txt")
                let outcome = try await program.shell(
                    "coproc $P import \(path); for i in $(seq \(reports)); do read -r line <&${COPROC[0]}; done; "
                        + "kill -KILL $COPROC_PID; echo \"$line\"; cat <&${COPROC[0]}; true")
                let reported = try XCTUnwrap(outcome.outputLines.last?.split(separator: " ").first.flatMap { Int($0) })
                XCTAssertGreaterThanOrEqual(reported, reports * 1000)
                let export = try await program.run("export", "-")
                XCTAssertEqual(export.status, 0, export.errors)
                let saved = Set(export.outputLines)
                XCTAssertGreaterThanOrEqual(saved.count, reported)
                XCTAssertTrue(saved.isSubset(of: lines))
                savedCounts.append(saved.count)
            }
        }
        XCTAssertTrue(savedCounts.contains { $0 < 10_000 }, "they were all killed too late to show anything")
    }
}
