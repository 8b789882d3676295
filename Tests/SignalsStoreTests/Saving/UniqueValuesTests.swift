import Foundation
import SignalsStore
import XCTest

private final class Seat: ManagedObject {
    @Attribute(.unique) var number = 0
    @Attribute var row = ""
    @Attribute var place = 0
    @Attribute var guest = ""
    @Relationship var tables: Set<Table> = []
    override class var uniquenessConstraints: [[AnyKeyPath]] { [[\Seat.row, \Seat.place]] }
}

private final class Table: ManagedObject {
    @Relationship(inverse: \Seat.tables) var seats: Set<Seat> = []
}

private final class Weight: ManagedObject {
    @Attribute(.unique) var exact = 0.0
}

/// Unique values that go from one object to another in one save.
final class UniqueValuesTests: XCTestCase {
    private func seats(_ count: Int) throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Table.self, Seat.self))
        try container.inBackground { context in
            for number in 0..<count {
                let seat = Seat(context: context)
                seat.number = number
                seat.row = "A"
                seat.place = number
                seat.guest = "guest \(number)"
            }
            try context.save()
        }
        return container
    }

    private func all(_ context: ManagedObjectContext) throws -> [Seat] {
        try context.fetch(FetchRequest<Seat>(sortBy: [SortDescriptor(\.guest)]))
    }

    private func numbers(_ container: PersistentContainer) throws -> [Int] {
        try container.inBackground { try all($0).map(\.number) }
    }

    func testTwoObjectsSwapAValueInOneSave() throws {
        let container = try seats(2)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let found = try all(context)
            (found[0].number, found[1].number) = (found[1].number, found[0].number)
            try context.save()
            XCTAssertFalse(context.hasChanges)
            // The context knows the versions that were written.
            found[0].guest = "guest 0 again"
            found[1].guest = "guest 1 again"
            try context.save()
        }
        XCTAssertEqual(try numbers(container), [1, 0])
    }

    func testManyObjectsPassValuesOnWhateverTheirOrder() throws {
        let container = try seats(30)
        try container.inBackground { context in
            let found = try all(context)
            let numbers = found.map(\.number)
            for (index, seat) in found.enumerated() { seat.number = numbers[(index + 7) % numbers.count] }
            try context.save()
            // One gives its value up, and the others move up one by one.
            for seat in found { seat.number = seat.number == 29 ? 100 : seat.number + 1 }
            try context.save()
        }
        XCTAssertEqual(Set(try numbers(container)), Set(1...29).union([100]))
    }

    func testValuesThatAreUniqueTogetherAreSwappedToo() throws {
        let container = try seats(3)
        try container.inBackground { context in
            let found = try all(context)
            (found[0].place, found[2].place) = (found[2].place, found[0].place)
            try context.save()
        }
        XCTAssertEqual(try container.inBackground { try all($0).map(\.place) }, [2, 1, 0])
    }

    func testASwapWithSomeoneWhoKeepsAValueFailsAndLeavesEverything() throws {
        let container = try seats(4)
        try container.inBackground { context in
            let found = try all(context)
            (found[0].number, found[1].number) = (found[1].number, found[0].number)
            found[2].number = 3
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken("3", let owner) = (error as? SaveError)?.reason else {
                    return XCTFail("\(error)")
                }
                XCTAssertEqual(owner, AnyManagedObjectID(found[3].objectID))
            }
        }
        XCTAssertEqual(try numbers(container), [0, 1, 2, 3])
    }

    func testASwapKeepsWhatSomeoneElseChangedOfTheObjectsMeanwhile() throws {
        let container = try seats(2)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let found = try all(context)
            try container.inBackground { other in
                for seat in try all(other) { seat.row = "B" }
                try other.save()
            }
            (found[0].number, found[1].number) = (found[1].number, found[0].number)
            try context.save()
            XCTAssertEqual(found.map(\.row), ["B", "B"])
        }
        XCTAssertEqual(try numbers(container), [1, 0])
    }

    func testAConflictOverASwapIsSettledByThePolicy() throws {
        for policy in [
            MergePolicy.error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
        ] {
            let container = try seats(2)
            let context = container.newBackgroundContext()
            context.mergePolicy = policy
            try context.performAndWait {
                let found = try all(context)
                try container.inBackground { other in
                    try all(other)[1].number = 9
                    try other.save()
                }
                (found[0].number, found[1].number) = (found[1].number, found[0].number)
                switch policy {
                case .error: XCTAssertThrowsError(try context.save())
                default: try context.save()
                }
            }
            // 1 is free, since someone else gave the second seat 9; the policy says which number that has.
            let expected: [Int] =
                switch policy {
                case .error: [0, 9]
                case .mergeByPropertyStoreTrump, .rollback: [1, 9]
                case .mergeByPropertyObjectTrump, .overwrite: [1, 0]
                }
            XCTAssertEqual(try numbers(container), expected, "\(policy)")
        }
    }

    /// With all that the context has of it, its unique values among them.
    func testAValueIsFreeThatAnObjectLosesAsItIsOverwritten() throws {
        let container = try seats(2)
        let context = container.newBackgroundContext()
        context.mergePolicy = .overwrite
        try context.performAndWait {
            let found = try all(context)
            try container.inBackground { other in
                let second = try all(other)[1]
                (second.number, second.guest) = (9, "guest 2")
                try other.save()
            }
            // The first one before that which has the number in the store.
            found[0].number = 9
            found[1].guest = "guest 3"
            try context.save()
        }
        XCTAssertEqual(try numbers(container), [9, 1])
    }

    func testATakenNumberThatIsNoneIsCalledSo() throws {
        try makeContainer(ManagedObjectModel(Weight.self)).inBackground { context in
            for number in 0..<2 {
                Weight(context: context).exact = .nan
                if number == 0 { try context.save() }
            }
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken("NaN", _) = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
        }
    }

    func testATakenValueFailsTheSaveThoughItsOwnersLinksChangeToo() throws {
        for policy in [
            MergePolicy.error, .overwrite, .rollback, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump,
        ] {
            let container = try makeContainer(ManagedObjectModel(Table.self, Seat.self))
            try container.inBackground { context in
                let (first, second) = (Seat(context: context), Seat(context: context))
                (second.number, second.row, second.guest) = (1, "B", "Ben")
                _ = (first, Table(context: context))
                try context.save()
            }
            try container.inBackground { context in
                context.mergePolicy = policy
                let seats = try all(context)
                let table = try XCTUnwrap(try context.fetch(FetchRequest<Table>()).first)
                seats.first { $0.number == 0 }?.number = 1
                let owner = try XCTUnwrap(seats.first { $0.guest == "Ben" })
                owner.tables = [table]
                XCTAssertThrowsError(try context.save(), "\(policy)") { error in
                    guard case .valueTaken("1", AnyManagedObjectID(owner.objectID)) = (error as? SaveError)?.reason
                    else { return XCTFail("\(policy): \(error)") }
                }
            }
            XCTAssertEqual(try numbers(container).sorted(), [0, 1], "\(policy)")
        }
    }

    func testATakenValueFailsTheSaveAndNamesItsOwner() throws {
        try seats(1).inBackground { context in
            let owner = try XCTUnwrap(try all(context).first)
            let newcomer = Seat(context: context)
            newcomer.row = "Z"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken("0", AnyManagedObjectID(owner.objectID)) = (error as? SaveError)?.reason
                else { return XCTFail("\(error)") }
            }
            // What the error says to do.
            newcomer.number = 1
            try context.save()
        }
    }
}
