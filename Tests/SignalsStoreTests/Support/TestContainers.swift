import Foundation
import SignalsStore
import XCTest

extension XCTestCase {
    /// A container in memory that is closed after the test.
    func makeContainer(_ model: ManagedObjectModel = ManagedObjectModel(Chore.self)) throws -> PersistentContainer {
        let container = try PersistentContainer(name: "Test", model: model, stores: [.inMemory()])
        addTeardownBlock { container.close() }
        return container
    }

    /// A folder that is deleted after the test.
    func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        return folder
    }
}
