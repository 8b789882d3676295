import Foundation
import SignalsStore
import XCTest

private final class Route: ManagedObject {
    @Attribute var name = ""
    @Relationship var stops: [Stop] = []
    @Relationship var drivers: [Driver] = []
}

private final class Stop: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Route.stops) var route: Route?
    @Relationship var signs: Set<Sign> = []
}

private final class Driver: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Route.drivers) var routes: Set<Route> = []
}

private final class Sign: ManagedObject {
    @Attribute var name = ""
}

extension Route: Named {}
extension Stop: Named {}
extension Driver: Named {}
extension Sign: Named {}

/// Orders that a context made of objects that somebody else deleted.
final class OrdersOfDeletedObjectsTests: XCTestCase {
    private static let policies: [MergePolicy] = [
        .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]

    private func makeRoute() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Route.self, Stop.self, Driver.self, Sign.self))
        try container.inBackground { context in
            let route = Route("north", in: context)
            route.stops = [Stop("mill", in: context), Stop("pier", in: context)]
            route.drivers = [Driver("Ann", in: context), Driver("Bob", in: context)]
            _ = Sign("bus", in: context)
            try context.save()
        }
        return container
    }

    private func deleteAll<Object: ManagedObject>(_ type: Object.Type, in context: ManagedObjectContext) throws {
        for object in try context.fetch(FetchRequest<Object>()) { context.delete(object) }
        try context.save()
    }

    private func stops(in container: PersistentContainer) throws -> [String] {
        try container.inBackground { try $0.fetch(FetchRequest<Stop>()).sortedNames }
    }

    func testAnOrderOfMembersThatSomebodyDeletedIsNoConflictUnderAnyPolicy() throws {
        for policy in Self.policies {
            let container = try makeRoute()
            try container.inBackground { context in
                context.mergePolicy = policy
                let route: Route = try context.find("north")
                let stops = route.stops
                route.stops = stops.reversed()
                try container.inBackground { try deleteAll(Stop.self, in: $0) }
                try context.save()
                XCTAssertEqual(route.stops, [], "\(policy)")
                XCTAssertTrue(stops.contains { $0.managedObjectContext == nil }, "\(policy)")
                XCTAssertFalse(context.hasChanges, "\(policy)")
            }
            XCTAssertEqual(try stops(in: container), [], "\(policy)")
        }
    }

    func testAnOrderOfMembersThatTheParentDeletedIsNoConflictUnderAnyPolicy() throws {
        for policy in Self.policies {
            let container = try makeRoute()
            try container.inBackground { parent in
                let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                child.mergePolicy = policy
                try child.performAndWait {
                    let route: Route = try child.find("north")
                    let stops = route.stops
                    route.stops = stops.reversed()
                    try parent.performAndWait {
                        for stop in try parent.fetch(FetchRequest<Stop>()) { parent.delete(stop) }
                    }
                    try child.save()
                    XCTAssertTrue(stops.contains { $0.managedObjectContext == nil }, "\(policy)")
                }
                XCTAssertEqual(parent.deletedObjects.count, 2, "\(policy)")
                try parent.save()
            }
            XCTAssertEqual(try stops(in: container), [], "\(policy)")
        }
    }

    func testAnOrderThatIsSavedThroughTheParentIsNoConflictWithADeletion() throws {
        for policy in Self.policies {
            let container = try makeRoute()
            try container.inBackground { parent in
                parent.mergePolicy = policy
                let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                try child.performAndWait {
                    let route: Route = try child.find("north")
                    route.stops = route.stops.reversed()
                    try container.inBackground { try deleteAll(Stop.self, in: $0) }
                    try child.saveThroughParent()
                    XCTAssertFalse(child.hasChanges, "\(policy)")
                }
            }
            XCTAssertEqual(try stops(in: container), [], "\(policy)")
        }
    }

    func testAnOrderOfLinksIsNoConflictWithTheDeletionOfItsObject() throws {
        for policy in Self.policies {
            let container = try makeRoute()
            try container.inBackground { context in
                context.mergePolicy = policy
                let route: Route = try context.find("north")
                let drivers = route.drivers
                route.drivers = drivers.reversed()
                try container.inBackground { try deleteAll(Route.self, in: $0) }
                try context.save()
                XCTAssertNil(route.managedObjectContext, "\(policy)")
                XCTAssertEqual(drivers.map(\.routes), [[], []], "\(policy)")
                XCTAssertFalse(context.hasChanges, "\(policy)")
            }
            XCTAssertEqual(findings(container), [], "\(policy)")
        }
    }

    func testALinkOfAMemberThatSomebodyDeletedIsAConflictBesideItsOrder() throws {
        let container = try makeRoute()
        try container.inBackground { context in
            let route: Route = try context.find("north")
            let sign: Sign = try context.find("bus")
            for stop in route.stops { stop.signs = [sign] }
            route.stops = route.stops.reversed()
            try container.inBackground { try deleteAll(Stop.self, in: $0) }
            XCTAssertThrowsError(try context.save()) { error in
                guard case .deletionConflict = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
            XCTAssertTrue(context.hasChanges)
        }
    }

    func testALinkMadeInAChildBringsTheObjectBackThroughAParentOfItsOwnSide() throws {
        let container = try makeRoute()
        try container.inBackground { parent in
            parent.mergePolicy = .overwrite
            // Held, so that the parent has them as they were read.
            let known = try parent.fetch(FetchRequest<Stop>())
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            try child.performAndWait {
                let stop = try child.find(Stop.self, "mill")
                stop.signs = [try child.find("bus")]
                try container.inBackground { try deleteAll(Stop.self, in: $0) }
                try child.saveThroughParent()
            }
            withExtendedLifetime(known) {}
        }
        XCTAssertEqual(try stops(in: container), ["mill"])
        XCTAssertEqual(try container.inBackground { try $0.find(Stop.self, "mill").signs.names }, ["bus"])
        XCTAssertEqual(findings(container), [])
    }
}
