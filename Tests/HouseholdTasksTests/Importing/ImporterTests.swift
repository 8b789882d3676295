import Signals
import XCTest

@testable import HouseholdTasks

final class ImporterTests: XCTestCase {
    @MainActor
    private func importing(_ text: String, into storage: StorageProvider) async throws -> (Importer, [RefusedLine]) {
        let importer = Importer(into: storage)
        let refused = CurrentValueSubject<[RefusedLine], Never>([])
        let watching = importer.refusals.sink { refused.value.append($0) }
        try await importer.run(try TodoFile(Array(text.utf8)))
        watching.cancel()
        return (importer, refused.value)
    }

    @MainActor
    func testEveryGoodLineIsSavedInItsPlace() async throws {
        let storage = try StorageProvider.inMemory()
        let lines = RealisticTasks.lines(1500)
        let (importer, refused) = try await importing(lines.joined(separator: "\n"), into: storage)
        XCTAssertEqual(importer.saved, 1500)
        XCTAssertEqual(importer.total, 1500)
        XCTAssertFalse(importer.isRunning || importer.hasRefused)
        XCTAssertEqual(refused, [])
        let stored = try await storage.lines()
        XCTAssertEqual(stored, lines)
    }

    @MainActor
    func testASecondFileComesAfterTheFirst() async throws {
        let storage = try StorageProvider.inMemory()
        _ = try await importing("\u{FEFF}one\ntwo", into: storage)
        _ = try await importing("\u{FEFF}three\n", into: storage)
        let text = try await storage.tasks().value.todoText
        XCTAssertEqual(Array(text.unicodeScalars), Array("\u{FEFF}one\ntwo\nthree\n".unicodeScalars))
    }

    @MainActor
    func testOfTwoOpenTasksWithOneNameOneIsSavedAndTheOtherReported() async throws {
        let storage = try StorageProvider.inMemory()
        let (importer, refused) = try await importing("Sweep\nx Sweep\nx Sweep\n(A) Sweep\n", into: storage)
        XCTAssertEqual(importer.saved, 3)
        XCTAssertTrue(importer.hasRefused)
        XCTAssertEqual(importer.refused, 1)
        XCTAssertTrue(refused[0].reason.contains("there is an open task “Sweep” already"))
    }

    @MainActor
    func testTheCountFollowsTheSaves() async throws {
        let storage = try StorageProvider.inMemory()
        let importer = Importer(into: storage)
        let counts = CurrentValueSubject<[Int], Never>([])
        let watching = importer.$saved.sink { counts.value.append($0) }
        try await importer.run(try TodoFile(Array(RealisticTasks.lines(100).joined(separator: "\n").utf8)))
        watching.cancel()
        XCTAssertEqual(counts.value.filter { $0 > 0 }, Array(1...100))
    }

    @MainActor
    func testAnEmptyFileIsImportedAtOnce() async throws {
        let (importer, _) = try await importing("\n \n", into: try StorageProvider.inMemory())
        XCTAssertEqual(importer.total, 0)
        XCTAssertFalse(importer.isRunning)
    }

    @MainActor
    func testARefusedLineIsShownShortAndHarmless() throws {
        let text = "\u{1B}[31m" + String(repeating: "水", count: 100)
        let entry = try TodoFile(Array(("\n" + text).utf8)).entries[0]
        let refused = RefusedLine(entry, reason: "no")
        XCTAssertTrue(refused.description.hasPrefix("line 2: no: ␛[31m水"))
        XCTAssertTrue(refused.text.hasSuffix("…"))
        XCTAssertLessThanOrEqual(refused.text.displayWidth, 60)
    }

    @MainActor
    func testAStoppedImportKeepsWhatWasUnderWay() async throws {
        let storage = try StorageProvider.inMemory()
        let importer = Importer(into: storage)
        let file = try TodoFile(Array(RealisticTasks.lines(3000).joined(separator: "\n").utf8))
        let run = Task { try await importer.run(file) }
        for await saved in importer.$saved.values where saved > 0 { break }
        await importer.stop()
        try await run.value
        let stored = try await storage.tasks().value.count
        XCTAssertEqual(stored, importer.saved)
        XCTAssertLessThan(stored, 3000)
    }
}
