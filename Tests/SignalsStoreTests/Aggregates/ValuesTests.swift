import Foundation
import SignalsStore
import XCTest

/// Attributes without objects.
final class ValuesTests: XCTestCase {
    private func fill(_ context: ManagedObjectContext) {
        for (name, minutes) in [("Dust", 5), ("Mop", 10), ("Iron", 5)] {
            let chore = Chore(context: context)
            chore.name = name
            chore.minutes = minutes
        }
    }

    private func eachWay(_ test: (ManagedObjectContext, String) throws -> Void) throws {
        for isSaved in [true, false] {
            try makeContainer().inBackground { context in
                fill(context)
                if isSaved { try context.save() }
                try test(context, isSaved ? "saved" : "pending")
            }
        }
    }

    func testValuesComeWithTheirTypesInTheRequestsOrder() throws {
        try eachWay { context, way in
            let request = FetchRequest<Chore>(
                predicate: #Predicate { $0.minutes < 10 }, sortBy: [SortDescriptor(\.name)])
            let rows = try context.values(\.name, \.minutes, \.notes, of: request)
            XCTAssertEqual(rows.map(\.0), ["Dust", "Iron"], way)
            XCTAssertEqual(rows.map(\.1), [5, 5], way)
            XCTAssertEqual(rows.map(\.2), [nil, nil], way)
        }
    }

    func testDistinctResultsComeOnceAndAreCountedThen() throws {
        try eachWay { context, way in
            var request = FetchRequest<Chore>(sortBy: [SortDescriptor(\.minutes, order: .reverse)])
            request.returnsDistinctResults = true
            XCTAssertEqual(try context.values(\.minutes, of: request), [10, 5], way)
            request.fetchOffset = 1
            request.fetchLimit = 5
            XCTAssertEqual(try context.values(\.minutes, of: request), [5], way)
            XCTAssertThrowsError(try context.values(\.name, of: request), way) { error in
                XCTAssertTrue("\(error)".contains("minutes, which is not fetched"), "\(error)")
            }
        }
    }

    func testDistinctResultsComeInTheOrderOfTheFirstObjectThatHasThem() throws {
        try eachWay { context, way in
            for (index, note) in ["c", "b", "a", "c"].enumerated() {
                let chore = Chore(context: context)
                (chore.name, chore.notes) = ("Chore \(index)", note)
            }
            if way == "saved" { try context.save() }
            var request = FetchRequest<Chore>(predicate: #Predicate { $0.notes != nil })
            request.returnsDistinctResults = true
            XCTAssertEqual(try context.values(\.notes, of: request), ["c", "b", "a"], way)
            request.fetchLimit = 2
            XCTAssertEqual(try context.values(\.notes, of: request), ["c", "b"], way)
            request.sortDescriptors = [SortDescriptor(\.minutes)]
            XCTAssertEqual(try context.values(\.minutes, \.notes, of: request).map { $0.1 ?? "" }, ["c", "b"], way)
        }
    }

    func testDistinctResultsThatAreOrderedByARelatedObjectComeAsTheFirstInThatOrder() throws {
        for isSaved in [true, false] {
            try makeContainer(ManagedObjectModel(Project.self, Duty.self, Room.self)).inBackground { context in
                // The first "wash" is of the last project.
                for (name, projectName) in [("wash", "c"), ("cook", "b"), ("wash", "a"), ("mend", "d")] {
                    let (duty, project) = (Duty(context: context), Project(context: context))
                    (duty.name, project.name, duty.project) = (name, projectName, project)
                }
                if isSaved { try context.save() }
                var request = FetchRequest<Duty>(sortBy: [SortDescriptor(\.project?.name)])
                request.returnsDistinctResults = true
                XCTAssertEqual(try context.values(\.name, of: request), ["wash", "cook", "mend"], "\(isSaved)")
                request.fetchLimit = 1
                request.fetchOffset = 1
                XCTAssertEqual(try context.values(\.name, of: request), ["cook"], "\(isSaved)")
            }
        }
    }

    func testPropertiesAreReadByName() throws {
        try eachWay { context, way in
            var request = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])
            request.propertiesToFetch = [\.name, \.minutes]
            let rows = try context.fetchProperties(request)
            XCTAssertEqual(rows.map(\.name), ["Dust", "Iron", "Mop"], way)
            XCTAssertEqual(rows[0].storedValues, ["name": .text("Dust"), "minutes": .integer(5)], way)
            request.propertiesToFetch = []
            XCTAssertEqual(try context.fetchProperties(request)[2].isDone, false, way)
        }
    }

    func testBatchesCoverTheRequestAndLeaveOutWhatIsGone() throws {
        let container = try makeContainer()
        let ids = try container.addChores("a", "b", "c", "d", "e")
        try container.inBackground { context in
            var request = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name, order: .reverse)])
            request.fetchBatchSize = 2
            let gone = ids[1]
            var batches: [[String]] = []
            try context.fetchBatches(request) { chores in
                if batches.isEmpty {
                    try container.inBackground { other in
                        other.delete(try other.existingObject(with: gone))
                        try other.save()
                    }
                }
                batches.append(chores.map(\.name))
            }
            XCTAssertEqual(batches, [["e", "d"], ["c"], ["a"]])
            XCTAssertEqual(try context.fetchObjectIDs(request).count, 4)
        }
    }
}
