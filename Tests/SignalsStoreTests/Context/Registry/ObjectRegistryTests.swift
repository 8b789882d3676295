import XCTest

@testable import SignalsStore

final class ObjectRegistryTests: XCTestCase {
    func testObjectsWithChangesAreKeptAndOthersAreForgottenWithTheirLastUser() throws {
        try makeContainer().inBackground { context in
            var key: Int64 = 0
            do { key = Chore(context: context).key }
            XCTAssertNotNil(context.objects[key])
            XCTAssertEqual(context.objects.pending.map(\.key), [key])
            try context.save()
            XCTAssertNil(context.objects[key])
            XCTAssertTrue(context.objects.pending.isEmpty)
        }
    }

    func testObjectsLeaveTheListOfChangesInAnyOrder() throws {
        try makeContainer().inBackground { context in
            let chores = (0..<50).map { _ in Chore(context: context) }
            var left = Set(chores.map(\.key))
            for chore in chores.shuffled() {
                context.delete(chore)
                left.remove(chore.key)
                XCTAssertEqual(Set(context.objects.pending.map(\.key)), left)
            }
        }
    }

    func testAKeyTellsStoresApart() throws {
        try makeContainer().inBackground { context in
            let chore = Chore(context: context)
            XCTAssertEqual(chore.storeIndex, 0)
            XCTAssertEqual(chore.key, chore.number)
        }
    }
}
