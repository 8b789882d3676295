import Foundation
import Signals
import XCTest

@testable import SignalsCore
@testable import SignalsSQLite
@testable import SignalsStore

final class FileWatchTests: XCTestCase {
    /// Events that a test makes.
    private final class MadeEvents: Sendable {
        let state = Locked((handlers: [@Sendable (FileEvent) -> Void](), ended: 0))

        func follow(_ path: String, _ handler: @escaping @Sendable (FileEvent) -> Void) -> FileEvents? {
            state.withLock { $0.handlers.append(handler) }
            return FileEvents { [self] in state.withLock { $0.ended += 1 } }
        }

        var handlers: [@Sendable (FileEvent) -> Void] { state.withLock { $0.handlers } }
        var ended: Int { state.withLock { $0.ended } }
    }

    private func makeFile() throws -> URL {
        let url = try makeFolder().appending(path: "store.sqlite")
        for path in [url.path, url.path + "-wal"] { try Data("first".utf8).write(to: URL(filePath: path)) }
        return url
    }

    private func append(to path: String) throws {
        let file = try XCTUnwrap(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data("more".utf8))
        try file.close()
    }

    func testAnEventCallsTheHandlerAtOnceAndAgainLaterSinceTheCommitMayFollowIt() throws {
        let events = MadeEvents()
        let watch = FileWatch(path: try makeFile().path, follow: events.follow)
        let calls = Locked(0)
        let later = expectation(description: "looked again")
        later.assertForOverFulfill = false
        watch.start {
            if calls.withLock({ count in
                count += 1; return count
            }) == 3 {
                later.fulfill()
            }
        }
        events.handlers[0](.written)
        XCTAssertGreaterThanOrEqual(calls.withLock { $0 }, 1)
        wait(for: [later], timeout: 10)
        watch.stop()
        XCTAssertEqual(events.ended, 1)
    }

    func testNothingIsCalledOnceItIsStopped() throws {
        let events = MadeEvents()
        let watch = FileWatch(path: try makeFile().path, follow: events.follow)
        let calls = Locked(0)
        watch.start { calls.withLock { $0 += 1 } }
        watch.stop()
        let before = calls.withLock { $0 }
        events.handlers[0](.written)
        XCTAssertEqual(calls.withLock { $0 }, before)
        events.handlers[0](.lost)
        XCTAssertEqual(events.ended, events.handlers.count, "what is followed after the end is ended too")
    }

    func testLostEventsAreFollowedAnew() throws {
        let events = MadeEvents()
        let watch = FileWatch(path: try makeFile().path, follow: events.follow)
        watch.start {}
        events.handlers[0](.lost)
        XCTAssertEqual(events.handlers.count, 2)
        XCTAssertEqual(events.ended, 1)
        watch.stop()
        XCTAssertEqual(events.ended, 2)
    }

    func testAWriteIsSeenWhereTheSystemReportsNone() throws {
        let url = try makeFile()
        let watch = FileWatch(path: url.path) { _, _ in nil }
        let isSettled = expectation(description: "what was written before is seen")
        isSettled.assertForOverFulfill = false
        watch.start { isSettled.fulfill() }
        wait(for: [isSettled], timeout: 10)
        watch.stop()
        let other = FileWatch(path: url.path) { _, _ in nil }
        let seen = expectation(description: "the write is seen")
        seen.assertForOverFulfill = false
        other.start { seen.fulfill() }
        try append(to: url.path + "-wal")
        wait(for: [seen], timeout: 10)
        other.stop()
    }

    #if os(Linux)
        private func expectEvent(_ kind: FileEvent) -> (XCTestExpectation, @Sendable (FileEvent) -> Void) {
            let seen = expectation(description: "\(kind)")
            seen.assertForOverFulfill = false
            return (seen, { if $0 == kind { seen.fulfill() } })
        }

        func testAWriteToTheFileOrItsLogIsReported() throws {
            let url = try makeFile()
            for path in [url.path, url.path + "-wal"] {
                let (seen, handler) = expectEvent(.written)
                let events = try XCTUnwrap(FileEvents.follow(url.path, handler))
                try append(to: path)
                wait(for: [seen], timeout: 10)
                events.end()
            }
        }

        func testAFileOrFolderThatIsMovedIsReportedAsLost() throws {
            let url = try makeFile()
            let folder = url.deletingLastPathComponent()
            let aside = URL(filePath: folder.path + "-aside")
            addTeardownBlock { try? FileManager.default.removeItem(at: aside) }
            for (from, to) in [(url, folder.appending(path: "other")), (folder, aside)] {
                let (seen, handler) = expectEvent(.lost)
                let events = try XCTUnwrap(FileEvents.follow(url.path, handler))
                try FileManager.default.moveItem(at: from, to: to)
                wait(for: [seen], timeout: 10)
                events.end()
            }
        }

        func testAStoreHearsOnWhenAnotherOfItsFolderIsClosed() throws {
            let url = try makeFile()
            let (first, handler) = expectEvent(.written)
            let events = try XCTUnwrap(FileEvents.follow(url.path, handler))
            let other = try XCTUnwrap(FileEvents.follow(url.path) { _ in })
            other.end()
            try append(to: url.path)
            wait(for: [first], timeout: 10)
            events.end()
        }

        func testTheWatchOfAFolderEndsWithItsContainer() throws {
            let url = try makeFolder().appending(path: "store.sqlite")
            let containers = try (0..<2).map { _ in try openContainer(at: url) }
            XCTAssertEqual(try Self.descriptors(watching: url.deletingLastPathComponent()), [], "nobody follows it")
            let contexts = containers.map(Self.follow)
            XCTAssertEqual(try Self.descriptors(watching: url.deletingLastPathComponent()).count, 1)
            containers[0].close()
            XCTAssertEqual(try Self.descriptors(watching: url.deletingLastPathComponent()).count, 1)
            containers[1].close()
            XCTAssertEqual(try Self.descriptors(watching: url.deletingLastPathComponent()), [])
            withExtendedLifetime(contexts) {}
        }

        func testProgramsThatAreStartedDoNotInheritTheEvents() throws {
            let url = try makeFolder().appending(path: "store.sqlite")
            let container = try openContainer(at: url)
            let context = Self.follow(container)
            let descriptor = try XCTUnwrap(Self.descriptors(watching: url.deletingLastPathComponent()).first)
            XCTAssertEqual(fcntl(descriptor, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC)
            container.close()
            withExtendedLifetime(context) {}
        }

        private static func follow(_ container: PersistentContainer) -> ManagedObjectContext {
            let context = container.newBackgroundContext()
            context.automaticallyMergesChangesFromParent = true
            return context
        }

        /// The descriptors of inotify by which this process has the events of a folder.
        private static func descriptors(watching folder: URL) throws -> [Int32] {
            let number = try FileManager.default.attributesOfItem(atPath: folder.path)[.systemFileNumber] as? UInt64
            let mark = "ino:" + String(try XCTUnwrap(number), radix: 16) + " "
            let all = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")
            return all.filter { descriptor in
                let info = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
                return info?.split(separator: "\n").contains { $0.hasPrefix("inotify ") && $0.contains(mark) } ?? false
            }.compactMap { Int32($0) }
        }
    #endif
}
