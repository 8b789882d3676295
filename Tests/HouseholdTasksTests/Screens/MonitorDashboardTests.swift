import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import SignalsStore
import XCTest

@testable import HouseholdTasks

final class MonitorDashboardTests: XCTestCase {
    @MainActor
    private func wait(for text: String, on screen: TestScreen) async {
        let deadline = ContinuousClock.now.advanced(by: .seconds(30))
        while !screen.text.contains(text), ContinuousClock.now < deadline { await screen.settle() }
        XCTAssertTrue(screen.text.contains(text), "\(text)\n\(screen.text)")
    }

    @MainActor
    func testSavedTasksAreShownAndCountedFromTheFirstChangeOn() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.add("Sweep", "Rake")
        let monitor = MonitorDashboard(storage, at: URL(filePath: "/no/such/file"))
        let screen = TestScreen(monitor.dashboard, columns: 80, rows: 24)
        await wait(for: "2 tasks · +0 ~0 -0", on: screen)
        try await storage.add("Cook")
        await wait(for: "+ Cook", on: screen)
        let day = try XCTUnwrap(CalendarDay("2026-11-23"))
        _ = try await storage.complete(try await storage.tasks().value[0].id, on: day).value
        await wait(for: "~ x 2026-11-23 Sweep", on: screen)
        try await storage.delete([try await storage.tasks().value[1].id]).value
        await wait(for: "- Rake", on: screen)
        await wait(for: "2 tasks · +1 ~1 -1", on: screen)
        XCTAssertTrue(screen.text.contains("No other program"), screen.text)
    }

    @MainActor
    func testTheFirstTaskOfAnEmptyStoreIsAChange() async throws {
        let storage = try StorageProvider.inMemory()
        let monitor = MonitorDashboard(storage, at: URL(filePath: "/no/such/file"))
        let screen = TestScreen(monitor.dashboard, columns: 80, rows: 24)
        await wait(for: "0 tasks", on: screen)
        try await storage.add("Sweep")
        await wait(for: "+ Sweep", on: screen)
    }

    @MainActor
    func testOfManyTasksThoseThatChangeAreShown() async throws {
        let storage = try StorageProvider.inMemory()
        try await storage.container.save { context in
            for number in 1...6000 {
                let task = NewTask(line: TodoLine("Task \(number)"), position: number)
                _ = try HouseholdTask.add(task, in: context)
            }
        }.value
        let monitor = MonitorDashboard(storage, at: URL(filePath: "/no/such/file"))
        let screen = TestScreen(monitor.dashboard, columns: 80, rows: 24)
        await wait(for: "6,000 tasks · +0 ~0 -0", on: screen)
        try await storage.add("Cook")
        await wait(for: "+ Cook", on: screen)
        let day = try XCTUnwrap(CalendarDay("2026-11-23"))
        let tasks = try await storage.tasks().value
        _ = try await storage.complete(try XCTUnwrap(tasks.first { $0.text == "Task 18" }).id, on: day).value
        await wait(for: "~ x 2026-11-23 Task 18", on: screen)
        try await storage.delete([try XCTUnwrap(tasks.first { $0.text == "Task 1" }).id]).value
        await wait(for: "- Task 1", on: screen)
        await wait(for: "6,000 tasks · +1 ~1 -1", on: screen)
    }

    func testAnotherProcessWithTheFileOpenIsNamed() async throws {
        let program = try ChildProgram()
        defer { program.remove() }
        let url = URL(filePath: try program.write("text", to: "file"))
        #if os(Linux)
            let sleeper = Process()
            sleeper.executableURL = URL(filePath: "/bin/cat")
            // Waits for input, and ends with it: a signal may be one that this process ignores, and so the child.
            let input = Pipe()
            sleeper.standardInput = input
            sleeper.standardOutput = FileHandle.nullDevice
            sleeper.standardError = try FileHandle(forUpdating: url)
            try sleeper.run()
            defer {
                try? input.fileHandleForWriting.close()
                sleeper.waitUntilExit()
            }
            XCTAssertEqual(
                OpenProgram.all(with: url), [OpenProgram(id: Int(sleeper.processIdentifier), name: "cat")])
        #endif
        XCTAssertEqual(OpenProgram.all(with: program.folder.appending(path: "none")), [])
    }
}
