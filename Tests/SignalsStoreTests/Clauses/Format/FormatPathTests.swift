import Foundation
import SignalsStore
import XCTest

/// Names in a format string that lead to related objects, saved and pending.
final class FormatPathTests: XCTestCase {
    private func found(_ clause: Where<Job>, isSaved: Bool) throws -> [String] {
        try makeContainer(makeHousehold()).inBackground { context in
            let (ada, eve) = (Member("Ada", in: context), Member("Eve", in: context))
            ada.mother = eve
            for (name, assignee) in [("dust", ada), ("mop", eve), ("rest", nil)] {
                let job = Job(name, in: context)
                job.assignee = assignee
            }
            if isSaved { try context.save() }
            return try names(clause, in: context)
        }
    }

    private func names(_ clause: Where<Job>, in context: ManagedObjectContext) throws -> [String] {
        var request = FetchRequest<Job>(sortBy: [SortDescriptor(\.name)])
        try clause.apply(to: &request)
        return try context.fetch(request).map(\.name)
    }

    func testAPathOfRelationshipsToOneIsFollowed() throws {
        for isSaved in [true, false] {
            XCTAssertEqual(try found(Where("assignee.name == 'Ada'"), isSaved: isSaved), ["dust"], "\(isSaved)")
            XCTAssertEqual(try found(Where("assignee.name != 'Ada'"), isSaved: isSaved), ["mop", "rest"], "\(isSaved)")
            XCTAssertEqual(
                try found(Where("%K BEGINSWITH[c] %@", "assignee.mother.name", "e"), isSaved: isSaved), ["dust"])
            XCTAssertEqual(try found(Where("assignee == nil"), isSaved: isSaved), ["rest"], "\(isSaved)")
            XCTAssertEqual(try found(Where("assignee.mother == nil"), isSaved: isSaved), ["mop", "rest"], "\(isSaved)")
        }
    }

    func testARelationshipIsComparedWithAnID() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let ada = Member("Ada", in: context)
            Job("dust", in: context).assignee = ada
            Job("mop", in: context).assignee = Member("Eve", in: context)
            for _ in 0..<2 {
                XCTAssertEqual(try names(Where("assignee == %@", ada.objectID), in: context), ["dust"])
                XCTAssertEqual(try names(Where("assignee.objectID IN %@", [ada.objectID]), in: context), ["dust"])
                try context.save()
            }
        }
    }

    func testAPathThroughARelationshipToManyIsRefusedWithTheRightWay() throws {
        XCTAssertThrowsError(try found(Where("assignee.friends.name == 'Ada'"), isSaved: true)) { error in
            XCTAssertTrue("\(error)".contains("refers to many objects. Use #Predicate"), "\(error)")
        }
        XCTAssertThrowsError(try found(Where("boss.name == 'Ada'"), isSaved: true)) { error in
            XCTAssertTrue("\(error)".contains("has no attribute boss"), "\(error)")
        }
    }
}
