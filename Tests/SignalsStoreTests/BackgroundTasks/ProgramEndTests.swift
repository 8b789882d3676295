import Foundation
import SignalsBattery
import SignalsStore
import Testing

/// The class of the program `StoreMain`.
private final class Note: ManagedObject {
    @Attribute var text = ""
}

/// What a container accepted is saved when the program ends, or it says what was not.
@Suite struct ProgramEndTests {
    private static func makeFile() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: "chores.sqlite")
    }

    private static func open(_ path: String) throws -> PersistentContainer {
        try PersistentContainer(
            name: "Ending", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: URL(filePath: path))])
    }

    private static func choreCount(_ url: URL) throws -> Int {
        let container = try open(url.path)
        defer { container.close() }
        return try container.choreNames().count
    }

    private func message(of result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func whatWasAcceptedIsSavedBeforeExitEndsTheProgram() async throws {
        let file = try Self.makeFile()
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [path = file.path as String] in
            let container = try Self.open(path)
            for number in 0..<100 { container.save { Chore(context: $0).name = "\(number)" } }
            container.performBackgroundTask { context in
                Chore(context: context).name = "saved by hand"
                try context.save()
            }
            exit(0)
        }
        #expect(try Self.choreCount(file) == 101)
        #expect(!message(of: result).contains("unfinished"))
    }

    @Test func aProgramThatWaitsForNothingSaysWhatWasNotFinished() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let container = try PersistentContainer(
                name: "Ending", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
            container.exitTimeout = 0
            container.maxConcurrentTaskCount = 1
            let hasBegun = DispatchSemaphore(value: 0)
            container.performBackgroundTask { _ in
                hasBegun.signal()
                DispatchSemaphore(value: 0).wait()
            }
            container.save { Chore(context: $0).name = "never begun" }
            hasBegun.wait()
            exit(0)
        }
        #expect(message(of: result).contains("2 background tasks were unfinished in the container \"Ending\""))
    }

    @Test func transactionsOfAStackThatWereAcceptedAreSavedBeforeExitEndsTheProgram() async throws {
        let file = try Self.makeFile()
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [path = file.path as String] in
            let stack = DataStack(try Self.open(path))
            for number in 0..<50 {
                stack.perform { $0.create(Into<Chore>()).name = "\(number)" }
                stack.beginAsynchronous { transaction in
                    transaction.create(Into<Chore>()).name = "\(number) too"
                    transaction.commit()
                }
            }
            exit(0)
        }
        #expect(try Self.choreCount(file) == 100)
        #expect(!message(of: result).contains("unfinished"))
    }

    @Test func unitsInChildrenAreSavedBeforeExitEndsTheProgram() async throws {
        let file = try Self.makeFile()
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [path = file.path as String] in
            let parent = try Self.open(path).newBackgroundContext()
            for number in 0..<50 {
                UnitOfWork(parent: parent).execute { context in Chore(context: context).name = "\(number)" }
            }
            withExtendedLifetime(parent) { exit(0) }
        }
        #expect(try Self.choreCount(file) == 50)
        #expect(!message(of: result).contains("unfinished"))
    }

    @Test func unitsThatNeedTheBlockedMainQueueAreNamedAtOnceWhenTheProgramEnds() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await Self.endWithAUnitInTheViewContext()
        }
        #expect(message(of: result).contains("1 background task was unfinished in child contexts"))
    }

    @MainActor private static func endWithAUnitInTheViewContext() {
        guard
            let container = try? PersistentContainer(
                name: "Ending", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
        else { exit(1) }
        let hasBegun = DispatchSemaphore(value: 0)
        UnitOfWork(parent: container.viewContext).execute { context in
            Chore(context: context).name = "never saved"
            hasBegun.signal()
            _ = try context.fetch(FetchRequest<Chore>())
        }
        hasBegun.wait()
        exit(0)
    }

    @Test func closingInsideATransactionStopsTheProgramInsteadOfWaitingForItself() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try PersistentContainer(
                name: "Ending", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
            DataStack(container).perform { _ in container.close() }
            DispatchSemaphore(value: 0).wait()
        }
        #expect(message(of: result).contains("would wait for itself"))
    }

    @Test func aStoreInMemoryIsGoneWhenTheProgramEnds() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let container = try PersistentContainer(
                name: "Ending", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
            try container.addChores("Dust")
            let files = FileManager.default
            for descriptor in try files.contentsOfDirectory(atPath: "/proc/self/fd") {
                let file = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)
                guard let file, file.contains("/signals-"), file.hasSuffix("store.sqlite") else { continue }
                FileHandle.standardError.write(Data("in \(file)\n".utf8))
            }
            withExtendedLifetime(container) { exit(0) }
        }
        let files = message(of: result).split(separator: "\n").filter { $0.hasPrefix("in ") }.map { $0.dropFirst(3) }
        #expect(!files.isEmpty)
        for file in files { #expect(!FileManager.default.fileExists(atPath: String(file)), "\(file)") }
    }

    @Test func exitInsideABackgroundTaskDoesNotWaitForItself() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let container = try PersistentContainer(
                name: "Ending", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
            container.exitTimeout = .greatestFiniteMagnitude
            container.performBackgroundTask { _ in exit(0) }
            DispatchSemaphore(value: 0).wait()
        }
        #expect(message(of: result).contains("1 background task was unfinished"))
    }

    @Test func topLevelCodeWaitsForWhatItAwaitsAndLosesNothing() throws {
        let file = try Self.makeFile()
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let process = Process()
        process.executableURL = builtProgram("StoreMain")
        process.arguments = [file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(String(decoding: data, as: UTF8.self) == "1\n2\nthrown\n")
        let container = try PersistentContainer(
            name: "Notes", model: ManagedObjectModel(Note.self), stores: [.sqlite(at: file)])
        defer { container.close() }
        let texts = try container.inBackground { try $0.fetch(FetchRequest<Note>()).map(\.text).sorted() }
        #expect(texts == ["", "first", "last"])
    }
}
