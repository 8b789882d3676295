import Foundation
import Signals
import SignalsDashboard
import SignalsStore
import XCTest

@testable import HouseholdTasks

final class FileImportTests: XCTestCase {
    @MainActor
    private func importing(_ path: String) throws -> (saves: SaveState, board: TaskBoard) {
        let storage = try StorageProvider.inMemory()
        let saves = SaveState()
        let board = TaskBoard(storage, saves: saves)
        let fileImport = FileImport(Importer(into: storage), board: board, saves: saves)
        fileImport.start(path)
        return (saves, board)
    }

    @MainActor
    private func withFile(_ text: String, _ body: (String) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString).txt")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(url.path)
    }

    @MainActor
    func testTheTasksOfAFileAppear() async throws {
        try await withFile("one\ntwo\nthree") { path in
            let (_, board) = try importing(path)
            for await tasks in board.$tasks.values where tasks.count == 3 { break }
            XCTAssertEqual(board.tasks.map(\.line.text), ["one", "two", "three"])
        }
    }

    @MainActor
    func testARefusedLineIsAnAlertWithItsNumberAndText() async throws {
        try await withFile("one\ntwo due:2026-13-45\n") { path in
            let (saves, board) = try importing(path)
            for await tasks in board.$tasks.values where tasks.count == 1 { break }
            for await hasError in saves.$hasError.values where hasError { break }
            XCTAssertEqual(
                saves.alerts,
                [
                    "Not imported, line 2: “due:2026-13-45” is not a date; write it as 2026-12-01: two due:2026-13-45"
                ])
        }
    }

    @MainActor
    func testAFileThatCannotBeReadIsAnAlert() async throws {
        let (saves, _) = try importing("/no/such/file.txt")
        for await hasError in saves.$hasError.values where hasError { break }
        XCTAssertTrue(
            saves.alerts[0].hasPrefix("Not imported: /no/such/file.txt cannot be read (there is no such file)"))
    }
}
