import SignalsStore
import XCTest

/// Undo while others save, and what it leaves of the objects' status.
final class UndoBesideOthersTests: XCTestCase {
    /// Runs a closure with a member and a club in two contexts; undo is on in both.
    private func withTwoContexts(
        follows: Bool = false,
        _ body: (_ here: ManagedObjectContext, _ there: ManagedObjectContext, PersistentContainer) throws -> Void
    ) throws {
        let container = try makeContainer(makeHousehold())
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let there = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        here.automaticallyMergesChangesFromParent = follows
        _ = (Member("Ada", in: there), Club("Chess", in: there), Job("Dust", in: there), Job("Mop", in: there))
        _ = Plan("Spring", in: there)
        try there.save()
        for context in [here, there] { context.isUndoEnabled = true }
        try body(here, there, container)
    }

    func testALinkThatOthersMadeTooIsNotPendingAfterUndo() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let (ada, chess): (Member, Club) = (try here.find("Ada"), try here.find("Chess"))
            ada.clubs = [chess]
            here.delete(ada)
            try there.find(Member.self, "Ada").clubs = [try there.find("Chess")]
            try there.save()
            _ = try here.fetch(FetchRequest<Member>())
            here.undo()
            XCTAssertEqual(chess.members, [ada])
            XCTAssertEqual(here.updatedObjects, [])
        }
    }

    func testAnObjectThatIsBackWithNothingToSaveFollowsOthers() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let ada: Member = try here.find("Ada")
            let name = ada.name
            ada.name = name
            here.delete(ada)
            here.undo()
            XCTAssertFalse(here.hasChanges)
            try there.find(Member.self, "Ada").name = "Eva"
            try there.save()
            _ = try here.fetch(FetchRequest<Member>())
            XCTAssertEqual(ada.name, "Eva")
        }
    }

    func testAnObjectThatItsParentDeletedAndHasAgainComesBack() throws {
        try withTwoContexts { parent, _, _ in
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.isUndoEnabled = true
            let ada: Member = try child.find("Ada")
            child.delete(ada)
            parent.delete(try parent.find(Member.self, "Ada"))
            child.refreshAllObjects()
            parent.rollback()
            child.undo()
            _ = try child.fetch(FetchRequest<Member>())
            XCTAssertIdentical(ada.managedObjectContext, child)
            XCTAssertEqual(ada.name, "Ada")
            XCTAssertFalse(child.hasChanges)
        }
    }

    func testDeletionsThatARefreshShowedTakeEffectAtOnce() throws {
        try withTwoContexts { here, there, _ in
            let ben = Member("Ben", in: there)
            try there.find(Member.self, "Ada").friends = [ben]
            try there.save()
            let (ada, copy): (Member, Member) = (try here.find("Ada"), try here.find("Ben"))
            XCTAssertEqual(ada.friends, [copy])
            here.delete(copy)
            there.delete(ben)
            try there.save()
            here.refreshAllObjects()
            here.undo()
            XCTAssertNil(copy.managedObjectContext)
            XCTAssertEqual(ada.friends, [])
            XCTAssertFalse(here.hasChanges)
        }
    }

    func testUndoOfALinkToWhatIsGoneLeavesNothingPending() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let ada: Member = try here.find("Ada")
            let ben = Member("Ben", in: there)
            try there.save()
            ada.friends = [try here.find("Ben")]
            there.delete(ben)
            try there.save()
            _ = try here.fetch(FetchRequest<Member>())
            here.undo()
            XCTAssertFalse(here.hasChanges)
            try here.save()
        }
    }

    func testUndoOfADeletionLeavesTheMembersOfOtherObjectsAsTheyWereRead() throws {
        try withTwoContexts { here, there, _ in
            let (ada, chess) = (try here.find(Member.self, "Ada"), try here.find(Club.self, "Chess"))
            XCTAssertEqual(chess.members, [])
            here.delete(ada)
            here.refreshAllObjects()
            XCTAssertEqual(chess.members, [])
            Member("Ben", in: there).clubs = [try there.find("Chess")]
            try there.save()
            here.undo()
            XCTAssertEqual(chess.members, [])
            XCTAssertFalse(here.hasChanges)
        }
    }

    func testADeletionIsInConflictWithANilThatItDidNotMake() throws {
        try withTwoContexts { here, there, _ in
            let (ada, dust) = (try there.find(Member.self, "Ada"), try there.find(Job.self, "Dust"))
            dust.assignee = ada
            try there.save()
            let (ada2, dust2) = (try here.find(Member.self, "Ada"), try here.find(Job.self, "Dust"))
            XCTAssertTrue(dust2.assignee === ada2)
            there.undo()
            try there.save()
            here.delete(dust2)
            here.delete(ada2)
            XCTAssertThrowsError(try here.save()) { error in
                XCTAssertEqual((error as? SaveError)?.isConflict, true)
                XCTAssertEqual((error as? SaveError)?.objectIDs.first, AnyManagedObjectID(dust2.objectID))
            }
        }
    }

    func testAnObjectWithNothingWrittenIsCleanAfterUndo() throws {
        try withTwoContexts { here, _, _ in
            let (ada, chess) = (try here.find(Member.self, "Ada"), try here.find(Club.self, "Chess"))
            ada.clubs = [chess]
            try here.save()
            ada.name = "Ada"
            here.delete(chess)
            here.undo()
            XCTAssertFalse(here.hasChanges)
            ada.friends = [ada]
            let ben = Member("Ben", in: here)
            try here.save()
            ben.name = "Ben"
            ada.friends.insert(ben)
            here.undo()
            XCTAssertEqual(here.updatedObjects, [ben], "a link that leads one way does not concern its target")
        }
    }

    func testALinkToWhatIsGoneLeavesNothingToUndo() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let ada = try here.find(Member.self, "Ada")
            let ben = Member("Ben", in: here)
            try here.save()
            ada.friends.insert(ben)
            try here.save()
            there.delete(try there.find(Member.self, "Ben"))
            try there.save()
            _ = try here.count(for: FetchRequest<Member>())
            here.undo()
            XCTAssertEqual(ada.friends, [])
            XCTAssertFalse(here.hasChanges)
        }
    }

    func testObjectsThatComeBackShowWhatOthersSavedMeanwhile() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let dust = try here.find(Job.self, "Dust")
            here.delete(dust)
            try there.find(Job.self, "Dust").minutes = 7
            try there.save()
            _ = try here.count(for: FetchRequest<Job>())
            here.undo()
            _ = try here.count(for: FetchRequest<Job>())
            XCTAssertEqual(dust.minutes, 7)
            dust.minutes = 8
            XCTAssertNoThrow(try here.save())
        }
    }

    func testAnAttributeWhoseEditIsUndoneFollowsOthersAlthoughAnotherStaysEdited() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let dust = try here.find(Job.self, "Dust")
            dust.name = "Dust all"
            dust.minutes = 8
            try there.find(Job.self, "Dust").minutes = 7
            try there.save()
            _ = try here.count(for: FetchRequest<Job>())
            XCTAssertEqual(dust.minutes, 8)
            here.undo()
            _ = try here.count(for: FetchRequest<Job>())
            XCTAssertEqual(dust.minutes, 7)
            XCTAssertEqual(dust.name, "Dust all")
            XCTAssertNoThrow(try here.save())
        }
    }

    func testObjectsThatOthersDeletedTooDoNotComeBack() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let (dust, mop) = (try here.find(Job.self, "Dust"), try here.find(Job.self, "Mop"))
            let ada = try here.find(Member.self, "Ada")
            ada.jobs = [dust, mop]
            try here.save()
            dust.minutes = 3
            here.delete(dust)
            there.refreshAllObjects()
            there.delete(try there.find(Job.self, "Dust"))
            try there.save()
            _ = try here.count(for: FetchRequest<Job>())
            here.undo()
            XCTAssertNil(dust.managedObjectContext)
            XCTAssertEqual(ada.jobs, [mop])
            XCTAssertFalse(here.hasChanges)
            XCTAssertNoThrow(try here.save())
        }
    }

    func testAMemberThatOthersDeletedTooIsLinkedToNothing() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let (ada, chess) = (try here.find(Member.self, "Ada"), try here.find(Club.self, "Chess"))
            ada.clubs = [chess]
            try here.save()
            here.delete(chess)
            there.delete(try there.find(Club.self, "Chess"))
            try there.save()
            _ = try here.count(for: FetchRequest<Club>())
            here.undo()
            XCTAssertNil(chess.managedObjectContext)
            XCTAssertEqual(ada.clubs, [])
            XCTAssertFalse(here.hasChanges)
        }
    }

    func testALinkThatOthersEndedTooIsNotEndedAgain() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let (ada, chess) = (try here.find(Member.self, "Ada"), try here.find(Club.self, "Chess"))
            ada.clubs = [chess]
            try here.save()
            there.refreshAllObjects()
            try there.find(Member.self, "Ada").clubs = []
            try there.save()
            _ = try here.count(for: FetchRequest<Club>())
            here.undo()
            XCTAssertEqual(ada.clubs, [])
            XCTAssertFalse(here.hasChanges)
        }
    }

    func testUndoReadsNothingAnew() throws {
        try withTwoContexts { here, there, _ in
            let (ada, dust, mop) = (
                try here.find(Member.self, "Ada"), try here.find(Job.self, "Dust"), try here.find(Job.self, "Mop")
            )
            XCTAssertEqual(ada.jobs, [])
            try there.find(Job.self, "Dust").assignee = try there.find(Member.self, "Ada")
            try there.save()
            here.delete(mop)
            here.undo()
            XCTAssertEqual(ada.jobs, [])
            XCTAssertNil(dust.assignee)
            here.refreshAllObjects()
            XCTAssertEqual(ada.jobs, [dust])
            XCTAssertTrue(dust.assignee === ada)
        }
    }

    func testAnUndoneOrderKeepsWhatOthersAdded() throws {
        try withTwoContexts(follows: true) { here, there, container in
            let plan = try here.find(Plan.self, "Spring")
            let jobs = ["0", "1", "2"].map { Job($0, in: here) }
            let helpers = ["0", "1", "2"].map { Member($0, in: here) }
            plan.steps = jobs
            plan.helpers = helpers
            try here.save()
            plan.steps = [jobs[2], jobs[1], jobs[0]]
            plan.helpers = [helpers[2], helpers[1], helpers[0]]
            try here.save()
            let others = try there.find(Plan.self, "Spring")
            others.steps.append(try there.find(Job.self, "Mop"))
            others.helpers.append(try there.find(Member.self, "Ada"))
            try there.save()
            _ = try here.count(for: FetchRequest<Plan>())
            here.undo()
            here.undo()
            XCTAssertEqual(plan.steps.names, ["0", "Mop", "1", "2"])
            XCTAssertEqual(plan.helpers.names, ["0", "Ada", "1", "2"])
            try here.save()
            let fresh = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            XCTAssertEqual(try fresh.find(Plan.self, "Spring").steps.names, ["0", "Mop", "1", "2"])
            XCTAssertEqual(try fresh.find(Plan.self, "Spring").helpers.names, ["0", "Ada", "1", "2"])
        }
    }

    func testAMemberPutBackFollowsAtOnceTheOneThatItFollowed() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let plan = try here.find(Plan.self, "Spring")
            let helpers = ["0", "1", "2"].map { Member($0, in: here) }
            plan.helpers = helpers
            try here.save()
            plan.helpers = [helpers[0], helpers[2]]
            try here.save()
            let others = try there.find(Plan.self, "Spring")
            others.helpers.insert(try there.find(Member.self, "Ada"), at: 1)
            try there.save()
            _ = try here.count(for: FetchRequest<Plan>())
            here.undo()
            XCTAssertEqual(plan.helpers.names, ["0", "1", "Ada", "2"])
        }
    }

    func testAMemberThatOthersPutBackKeepsItsPlace() throws {
        try withTwoContexts(follows: true) { here, there, container in
            let plan = try here.find(Plan.self, "Spring")
            let (dust, mop): (Job, Job) = (try here.find("Dust"), try here.find("Mop"))
            plan.steps = [dust, mop]
            plan.steps = [mop]
            try here.save()
            try there.find(Job.self, "Dust").plan = try there.find(Plan.self, "Spring")
            try there.save()
            _ = try here.count(for: FetchRequest<Plan>())
            XCTAssertEqual(plan.steps.names, ["Mop", "Dust"])
            here.undo()
            XCTAssertEqual(plan.steps.names, ["Mop", "Dust"])
            here.redo()
            XCTAssertEqual(plan.steps.names, ["Mop", "Dust"])
            XCTAssertFalse(here.hasChanges)
        }
    }

    func testAnEditUndoneWhereOthersAreNotFollowedBringsNothingOfTheirs() throws {
        try withTwoContexts { here, there, container in
            let (ada, dust): (Member, Job) = (try here.find("Ada"), try here.find("Dust"))
            let chess: Club = try here.find("Chess")
            let theirs: Job = try there.find("Dust")
            chess.name = "Go"
            dust.minutes = 1
            theirs.name = "Dust all"
            try there.save()
            here.refreshAllObjects()
            XCTAssertEqual(dust.name, "Dust all")
            XCTAssertEqual(ada.jobs, [])
            theirs.assignee = try there.find(Member.self, "Ada")
            try there.save()
            here.undo()
            try here.save()
            XCTAssertEqual(ada.jobs, [])
            XCTAssertNil(dust.assignee)
            _ = try here.fetch(FetchRequest<Job>())
            XCTAssertEqual(ada.jobs, [dust])
        }
    }

    func testUndoneAttributesAreReadByTheNextFetchWhereOthersAreNotFollowed() throws {
        try withTwoContexts { here, there, _ in
            let dust: Job = try here.find("Dust")
            dust.minutes = 1
            try there.find(Job.self, "Dust").minutes = 7
            try there.save()
            here.refreshAllObjects()
            XCTAssertEqual(dust.minutes, 1)
            here.undo()
            XCTAssertFalse(here.hasChanges)
            _ = try here.fetch(FetchRequest<Job>())
            XCTAssertEqual(dust.minutes, 7)
        }
    }

    func testTheUndoneDeletionOfWhatARefreshHadBackAndItsParentDeletedIsNone() throws {
        try withTwoContexts(follows: true) { parent, _, _ in
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.automaticallyMergesChangesFromParent = true
            child.isUndoEnabled = true
            let (ben, shelf) = (Member("Ben", in: parent), Shelf("Left", in: parent))
            ben.shelves = [shelf]
            let ours: Shelf = try child.find("Left")
            child.delete(try child.find(Member.self, "Ben"))
            child.refresh(ours, mergeChanges: false)
            parent.delete(ben)
            child.refreshAllObjects()
            _ = try child.count(for: FetchRequest<Shelf>())
            child.undo()
            _ = try child.count(for: FetchRequest<Shelf>())
            XCTAssertNil(ours.managedObjectContext)
            XCTAssertFalse(child.hasChanges)
        }
    }

    func testALinkThatAGroupMadeAndEndedIsLeftToThoseWhoMadeItToo() throws {
        try withTwoContexts(follows: true) { here, there, _ in
            let (ada, chess): (Member, Club) = (try here.find("Ada"), try here.find("Chess"))
            here.undoGrouping {
                chess.members.insert(ada)
                here.delete(chess)
            }
            try there.find(Member.self, "Ada").clubs = [try there.find("Chess")]
            try there.save()
            _ = try here.count(for: FetchRequest<Club>())
            here.undo()
            XCTAssertEqual(ada.clubs, [chess])
            XCTAssertEqual(chess.members, [ada])
            here.redo()
            XCTAssertEqual(ada.clubs, [])
            here.undo()
            XCTAssertEqual(ada.clubs, [chess])
            XCTAssertFalse(here.hasChanges)
        }
    }

    func testAStepWhoseObjectIsGoneIsUndoneAndRedoneAsAStep() throws {
        for follows in [true, false] {
            try withTwoContexts(follows: follows) { here, there, _ in
                let (dust, mop): (Job, Job) = (try here.find("Dust"), try here.find("Mop"))
                dust.minutes = 5
                try here.save()
                mop.minutes = 1
                here.undo()
                there.delete(try there.existingObject(with: dust.objectID))
                try there.save()
                here.refreshAllObjects()
                _ = try here.fetch(FetchRequest<Job>())
                XCTAssertNil(dust.managedObjectContext)
                here.undo()
                XCTAssertFalse(here.canUndo)
                here.redo()
                XCTAssertEqual(mop.minutes, 0)
                here.redo()
                XCTAssertEqual(mop.minutes, 1)
                XCTAssertFalse(here.canRedo)
                here.undo()
                XCTAssertEqual(mop.minutes, 0)
                here.undo()
                here.undo()
                XCTAssertFalse(here.canUndo)
            }
        }
    }
}
