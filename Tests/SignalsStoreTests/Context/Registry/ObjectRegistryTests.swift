import XCTest

@testable import SignalsStore

final class ObjectRegistryTests: XCTestCase {
    func testObjectsWithChangesAreKeptAndOthersAreForgottenWithTheirLastUser() throws {
        try makeContainer().inBackground { context in
            var key: Int64 = 0
            do { key = Chore(context: context).number }
            XCTAssertNotNil(context.objects[key])
            XCTAssertEqual(context.objects.pending.map(\.number), [key])
            try context.save()
            XCTAssertNil(context.objects[key])
            XCTAssertTrue(context.objects.pending.isEmpty)
        }
    }

    func testObjectsLeaveTheListOfChangesInAnyOrder() throws {
        try makeContainer().inBackground { context in
            let chores = (0..<50).map { _ in Chore(context: context) }
            var left = Set(chores.map(\.number))
            for chore in chores.shuffled() {
                context.delete(chore)
                left.remove(chore.number)
                XCTAssertEqual(Set(context.objects.pending.map(\.number)), left)
            }
        }
    }
}
