import Foundation
import SignalsStore
import XCTest

private enum Urgency: Int, Codable, Comparable, AttributeValue {
    case low, high
    static func < (left: Urgency, right: Urgency) -> Bool { left.rawValue < right.rawValue }
}

private final class Errand: ManagedObject {
    @Attribute var title = ""
    @Attribute var minutes = 0
    @Attribute var urgency = Urgency.low
    @Attribute var address = Address()

    var initial: String { String(title.prefix(1)) }
}

/// The options of a fetch request.
final class FetchRequestTests: XCTestCase {
    private func container() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Errand.self))
        try container.inBackground { context in
            for (index, title) in ["alpha", "beta", "avocado", "bread", "axe"].enumerated() {
                let job = Errand(context: context)
                job.title = title
                job.minutes = index
                job.urgency = index % 2 == 0 ? .high : .low
                job.address.number = index
            }
            try context.save()
        }
        return container
    }

    func testUntranslatablePredicatesAreEvaluatedHereWhereThatIsAllowed() throws {
        try container().inBackground { context in
            var request = FetchRequest<Errand>(
                predicate: #Predicate { $0.initial == "a" && $0.minutes > 0 }, sortBy: [SortDescriptor(\.title)])
            XCTAssertThrowsError(try context.fetch(request)) { error in
                guard case FetchError.untranslatable = error else { return XCTFail("\(error)") }
            }
            request.allowsInMemoryEvaluation = true
            XCTAssertEqual(try context.fetch(request).map(\.title), ["avocado", "axe"])
            XCTAssertEqual(try context.count(for: request), 2)
            XCTAssertTrue(try context.exists(request))
            XCTAssertEqual(try context.sum(\.minutes, of: request), 6)
            XCTAssertEqual(try context.values(\.minutes, of: request), [2, 4])
            XCTAssertEqual(try context.fetchObjectIDs(request).count, 2)
            request.fetchOffset = 1
            request.fetchLimit = 1
            XCTAssertEqual(try context.fetch(request).map(\.title), ["axe"])
        }
    }

    func testEvaluationInMemorySeesPendingChangesAndSorts() throws {
        try container().inBackground { context in
            let all = try context.fetch(FetchRequest<Errand>(sortBy: [SortDescriptor(\.minutes)]))
            all[1].title = "almond"
            context.delete(all[0])
            Errand(context: context).title = "acorn"
            var request = FetchRequest<Errand>(
                predicate: #Predicate { $0.initial == "a" },
                sortBy: [
                    SortDescriptor(\.urgency, order: .reverse), SortDescriptor(\.initial), SortDescriptor(\.title),
                ])
            request.allowsInMemoryEvaluation = true
            XCTAssertEqual(try context.fetch(request).map(\.title), ["avocado", "axe", "acorn", "almond"])
            request.fetchLimit = 2
            request.fetchOffset = 1
            XCTAssertEqual(try context.fetch(request).map(\.title), ["axe", "acorn"])
            request.includesPendingChanges = false
            request.fetchLimit = nil
            request.fetchOffset = 0
            XCTAssertEqual(Set(try context.fetch(request).map(\.minutes)), [0, 2, 4])
        }
    }

    func testCodableValuesAreComparedInMemory() throws {
        try container().inBackground { context in
            let address = Address(number: 3)
            var request = FetchRequest<Errand>(predicate: #Predicate { $0.address == address })
            request.allowsInMemoryEvaluation = true
            XCTAssertEqual(try context.fetch(request).map(\.title), ["bread"])
        }
    }

    func testWithoutPendingChangesTheStoreDecides() throws {
        try container().inBackground { context in
            let all = try context.fetch(FetchRequest<Errand>(sortBy: [SortDescriptor(\.minutes)]))
            all[0].minutes = 100
            context.delete(all[1])
            Errand(context: context).minutes = 200
            var request = FetchRequest<Errand>(predicate: #Predicate { $0.minutes < 2 || $0.minutes > 50 })
            XCTAssertEqual(try context.fetch(request).map(\.minutes), [100, 200])
            request.includesPendingChanges = false
            XCTAssertEqual(try context.count(for: request), 2)
            XCTAssertEqual(try context.values(\.minutes, of: request), [0, 1])
            XCTAssertTrue(try context.fetch(request)[0] === all[0])
        }
    }

    func testAnOverflowInAPendingObjectIsAnErrorAndDoesNotStopTheProgram() throws {
        try container().inBackground { context in
            Errand(context: context).minutes = .max
            let request = FetchRequest<Errand>(predicate: #Predicate { $0.minutes + 1 > 3 })
            XCTAssertThrowsError(try context.fetch(request)) { error in
                guard case FetchError.evaluation = error else { return XCTFail("\(error)") }
            }
        }
    }

    func testChildContextsFetchInTheParentAndInMemoryToo() throws {
        try container().inBackground { parent in
            Errand(context: parent).title = "apple"
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            try child.performAndWait {
                var request = FetchRequest<Errand>(
                    predicate: #Predicate { $0.initial == "a" }, sortBy: [SortDescriptor(\.title)])
                request.allowsInMemoryEvaluation = true
                XCTAssertEqual(try child.fetch(request).map(\.title), ["alpha", "apple", "avocado", "axe"])
                XCTAssertEqual(try child.count(for: request), 4)
                XCTAssertEqual(try child.fetchObjectIDs(request).count, 4)
            }
        }
    }
}
