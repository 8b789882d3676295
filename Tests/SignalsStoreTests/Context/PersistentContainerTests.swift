import Foundation
import Signals
import SignalsStore
import XCTest

final class PersistentContainerTests: XCTestCase {
    func testABackgroundSaveIsReadableWhenItsFutureResolves() async throws {
        let container = try makeContainer()
        try await container.performBackgroundTask { context in
            let chore = Chore(context: context)
            chore.name = "Water plants"
            chore.frequency = .days
            try context.save()
        }.value
        let found = try await MainActor.run {
            try container.viewContext.fetch(FetchRequest<Chore>(predicate: #Predicate { $0.name == "Water plants" }))
                .map { "\($0.name) \($0.frequency)" }
        }
        XCTAssertEqual(found, ["Water plants days"])
    }
}
