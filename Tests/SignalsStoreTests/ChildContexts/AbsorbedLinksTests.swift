import Foundation
import SignalsStore
import XCTest

/// Links of objects that the parent has deleted, or has not got any more, when a child saves.
final class AbsorbedLinksTests: XCTestCase {
    func testALinkThatTheChildEndsToWhatItsParentDeletedLeavesTheOtherEndChangedThere() throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let (ada, chess) = (Member("Ada", in: parent), Club("Chess", in: parent))
            ada.clubs = [chess]
            try parent.save()
            try child.performAndWait {
                let (copy, club): (Member, Club) = (try child.find("Ada"), try child.find("Chess"))
                XCTAssertEqual(club.members, [copy])
                club.members = []
                parent.delete(ada)
                try child.save()
            }
            XCTAssertEqual(parent.updatedObjects, [chess])
            XCTAssertEqual(chess.members, [])
            parent.delete(chess)
            parent.rollback()
            XCTAssertEqual(chess.members, [ada])
        }
    }

    /// The parent had related it before somebody else deleted it.
    func testARowThatAChildsPolicyBringsBackIsInTheSetThatItWasPutInto() throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        parent.automaticallyMergesChangesFromParent = true
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = .overwrite
        let lower = ManagedObjectContext(concurrencyType: .privateQueue, parent: child)
        lower.mergePolicy = .overwrite
        try parent.performAndWait {
            let (ada, ben) = (Member("Ada", in: parent), Member("Ben", in: parent))
            try parent.save()
            ada.friends = [ben]
            try child.performAndWait {
                try lower.performAndWait {
                    try lower.find(Member.self, "Ben").name = "Bo"
                    try container.inBackground { other in
                        other.delete(try other.find(Member.self, "Ben"))
                        try other.save()
                    }
                    XCTAssertEqual(try parent.fetch(FetchRequest<Member>()).names, ["Ada"])
                    XCTAssertEqual(ada.friends, [])
                    child.refreshAllObjects()
                    try lower.save()
                }
                try child.save()
            }
            XCTAssertEqual(ada.friends.names, ["Bo"])
        }
    }

    func testAnOrderIsGivenUpWithTheOtherChangesOfItsObject() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { parent in
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            child.mergePolicy = .rollback
            let plan = Plan("Spring", in: parent)
            plan.helpers = [Member("Ada", in: parent), Member("Ben", in: parent)]
            try parent.save()
            try child.performAndWait {
                let copy: Plan = try child.find("Spring")
                XCTAssertEqual(copy.helpers.names, ["Ada", "Ben"])
                plan.name = "March"
                copy.name = "April"
                copy.helpers = copy.helpers.reversed()
                try child.save()
                XCTAssertEqual(copy.helpers.names, ["Ada", "Ben"])
            }
            XCTAssertEqual(plan.name, "March")
            XCTAssertEqual(plan.helpers.names, ["Ada", "Ben"])
        }
    }
}
