import Foundation
import SignalsStore
import XCTest

final class RelationshipUndoTests: XCTestCase {
    func testEachChangeOfARelationshipIsAStep() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (ada, ben) = (Member("Ada", in: context), Member("Ben", in: context))
            let dust = Job("Dust", in: context)
            let plan = Plan("Spring", in: context)
            plan.steps = [dust, Job("Mop", in: context)]
            dust.assignee = ada
            try context.save()
            context.isUndoEnabled = true
            dust.assignee = ben
            ada.friends = [ben]
            plan.steps.reverse()
            XCTAssertEqual(plan.steps.names, ["Mop", "Dust"])
            context.undo()
            while plan.steps.names != ["Dust", "Mop"] { context.undo() }
            XCTAssertEqual(ada.friends, [ben])
            context.undo()
            XCTAssertEqual(ada.friends, [])
            XCTAssertTrue(dust.assignee === ben)
            context.undo()
            XCTAssertTrue(dust.assignee === ada)
            XCTAssertEqual(ada.jobs, [dust])
            XCTAssertEqual(ben.jobs, [])
            XCTAssertFalse(context.canUndo)
            XCTAssertFalse(context.hasChanges)
            while context.canRedo { context.redo() }
            XCTAssertEqual(ben.jobs, [dust])
            XCTAssertEqual(ada.friends, [ben])
            XCTAssertEqual(plan.steps.names, ["Mop", "Dust"])
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.find(Member.self, "Ben").jobs.names, ["Dust"])
            XCTAssertEqual(try context.find(Member.self, "Ada").friends.names, ["Ben"])
            XCTAssertEqual(try context.find(Plan.self, "Spring").steps.names, ["Mop", "Dust"])
        }
    }

    func testAChildContextReadsAndSavesRelationshipsThroughItsParent() throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        try parent.performAndWait {
            let ada = Member("Ada", in: parent)
            ada.jobs = [Job("Dust", in: parent)]
            ada.friends = [Member("Ben", in: parent)]
            Plan("Spring", in: parent).steps = Array(ada.jobs)
            try parent.save()
            ada.jobs.insert(Job("Mop", in: parent))
        }
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            let ada: Member = try child.find("Ada")
            XCTAssertEqual(ada.jobs.sortedNames, ["Dust", "Mop"], "what the parent has not saved included")
            XCTAssertEqual(ada.friends.names, ["Ben"])
            let plan: Plan = try child.find("Spring")
            ada.jobs.remove(try child.find(Job.self, "Dust"))
            ada.jobs.insert(Job("Sweep", in: child))
            ada.friends = [Member("Cleo", in: child)]
            plan.steps.insert(Job("Begin", in: child), at: 0)
            try child.save()
        }
        try parent.performAndWait {
            let ada: Member = try parent.find("Ada")
            XCTAssertEqual(ada.jobs.sortedNames, ["Mop", "Sweep"])
            XCTAssertEqual(ada.friends.names, ["Cleo"])
            XCTAssertEqual(try parent.find(Plan.self, "Spring").steps.names, ["Begin", "Dust"])
            XCTAssertNil(try parent.find(Job.self, "Dust").assignee)
            try parent.save()
        }
        try container.inBackground { context in
            let ada: Member = try context.find("Ada")
            XCTAssertEqual(ada.jobs.sortedNames, ["Mop", "Sweep"])
            XCTAssertEqual(ada.friends.names, ["Cleo"])
            XCTAssertEqual(try context.find(Plan.self, "Spring").steps.names, ["Begin", "Dust"])
        }
    }

    func testAMemberThatLeftAListBeforeItWasSavedReturnsToItsPlace() throws {
        for savesBefore in [true, false] {
            let context = ManagedObjectContext(
                concurrencyType: .mainQueue, container: try makeContainer(makeHousehold()))
            let plan = Plan("Spring", in: context)
            let jobs = (0..<4).map { Job("\($0)", in: context) }
            try context.save()
            plan.steps = jobs
            if savesBefore { try context.save() }
            jobs[2].plan = nil
            try context.save()
            context.undo()
            XCTAssertEqual(plan.steps.names, ["0", "1", "2", "3"], "the list saved before: \(savesBefore)")
            try context.save()
            context.refreshAllObjects()
            XCTAssertEqual(plan.steps.names, ["0", "1", "2", "3"], "read again, the list saved before: \(savesBefore)")
        }
    }

    /// Its place is kept in the store, and is no change of an object that is in no list.
    func testUndoingAMembershipThatOthersEndedLeavesNothingChanged() throws {
        let container = try makeContainer(makeHousehold())
        let context = container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = true
        try context.performAndWait {
            context.isUndoEnabled = true
            let (plan, begin) = (Plan("Spring", in: context), Job("Begin", in: context))
            plan.steps = [begin]
            try context.save()
            try container.inBackground { other in
                try other.find(Plan.self, "Spring").steps = []
                try other.save()
            }
            XCTAssertEqual(try context.find(Plan.self, "Spring").steps, [])
            context.undo()
            XCTAssertFalse(context.hasChanges)
            context.redo()
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testAMemberThatLeftComesBackBeforeWhatOthersAddedBehindIt() throws {
        let container = try makeContainer(makeHousehold())
        let context = container.newBackgroundContext()
        try context.performAndWait {
            context.isUndoEnabled = true
            let (plan, added) = (Plan("Spring", in: context), Job("Added", in: context))
            plan.steps = [Job("Begin", in: context), Job("Middle", in: context), Job("End", in: context)]
            try context.save()
            plan.steps = Array(plan.steps.prefix(1))
            try context.save()
            try container.inBackground { other in
                try other.existingObject(with: added.objectID).plan = try other.find("Spring")
                try other.save()
            }
            context.refreshAllObjects()
            XCTAssertEqual(plan.steps.names, ["Begin", "Added"])
            for _ in 0..<2 {
                context.undo()
                XCTAssertEqual(plan.steps.names, ["Begin", "Middle", "End", "Added"])
                context.redo()
                XCTAssertEqual(plan.steps.names, ["Begin", "Added"])
            }
            context.undo()
            try context.save()
        }
        let saved = try container.inBackground { try $0.find(Plan.self, "Spring").steps.names }
        XCTAssertEqual(saved, ["Begin", "Middle", "End", "Added"])
    }

    func testUndoEndsALinkOfWhatWasDeletedUnderDenyInTheSameGroup() throws {
        for savesBetween in [false, true] {
            let context = ManagedObjectContext(
                concurrencyType: .mainQueue, container: try makeContainer(makeProjects()))
            let (tag, memo) = (Tag("Urgent", in: context), Memo("Call", in: context))
            try context.save()
            try context.undoGrouping {
                tag.memos.insert(memo)
                if savesBetween { try context.save() }
                context.delete(memo)
            }
            context.undo()
            XCTAssertEqual(tag.memos, [], "saved between: \(savesBetween)")
            XCTAssertEqual(memo.tags, [], "saved between: \(savesBetween)")
            XCTAssertEqual(context.hasChanges, savesBetween)
        }
    }

    func testUndoLinksAgainWhatWasDeletedUnderDenyWithItsMembers() throws {
        for deletesMembersFirst in [false, true] {
            let container = try makeContainer(makeProjects())
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (tag, memo) = (Tag("Urgent", in: context), Memo("Call", in: context))
            memo.tags = [tag]
            try context.save()
            context.undoGrouping {
                for object in deletesMembersFirst ? [tag, memo] : [memo, tag] { context.delete(object) }
            }
            try context.save()
            context.undo()
            XCTAssertEqual(memo.tags, [tag], "members first: \(deletesMembersFirst)")
            XCTAssertEqual(tag.memos, [memo], "members first: \(deletesMembersFirst)")
            try context.save()
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            XCTAssertEqual(try other.find(Memo.self, "Call").tags.names, ["Urgent"])
            context.redo()
            try context.save()
            context.undo()
            XCTAssertEqual(memo.tags, [tag], "again, members first: \(deletesMembersFirst)")
        }
    }

    func testADeletionThatIsTakenBackShowsWhatTheContextHadReadLast() throws {
        let parent = try makeContainer(makeProjects()).newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let memo = Memo("Call", in: parent)
            try child.performAndWait {
                child.isUndoEnabled = true
                let copy = try child.find(Memo.self, "Call")
                child.delete(copy)
                child.refreshAllObjects()
                _ = try child.fetch(FetchRequest<Memo>())
                memo.pages = 1
                child.undo()
                _ = try child.fetch(FetchRequest<Tag>())
                XCTAssertEqual(copy.pages, 0)
                XCTAssertEqual(try child.find(Memo.self, "Call").pages, 1)
            }
        }
    }
}
