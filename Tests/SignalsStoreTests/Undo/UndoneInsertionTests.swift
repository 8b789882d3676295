import SignalsStore
import XCTest

private final class Seat: ManagedObject {
    @Attribute(.unique) var code: Int? = nil
}

final class UndoneInsertionTests: XCTestCase {
    /// What joined is let go of, and new objects are made where it was.
    func testAnInsertionIsTakenBackWhicheverObjectsJoinedOthersBefore() throws {
        let container = try makeContainer(ManagedObjectModel(Seat.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.mergePolicy = .mergeByPropertyObjectTrump
        for code in 0..<100 {
            for _ in 0..<2 { Seat(context: context).code = code }
            try context.save()
            context.rollback()
            let seat = Seat(context: context)
            context.undo()
            XCTAssertNil(seat.managedObjectContext, "after \(code) saves")
            XCTAssertFalse(context.hasChanges)
        }
        XCTAssertEqual(try context.count(for: FetchRequest<Seat>()), 100)
    }

    func testADeletionOfWhatJoinedIsUndoneAndRedone() throws {
        let container = try makeContainer(ManagedObjectModel(Seat.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.mergePolicy = .mergeByPropertyObjectTrump
        try container.inBackground { other in
            Seat(context: other).code = 1
            try other.save()
        }
        let seat = Seat(context: context)
        seat.code = 1
        try context.save()
        context.delete(seat)
        context.undo()
        XCTAssertFalse(context.hasChanges)
        context.redo()
        XCTAssertEqual(context.deletedObjects, [seat])
        context.undo()
        XCTAssertFalse(context.hasChanges)
    }
}
