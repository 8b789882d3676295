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

    func testALinkThatAChildEndsIsStoredThoughItsParentIsToDeleteTheOtherEnd() throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let (ada, ben, chess) = (Member("Ada", in: parent), Member("Ben", in: parent), Club("Chess", in: parent))
            ada.clubs = [chess]
            ada.friends = [ben]
            try parent.save()
            try child.performAndWait {
                let copy: Member = try child.find("Ada")
                copy.clubs = []
                copy.friends = []
                parent.delete(chess)
                parent.delete(ben)
                try child.saveThroughParent()
                XCTAssertEqual(copy.clubs, [])
            }
            parent.rollback()
            XCTAssertEqual(ada.clubs, [])
            XCTAssertEqual(ada.friends, [])
            XCTAssertEqual(chess.members, [])
        }
        try container.inBackground { context in
            let ada = try context.find(Member.self, "Ada")
            XCTAssertEqual(ada.clubs, [])
            XCTAssertEqual(ada.friends, [])
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

    func testAMemberWhoseDeletionIsTakenBackHasItsPlaceInAnOrderThatIsNotSaved() throws {
        for isAdaStored in [true, false] {
            let parent = try makeContainer(makeHousehold()).newBackgroundContext()
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            try parent.performAndWait {
                let (ada, ben) = (Member("Ada", in: parent), Member("Ben", in: parent))
                let plan = Plan("Spring", in: parent)
                if isAdaStored { plan.helpers = [ada] }
                try parent.save()
                try child.performAndWait {
                    let plan = try child.find(Plan.self, "Spring")
                    plan.helpers = [try child.find("Ben"), try child.find("Ada")]
                    parent.delete(ben)
                    child.refreshAllObjects()
                    XCTAssertEqual(plan.helpers.names, ["Ada"])
                    child.refreshAllObjects()
                    XCTAssertEqual(plan.helpers.names, ["Ada"])
                    parent.rollback()
                    child.refreshAllObjects()
                    XCTAssertEqual(plan.helpers.names, ["Ben", "Ada"], "Ada was stored: \(isAdaStored)")
                }
            }
        }
    }

    func testAnOrderThatIsNotReadAgainBeforeItIsSavedIsMergedAsOneThatIs() throws {
        let orders: [(MergePolicy, [String])] = [
            (.rollback, ["Cy", "Ben", "Ada"]), (.mergeByPropertyObjectTrump, ["Ada", "Ben", "Cy"]),
        ]
        for isRead in [true, false] {
            for (policy, order) in orders {
                let parent = try makeContainer(makeHousehold()).newBackgroundContext()
                let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                child.mergePolicy = policy
                try parent.performAndWait {
                    let plan = Plan("Spring", in: parent)
                    let (ada, ben) = (Member("Ada", in: parent), Member("Ben", in: parent))
                    let (cy, di) = (Member("Cy", in: parent), Member("Di", in: parent))
                    plan.helpers = [ben, ada, cy, di]
                    try parent.save()
                    try child.performAndWait {
                        let copy = try child.find(Plan.self, "Spring")
                        copy.helpers = [try child.find("Ada"), try child.find("Ben"), try child.find("Cy")]
                        plan.helpers = [di, cy, ben, ada]
                        child.refreshAllObjects()
                        if isRead { XCTAssertEqual(copy.helpers.names, order) }
                        try child.save()
                    }
                    XCTAssertEqual(plan.helpers.names, order, "read before: \(isRead)")
                }
            }
        }
    }

    func testAMemberThatAChildPutsBeforeOneOfBothLevelsComesBeforeIt() throws {
        for isRead in [true, false] {
            let container = try makeContainer(makeHousehold())
            let top = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, parent: top)
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            let (plan, ada, cy) = (Plan("Spring", in: top), Member("Ada", in: top), Member("Cy", in: top))
            let copy = child.object(with: plan.objectID)
            child.delete(child.object(with: cy.objectID))
            copy.helpers = [Member("Ben", in: child), child.object(with: ada.objectID)]
            plan.helpers = [ada, cy]
            parent.refreshAllObjects()
            if isRead { child.refreshAllObjects() }
            try child.save()
            try parent.save()
            XCTAssertEqual(plan.helpers.names, ["Ben", "Ada"], "read before: \(isRead)")
        }
    }

    func testUndoOfAnOrderHoldsTheObjectsOfRowsThatCameBack() throws {
        let parent = try makeContainer(makeHousehold()).newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let (ada, ben) = (Member("Ada", in: parent), Member("Ben", in: parent))
            Plan("Spring", in: parent).helpers = [ada, ben, Member("Cy", in: parent)]
            try parent.save()
            try child.performAndWait {
                child.isUndoEnabled = true
                let plan = try child.find(Plan.self, "Spring")
                plan.helpers = plan.helpers.reversed()
                parent.delete(ben)
                child.refreshAllObjects()
                XCTAssertEqual(plan.helpers.names, ["Cy", "Ada"])
                parent.rollback()
                child.refreshAllObjects()
                XCTAssertEqual(plan.helpers.sortedNames, ["Ada", "Ben", "Cy"])
                child.undo()
                XCTAssertEqual(plan.helpers.names, ["Ada", "Ben", "Cy"])
                XCTAssertTrue(plan.helpers.allSatisfy { $0.managedObjectContext === child })
            }
        }
    }

    func testARowThatComesBackToAChildAloneIsInTheSetThatItWasPutInto() throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let lower = ManagedObjectContext(concurrencyType: .privateQueue, parent: child)
        lower.mergePolicy = .overwrite
        try parent.performAndWait {
            _ = (Member("Ada", in: parent), Member("Ben", in: parent))
            try parent.save()
            try child.performAndWait {
                let ada = try child.find(Member.self, "Ada")
                ada.friends = [try child.find("Ben")]
                try lower.performAndWait {
                    try lower.find(Member.self, "Ben").name = "Bo"
                    parent.delete(try parent.find(Member.self, "Ben"))
                    try parent.save()
                    child.refreshAllObjects()
                    XCTAssertEqual(ada.friends, [])
                    try lower.save()
                }
                XCTAssertEqual(ada.friends.names, ["Bo"])
            }
        }
    }

    /// What others added too is a member before, and its place there one that another order changes.
    func testAnOrderOfAMemberThatOthersAddedTooIsSaved() throws {
        let container = try makeContainer(makeHousehold())
        let context = container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = true
        try context.performAndWait {
            let (plan, ada, ben) = (Plan("Spring", in: context), Member("Ada", in: context), Member("Ben", in: context))
            plan.helpers = [ada]
            try context.save()
            plan.helpers.append(ben)
            try container.inBackground { other in
                try other.existingObject(with: plan.objectID).helpers.append(try other.find("Ben"))
                try other.save()
            }
            XCTAssertEqual(try context.find(Plan.self, "Spring").helpers, [ada, ben])
            plan.helpers = [ben, ada]
            try context.save()
        }
        XCTAssertEqual(try container.inBackground { try $0.find(Plan.self, "Spring").helpers.names }, ["Ben", "Ada"])
    }

    /// Others deleted it meanwhile, and the child has seen that or has not.
    func testPendingReferencesOfTheParentEndWithADeletionThatOthersMadeToo() throws {
        for (isRead, savesThrough) in [(false, false), (false, true), (true, false), (true, true)] {
            for isMother in [false, true] {
                let container = try makeContainer(makeHousehold())
                let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                parent.automaticallyMergesChangesFromParent = true
                let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
                let (ada, ben) = (Member("Ada", in: parent), Member("Ben", in: parent))
                try parent.save()
                if isMother { ada.mother = ben } else { ada.friends = [ben] }
                let mine = child.object(with: ada.objectID)
                if isRead { XCTAssertEqual(mine.mother?.name ?? mine.friends.first?.name, "Ben") }
                child.delete(child.object(with: ben.objectID))
                try container.inBackground { other in
                    other.delete(other.object(with: ben.objectID))
                    try other.save()
                }
                XCTAssertEqual(try parent.fetch(FetchRequest<Member>()), [ada])
                if savesThrough { try child.saveThroughParent() } else { try child.save() }
                XCTAssertNoThrow(try parent.save(), "mother: \(isMother), read: \(isRead), through: \(savesThrough)")
                XCTAssertFalse(parent.hasChanges)
            }
        }
    }
}
