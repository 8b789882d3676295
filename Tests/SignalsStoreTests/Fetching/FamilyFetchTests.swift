import Foundation
import Signals
import SignalsStore
import XCTest

private class Bird: ManagedObject {
    @Attribute(.indexed) var ring = 0
    @Attribute var weight = 0.0
}

private final class Heron: Bird {
    // Before those of the superclass by its name.
    @Attribute var angle = 0.0
}

private final class Owl: Bird {
    @Attribute var isBarred = false
}

/// A fetch of a class with its subclasses.
final class FamilyFetchTests: XCTestCase {
    private static let count = 1200
    private let log = FindingLog()

    /// A container with birds of three classes in turn, whose rings are in another order than they were made in.
    private func makeBirds() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Bird.self, Heron.self, Owl.self))
        try container.inBackground { context in
            for index in 0..<Self.count {
                let bird =
                    switch index % 3 {
                    case 0: Bird(context: context)
                    case 1: Heron(context: context)
                    default: Owl(context: context)
                    }
                bird.ring = index * 7 % Self.count
                bird.weight = Double(index % 10)
                (bird as? Heron)?.angle = Double(index)
                (bird as? Owl)?.isBarred = true
            }
            try context.save()
        }
        return container
    }

    func testEachClassIsReadByOneQuery() throws {
        let container = try makeBirds()
        container.queryDiagnostics = log.diagnostics(slow: .zero)
        try container.inBackground { context in
            let all = try context.fetch(FetchRequest<Bird>())
            XCTAssertEqual(all.map(\.ring), (0..<Self.count).map { $0 * 7 % Self.count })
            XCTAssertLessThanOrEqual(self.log.take().count, 4)
            XCTAssertEqual(
                all.map { type(of: $0) == Heron.self ? 1 : type(of: $0) == Owl.self ? 2 : 0 },
                (0..<Self.count).map { $0 % 3 })
            XCTAssertTrue(
                all.allSatisfy { bird in
                    (bird as? Owl)?.isBarred ?? true
                        && (bird as? Heron).map { $0.angle.remainder(dividingBy: 3) == 1 } ?? true
                })
        }
        try container.inBackground { context in
            let request = FetchRequest<Bird>(
                predicate: #Predicate { $0.weight > 2 }, sortBy: [SortDescriptor(\.ring, order: .reverse)])
            XCTAssertEqual(
                try context.fetch(request).map(\.ring),
                (0..<Self.count).filter { $0 % 10 > 2 }.map { $0 * 7 % Self.count }.sorted(by: >))
            XCTAssertLessThanOrEqual(self.log.take().count, 4)
        }
    }

    /// SQLite merges the classes' indexes, and neither sorts rows nor makes those that it skips.
    func testAPageFurtherOnIsReadInTheOrderOfTheIndexes() throws {
        let container = try makeBirds()
        container.queryDiagnostics = log.diagnostics(scan: 400)
        try container.inBackground { context in
            let request = FetchRequest<Bird>(
                sortBy: [SortDescriptor(\.ring)], fetchLimit: 5, fetchOffset: 300)
            XCTAssertEqual(try context.fetch(request).map(\.ring), Array(300..<305))
            XCTAssertEqual(try context.fetch(request).map(\.objectID), try context.fetchObjectIDs(request))
        }
        XCTAssertEqual(log.take().map { "\($0)" }, [])
    }

    func testWhatOthersChangedIsReadAndWhatWasChangedHereStays() throws {
        let container = try makeBirds()
        try container.inBackground { context in
            let all = try context.fetch(FetchRequest<Bird>(sortBy: [SortDescriptor(\.ring)]))
            all[3].weight = 99
            try container.inBackground { other in
                let birds = try other.fetch(FetchRequest<Bird>(sortBy: [SortDescriptor(\.ring)], fetchLimit: 6))
                for index in [3, 4] { birds[index].weight = 77 }
                other.delete(birds[5])
                try other.save()
            }
            let again = try context.fetch(FetchRequest<Bird>(sortBy: [SortDescriptor(\.ring)]))
            XCTAssertEqual(again.prefix(6).map(\.ring), [0, 1, 2, 3, 4, 6])
            XCTAssertEqual(again.prefix(5).map(\.weight).suffix(2), [99, 77])
            XCTAssertTrue(again[4] === all[4])
        }
    }
}
