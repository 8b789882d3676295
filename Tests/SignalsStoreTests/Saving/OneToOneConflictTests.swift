import SignalsStore
import XCTest

/// One-to-ones that two contexts changed: both sides name each other afterwards, in the store and in memory.
final class OneToOneConflictTests: XCTestCase {
    private static let policies: [MergePolicy] = [
        .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]

    /// The seats and guests of a context.
    private struct Table {
        let context: ManagedObjectContext
        let seats: [Seat]
        let guests: [Guest]

        init(_ container: PersistentContainer) throws {
            context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            seats = try context.fetch(FetchRequest<Seat>(sortBy: [SortDescriptor(\.name)]))
            guests = try context.fetch(FetchRequest<Guest>(sortBy: [SortDescriptor(\.name)]))
            _ = (seats.map(\.guest), guests.map(\.seat))
        }

        /// The pairs of seats and guests, by what the seats say and by what the guests say.
        var pairs: [[String]] {
            [
                seats.compactMap { seat in seat.guest.map { "\(seat.name)\($0.name)" } }.sorted(),
                guests.compactMap { guest in guest.seat.map { "\($0.name)\(guest.name)" } }.sorted(),
            ]
        }

        /// Seats a guest, or nobody, and renames things.
        func apply(_ change: (seat: Int, guest: Int?, note: Bool)) {
            seats[change.seat].guest = change.guest.map { guests[$0] }
            if change.note { seats[change.seat].note += 1 }
        }
    }

    private func makeTable(_ policy: MergePolicy, _ pairs: [(Int, Int)]) throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Seat.self, Guest.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let seats = ["a", "b"].map { Seat($0, in: context) }
        let guests = ["x", "y"].map { Guest($0, in: context) }
        for (seat, guest) in pairs { seats[seat].guest = guests[guest] }
        try context.save()
        container.mergePolicy = policy
        return container
    }

    func testOfTwoOwnersThePolicyLeavesOne() throws {
        for policy in Self.policies {
            let container = try makeTable(policy, [])
            let (first, second) = (try Table(container), try Table(container))
            first.seats[0].guest = first.guests[0]
            try first.context.save()
            second.seats[1].guest = second.guests[0]
            try second.context.save()
            let isTheirs = policy == .mergeByPropertyStoreTrump || policy == .rollback
            let expected = [[isTheirs ? "ax" : "bx"], [isTheirs ? "ax" : "bx"]]
            XCTAssertEqual(try Table(container).pairs, expected, "\(policy)")
            second.context.refreshAllObjects()
            XCTAssertEqual(second.pairs, expected, "\(policy)")
        }
    }

    func testBothSidesAgreeAfterAnyChangesOfTwoContexts() throws {
        let starts: [[(Int, Int)]] = [[], [(0, 0)], [(0, 0), (1, 1)]]
        let changes: [(seat: Int, guest: Int?, note: Bool)] = [
            (0, 0, false), (0, 1, true), (0, nil, true), (1, 0, true), (1, 1, false), (1, nil, false),
        ]
        for policy in Self.policies {
            for (start, pairs) in starts.enumerated() {
                for (here, theirs) in changes.indices.flatMap({ here in changes.indices.map { (here, $0) } }) {
                    let container = try makeTable(policy, pairs)
                    defer { container.close() }
                    let (first, second) = (try Table(container), try Table(container))
                    first.apply(changes[theirs])
                    try first.context.save()
                    second.apply(changes[here])
                    try second.context.save()
                    second.context.refreshAllObjects()
                    let stored = try Table(container).pairs
                    let program = "\(policy), from \(start): \(changes[theirs]), then \(changes[here])"
                    XCTAssertEqual(stored[0], stored[1], program)
                    XCTAssertEqual(second.pairs, stored, program)
                    XCTAssertFalse(second.context.hasChanges, program)
                }
            }
        }
    }

    /// The guest was given up with the row, and is there again with it.
    func testAnObjectThatIsStoredAnewIsNamedByItsPartner() throws {
        for policy in [MergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            let container = try makeTable(policy, [(0, 0)])
            let (first, second) = (try Table(container), try Table(container))
            first.context.delete(first.seats[0])
            try first.context.save()
            second.seats[0].note = 1
            try second.context.save()
            XCTAssertEqual(try Table(container).pairs, [["ax"], ["ax"]], "\(policy)")
        }
    }
}

private final class Seat: ManagedObject, Named {
    @Attribute var name = ""
    @Attribute var note = 0
    @Relationship var guest: Guest?
}

private final class Guest: ManagedObject, Named {
    @Attribute var name = ""
    @Relationship(inverse: \Seat.guest) var seat: Seat?
}
