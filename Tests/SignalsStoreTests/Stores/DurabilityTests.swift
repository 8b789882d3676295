import Foundation
import SignalsStore
import XCTest

final class DurabilityTests: XCTestCase {
    private func description(_ url: URL, _ durability: Durability) -> PersistentStoreDescription {
        var description = PersistentStoreDescription.sqlite(at: url)
        description.durability = durability
        return description
    }

    func testEverySaveIsDurableUnlessToldOtherwise() throws {
        XCTAssertEqual(PersistentStoreDescription.sqlite(at: URL(fileURLWithPath: "/x")).durability, .full)
    }

    func testAStoreWorksUnderEachDurability() throws {
        let folder = try makeFolder()
        for durability in Durability.allCases {
            let url = folder.appending(path: "\(durability).sqlite")
            let store = description(url, durability)
            let model = ManagedObjectModel(Chore.self)
            let container = try PersistentContainer(name: "Test", model: model, stores: [store])
            try container.addChores("Dust")
            container.close()
            let reopened = try PersistentContainer(name: "Test", model: model, stores: [store])
            XCTAssertEqual(try reopened.choreNames(), ["Dust"])
            reopened.close()
        }
    }

    func testOneFileIsNotOpenedWithTwoDurabilitiesAtOnce() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        let model = ManagedObjectModel(Chore.self)
        XCTAssertThrowsError(
            try PersistentContainer(name: "Test", model: model, stores: [description(url, .normal)])
        ) { error in
            guard case StoreError.openWithOtherSettings = error else { return XCTFail("\(error)") }
        }
        container.close()
    }
}
