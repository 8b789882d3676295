import Foundation
import XCTest

@testable import SignalsStore

/// What a process keeps of the stores that it has opened: of those that are closed, nothing.
final class OpenStoresTests: XCTestCase {
    private func isKnown(_ url: URL) throws -> Bool { OpenStores.shared.names.contains(try url.storeFile().path) }

    func testAStoreIsForgottenWhenTheLastContainerOnItIsClosed() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let (first, second) = (try openContainer(at: url), try openContainer(at: url))
        first.close()
        XCTAssertTrue(try isKnown(url))
        second.close()
        XCTAssertFalse(try isKnown(url))
        let third = try openContainer(at: url)
        XCTAssertTrue(try isKnown(url), "it is opened as before")
        third.close()
        XCTAssertFalse(try isKnown(url))
    }

    func testAStoreThatCannotBeOpenedIsForgotten() throws {
        let url = try makeFolder().appending(path: "letter.txt")
        try Data(String(repeating: "Dear all ", count: 100).utf8).write(to: url)
        XCTAssertThrowsError(try openContainer(at: url))
        XCTAssertFalse(try isKnown(url))
    }

    func testStoresThatManyThreadsOpenAndCloseAreForgotten() throws {
        let urls = try (0..<3).map { _ in try makeFolder().appending(path: "store.sqlite") }
        DispatchQueue.concurrentPerform(iterations: 30) { index in
            do {
                let container = try PersistentContainer(
                    name: "Test", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: urls[index % urls.count])]
                )
                try container.addChores("\(index)")
                container.close()
            } catch { XCTFail("\(error)") }
        }
        for url in urls {
            XCTAssertFalse(try isKnown(url))
            let container = try openContainer(at: url)
            XCTAssertEqual(try container.choreNames().count, 10)
            container.close()
        }
    }

    func testAStoreIsOneHoweverItsFileIsReached() throws {
        let folder = try makeFolder()
        let (real, link) = (folder.appending(path: "real"), folder.appending(path: "link"))
        try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
        let first = try openContainer(at: link.appending(path: "store.sqlite"))
        for path in ["real/store.sqlite", "link/store.sqlite", "link/../real/./store.sqlite"] {
            let url = folder.appending(path: path)
            XCTAssertEqual(try url.storeFile().path, real.resolvingSymlinksInPath().path + "/store.sqlite", path)
            let other = try openContainer(at: url)
            XCTAssertTrue(other.coordinator === first.coordinator, path)
            other.close()
        }
        first.close()
        XCTAssertEqual(OpenStores.shared.names.filter { $0.hasPrefix(folder.path) }, [])
    }
}
