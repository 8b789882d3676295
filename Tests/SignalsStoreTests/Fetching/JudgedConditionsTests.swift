import Foundation
import Signals
import SignalsStore
import XCTest

private class Depot: ManagedObject {
    @Attribute var name = ""
    @Attribute var capacity = 0
    @Relationship(inverse: \Crate.depot) var crates: Set<Crate> = []
}

private final class Annex: Depot {
    // Before the attributes of the superclass by its name, and among them by its place.
    @Attribute var building = 0
}

private class Crate: ManagedObject {
    @Attribute var weight = 0
    @Relationship var depot: Depot?
}

private final class Barrel: Crate {
    @Attribute var age = 0
    @Attribute var zone = 0
}

/// What is pending is judged by what the store would say of it.
final class JudgedConditionsTests: XCTestCase {
    private func withPending(_ body: (ManagedObjectContext) throws -> Void) throws {
        let container = try makeContainer(
            ManagedObjectModel(Depot.self, Annex.self, Crate.self, Barrel.self))
        try container.inBackground { context in
            let depots: [Depot] = [Depot(context: context), Annex(context: context)]
            for (index, depot) in depots.enumerated() {
                depot.name = "d\(index)"
                depot.capacity = .max - index
                (depot as? Annex)?.building = 7
                let crates: [Crate] = [Crate(context: context), Barrel(context: context)]
                for (place, crate) in crates.enumerated() {
                    crate.weight = .max - 10 * index - place
                    crate.depot = depot
                }
            }
            try context.save()
        }
        try container.inBackground { context in
            for crate in try context.fetch(FetchRequest<Crate>()) { crate.weight -= 0 }
            try body(context)
        }
    }

    private func weights(_ context: ManagedObjectContext, _ request: FetchRequest<Crate>) throws -> [Int] {
        try context.fetch(request).map { Int.max - $0.weight }.sorted()
    }

    func testAFormatFollowsPathsToFaultsAndToSubclasses() throws {
        try withPending { context in
            for (name, found) in [("d0", [0, 1]), ("d1", [10, 11])] {
                var request = FetchRequest<Crate>()
                try Where("depot.name == %@", name).apply(to: &request)
                XCTAssertEqual(try weights(context, request), found, name)
            }
        }
    }

    func testAnOverflowIsAnErrorForEachClassAndAcrossRelationships() throws {
        try withPending { context in
            let (one, many) = (1, 20)
            let own = #Predicate<Crate> { $0.weight + one > $0.weight }
            let path = #Predicate<Crate> { ($0.depot?.capacity ?? 0) + one > 0 }
            for predicate in [own, path] {
                XCTAssertThrowsError(try context.fetch(FetchRequest(predicate: predicate)), "\(predicate)") {
                    guard case FetchError.evaluation = $0 else { return XCTFail("\($0)") }
                }
            }
            let members = #Predicate<Depot> { $0.crates.contains { $0.weight + many > 0 } }
            XCTAssertThrowsError(try context.fetch(FetchRequest(predicate: members))) {
                guard case FetchError.evaluation = $0 else { return XCTFail("\($0)") }
            }
        }
    }
}
