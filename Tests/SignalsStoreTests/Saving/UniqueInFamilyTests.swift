import Foundation
import SignalsStore
import XCTest

private class Seat: ManagedObject {
    @Attribute var row = 0
    @Attribute var number = 0
    @Attribute(.unique) var code: String? = nil
    override class var uniquenessConstraints: [[AnyKeyPath]] { [[\Seat.row, \Seat.number]] }
}
private final class BoxSeat: Seat { @Attribute var price = 0 }

/// What is unique in a class is so in its subclasses too.
final class UniqueInFamilyTests: XCTestCase {
    func testConstraintsHoldAcrossAClassAndItsSubclasses() throws {
        let container = try makeContainer(ManagedObjectModel(Seat.self, BoxSeat.self))
        try container.inBackground { context in
            Seat(context: context).row = 1
            try context.save()
            BoxSeat(context: context).row = 1
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                XCTAssertEqual((error as? SaveError)?.attributeName, "row, number")
            }
        }
    }

    func testABatchUpdateKeepsUniqueValuesAcrossAClassAndItsSubclasses() throws {
        let container = try makeContainer(ManagedObjectModel(Seat.self, BoxSeat.self))
        try container.inBackground { context in
            Seat(context: context).code = "x"
            let box = BoxSeat(context: context)
            box.code = "z"
            box.row = 2
            try context.save()
            XCTAssertThrowsError(
                try context.execute(
                    BatchUpdateRequest<Seat>(predicate: #Predicate { $0.code != nil }).setting(\.code, to: "y")))
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Seat>()).compactMap(\.code).sorted(), ["x", "z"])
        }
    }
}
