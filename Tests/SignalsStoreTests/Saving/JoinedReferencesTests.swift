import Foundation
import SignalsStore
import XCTest

private final class Firm: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var city = ""
}

private final class Invoice: ManagedObject {
    @Attribute var number = 0
    @Relationship(.required) var firm: Firm?
    @Relationship var payer: Firm?
}

private final class Route: ManagedObject {
    @Attribute(.unique) var name = ""
    @Relationship(inverse: \Stop.route) var stops: [Stop] = []
}

private final class Stop: ManagedObject {
    @Attribute var name = ""
    @Relationship var route: Route?
}

/// References to a new object that becomes a stored one.
final class JoinedReferencesTests: XCTestCase {
    private static let others: [MergePolicy] = [
        .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]

    func testReferencesToAnObjectThatJoinedLeadToTheStoredOneUnderEveryPolicy() throws {
        for policy in Self.others {
            for isStored in [false, true] {
                let container = try makeContainer(ManagedObjectModel(Firm.self, Invoice.self))
                let (id, former) = try container.inBackground { context in
                    let (firm, other) = (Firm(context: context), Firm(context: context))
                    (firm.name, firm.city) = ("Acme", "Ulm")
                    other.name = "Bolt"
                    let invoice = Invoice(context: context)
                    invoice.firm = other
                    try context.save()
                    return (firm.objectID, invoice.objectID)
                }
                try container.inBackground { context in
                    context.mergePolicy = policy
                    let firm = Firm(context: context)
                    (firm.name, firm.city) = ("Acme", "Bonn")
                    let invoice =
                        isStored ? try context.existingObject(with: former) : Invoice(context: context)
                    (invoice.firm, invoice.payer) = (firm, firm)
                    try context.save()
                    XCTAssertEqual(invoice.firm?.objectID, id, "\(policy)")
                    XCTAssertEqual(invoice.payer?.objectID, id, "\(policy)")
                    XCTAssertFalse(context.hasChanges)
                    invoice.number = 7
                    try context.save()
                }
                try container.inBackground { context in
                    let invoice = try context.fetch(FetchRequest<Invoice>(predicate: #Predicate { $0.number == 7 }))[0]
                    XCTAssertEqual(invoice.firm?.objectID, id, "\(policy)")
                    XCTAssertEqual(invoice.payer?.objectID, id, "\(policy)")
                    XCTAssertEqual(
                        invoice.firm?.city == "Ulm", policy == .rollback || policy == .mergeByPropertyStoreTrump)
                }
                XCTAssertEqual(findings(container), [])
            }
        }
    }

    func testMembersOfAListThatJoinedComeBehindThoseOfTheStoredOne() throws {
        for policy in Self.others {
            let container = try makeContainer(ManagedObjectModel(Route.self, Stop.self))
            for names in [["a", "b", "c"], ["x", "y"]] {
                try container.inBackground { context in
                    context.mergePolicy = policy
                    let route = Route(context: context)
                    route.name = "1"
                    route.stops = names.map { name in
                        let stop = Stop(context: context)
                        stop.name = name
                        return stop
                    }
                    try context.save()
                    let all = try context.fetch(FetchRequest<Route>())
                    XCTAssertEqual(all.map { $0.stops.map(\.name).last }, [names.last], "\(policy)")
                }
            }
            let names = try container.inBackground { context in
                try context.fetch(FetchRequest<Route>()).flatMap(\.stops).map(\.name)
            }
            XCTAssertEqual(names, ["a", "b", "c", "x", "y"], "\(policy)")
        }
    }
}
