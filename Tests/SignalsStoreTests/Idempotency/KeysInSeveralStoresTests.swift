import Foundation
import Signals
import SignalsStore
import XCTest

private final class Letter: ManagedObject { @Attribute var text = "" }
private final class Stamp: ManagedObject { @Attribute var text = "" }

/// A task with a key that changes objects of one store of several, and of more than one.
final class KeysInSeveralStoresTests: XCTestCase {
    private static let model = ManagedObjectModel(
        configurations: ["Letters": [Letter.self], "Stamps": [Stamp.self]])

    private func open(_ folder: URL) throws -> PersistentContainer {
        try PersistentContainer(
            name: "Post", model: Self.model,
            stores: ["Letters", "Stamps"].map { (name: String) in
                .sqlite(at: folder.appending(path: "\(name).sqlite"), configuration: name)
            })
    }

    private func texts<Object: ManagedObject>(
        _ type: Object.Type, _ container: PersistentContainer
    ) throws -> Int {
        try container.inBackground { try $0.count(for: FetchRequest<Object>()) }
    }

    func testTheKeyIsKeptInTheStoreThatTheTaskChanged() async throws {
        let folder = try makeFolder()
        for _ in 0..<2 {
            let container = try open(folder)
            for _ in 0..<2 {
                try await container.performBackgroundTask(idempotencyKey: "stamp") { context in
                    Stamp(context: context).text = "blue"
                    try context.save()
                }.value
                try await container.performBackgroundTask(idempotencyKey: "letter") { context in
                    Letter(context: context).text = "Dear Ada"
                    try context.save()
                }.value
            }
            XCTAssertEqual(try texts(Stamp.self, container), 1)
            XCTAssertEqual(try texts(Letter.self, container), 1)
            container.close()
        }
        // With the store that has it, and without the other.
        let container = try PersistentContainer(
            name: "Post", model: ManagedObjectModel(Stamp.self),
            stores: [.sqlite(at: folder.appending(path: "Stamps.sqlite"))])
        try await container.performBackgroundTask(idempotencyKey: "stamp") { context in
            Stamp(context: context).text = "blue"
            try context.save()
        }.value
        XCTAssertEqual(try texts(Stamp.self, container), 1)
        container.close()
    }

    func testATaskThatChangesTwoStoresSavesNothing() async throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        for response in [ConflictResponse.fail, .runAgain(times: 1, then: .alone)] {
            let future = container.performBackgroundTask(idempotencyKey: "both", onConflict: response) { context in
                Stamp(context: context).text = "blue"
                try context.save()
                Letter(context: context).text = "Dear Ada"
                try context.save()
            }
            do {
                try await future.value
                XCTFail("saved")
            } catch let error as SaveError {
                guard case .invalid(let message) = error.reason else { return XCTFail("\(error)") }
                XCTAssertTrue(message.contains("several stores"), message)
            }
            XCTAssertEqual(try texts(Stamp.self, container), 0)
            XCTAssertEqual(try texts(Letter.self, container), 0)
        }
        try await container.performBackgroundTask(idempotencyKey: "both") { context in
            Stamp(context: context).text = "blue"
            try context.save()
        }.value
        XCTAssertEqual(try texts(Stamp.self, container), 1)
    }
}
