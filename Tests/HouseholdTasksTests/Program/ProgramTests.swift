import Foundation
import Signals
import SignalsDashboard
import SignalsStore
import XCTest

@testable import HouseholdTasks

/// The commands in this process, with a console that keeps what is printed.
final class ProgramTests: XCTestCase {
    private struct Printed: Sendable {
        var output = ""
        var errors = ""
    }

    @MainActor
    private func run(_ arguments: String..., in folder: URL, isWritable: Bool = true) async -> (Int32, Printed) {
        let printed = Locked(Printed())
        let console = Console(
            write: { text in
                printed.withLock { $0.output += text }
                return isWritable
            },
            writeError: { text in printed.withLock { $0.errors += text } }, columns: nil)
        let pipe = Pipe()
        let terminal = Terminal(
            input: pipe.fileHandleForReading.fileDescriptor, output: pipe.fileHandleForWriting.fileDescriptor,
            environment: [:])
        let program = Program(console: console, environment: ["XDG_DATA_HOME": folder.path], terminal: terminal)
        let status = await program.run(arguments)
        return (status, printed.withLock { $0 })
    }

    @MainActor
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @MainActor
    func testACommandThatSucceedsPrintsOneLineAndReturnsZero() async throws {
        try await withFolder { folder in
            let (status, printed) = await run("add", "Sweep", "@home", in: folder)
            XCTAssertEqual(status, 0)
            XCTAssertEqual(printed.output, "Saved: Sweep @home\n")
            XCTAssertEqual(printed.errors, "")
        }
    }

    @MainActor
    func testAServerThatCannotBeReachedIsNamedWithoutThePassword() async throws {
        try await withFolder { folder in
            let address = "postgresql://me:secret@/tasks?host=%2Ftmp%2Fsignals-nowhere"
            let (status, printed) = await run("--store", address, "list", in: folder)
            XCTAssertEqual(status, 1)
            XCTAssertEqual(printed.output, "")
            XCTAssertTrue(
                printed.errors.hasPrefix("household-tasks: /tmp/signals-nowhere/tasks cannot be reached: "),
                printed.errors)
            XCTAssertFalse(printed.errors.contains("secret"))
        }
    }

    private final class Recipe: ManagedObject { @Attribute var name = "" }

    @MainActor
    func testAnotherProgramsStoreIsRefusedAndStaysAsItIs() async throws {
        try await withFolder { folder in
            let url = folder.appending(path: "recipes.sqlite")
            let recipes = try PersistentContainer(
                name: "Recipes", model: ManagedObjectModel(Recipe.self), stores: [.sqlite(at: url)])
            try await recipes.save { Recipe(context: $0).name = "Bread" }.value
            recipes.close()
            let before = try (Data(contentsOf: url), FileManager.default.contentsOfDirectory(atPath: folder.path))
            let (status, printed) = await run("--store", url.path, "list", in: folder)
            XCTAssertEqual(status, 1)
            XCTAssertEqual(printed.output, "")
            XCTAssertTrue(
                printed.errors.hasPrefix(
                    "household-tasks: \(url.path) is the store of another program: it has Recipe, "),
                printed.errors)
            XCTAssertEqual(try Data(contentsOf: url), before.0)
            XCTAssertEqual(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)), Set(before.1))
        }
    }

    @MainActor
    func testACommandThatFailsPrintsToStandardErrorAndReturnsOne() async throws {
        try await withFolder { folder in
            let (status, printed) = await run("done", "Sweep", in: folder)
            XCTAssertEqual(status, 1)
            XCTAssertEqual(printed.output, "")
            XCTAssertEqual(
                printed.errors, "household-tasks: there is no open task “Sweep”; household-tasks list shows the names\n"
            )
        }
    }

    @MainActor
    func testOutputThatIsNotTakenIsAFailure() async throws {
        try await withFolder { folder in
            for arguments in [["list"], ["--help"], ["--version"], ["export", "-"]] {
                let (status, _) =
                    arguments.count == 1
                    ? await run(arguments[0], in: folder, isWritable: false)
                    : await run(arguments[0], arguments[1], in: folder, isWritable: false)
                XCTAssertEqual(status, 1, "\(arguments)")
            }
        }
    }

    @MainActor
    func testAnExportReplacesTheFileAndFollowsALinkToIt() async throws {
        try await withFolder { folder in
            _ = await run("add", "Sweep", in: folder)
            let (file, link) = (folder.appending(path: "out.txt"), folder.appending(path: "link.txt"))
            try Data("old".utf8).write(to: file)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            let (status, printed) = await run("export", link.path, in: folder)
            XCTAssertEqual(status, 0, printed.errors)
            XCTAssertEqual(printed.output, "Exported 1 tasks to \(link.path)\n")
            XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), "Sweep\n")
            let kind = try FileManager.default.attributesOfItem(atPath: link.path)[.type] as? FileAttributeType
            XCTAssertEqual(kind, .typeSymbolicLink)
        }
    }

    @MainActor
    func testImportingAFileTwiceAddsNothingToWhatIsOpen() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "in.txt")
            try Data("one\ntwo\n".utf8).write(to: file)
            _ = await run("import", file.path, in: folder)
            let (status, printed) = await run("import", file.path, in: folder)
            XCTAssertEqual(status, 1)
            XCTAssertEqual(printed.output, "Imported 0 of 2 tasks from \(file.path); 2 refused\n")
            let (_, list) = await run("list", in: folder)
            XCTAssertEqual(list.output.split(separator: "\n").count, 2)
        }
    }
}
