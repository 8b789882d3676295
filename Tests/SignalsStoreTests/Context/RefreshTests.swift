import SignalsBattery
import SignalsStore
import XCTest

/// The changes that `refresh(_:mergeChanges:)` takes back, at both ends.
final class RefreshTests: XCTestCase {
    private func withHousehold(_ body: (ManagedObjectContext, Member, Club) throws -> Void) throws {
        try makeContainer(makeHousehold()).inBackground { context in
            let (ada, chess) = (Member("Ada", in: context), Club("Chess", in: context))
            try context.save()
            try body(context, ada, chess)
        }
    }

    /// Where the deletion had kept it out, and something else was changed here.
    func testTakingADeletionBackShowsWhatOthersMadeOfWhatItHadImplied() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        let (ada, bob, dust) = (Member("Ada", in: other), Member("Bob", in: other), Job("Dust", in: other))
        dust.assignee = ada
        try other.save()
        let mine = try context.existingObject(with: dust.objectID)
        mine.minutes = 5
        let deleted = try context.existingObject(with: ada.objectID)
        context.delete(deleted)
        dust.assignee = bob
        try other.save()
        _ = try context.count(for: FetchRequest<Member>())
        context.refresh(deleted, mergeChanges: false)
        XCTAssertEqual(mine.assignee?.name, "Bob")
        XCTAssertEqual(mine.minutes, 5)
        XCTAssertEqual(context.updatedObjects, [mine])
        try context.save()
        XCTAssertEqual(mine.assignee?.name, "Bob")
    }

    func testLinksAreTakenBackAtTheOtherEndToo() throws {
        try withHousehold { context, ada, chess in
            for object in [ada, chess] as [ManagedObject] {
                chess.members.insert(ada)
                context.refresh(object, mergeChanges: false)
                XCTAssertEqual(chess.members, [])
                XCTAssertEqual(ada.clubs, [])
                XCTAssertFalse(context.hasChanges)
            }
            chess.members.insert(ada)
            try context.save()
            ada.clubs = []
            context.refresh(chess, mergeChanges: false)
            XCTAssertEqual(ada.clubs, [chess])
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testLinksThatLeadOneWayAreTakenBackWithTheirTarget() throws {
        try withHousehold { context, ada, _ in
            let ben = Member("Ben", in: context)
            try context.save()
            ada.friends.insert(ben)
            context.refresh(ben, mergeChanges: false)
            XCTAssertEqual(ada.friends, [])
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testBothEndsOfAOneToOneAgreeAfterARefreshOfEither() throws {
        try withHousehold { context, ada, _ in
            let ben = Member("Ben", in: context)
            let (oak, elm) = (Desk("Oak", in: context), Desk("Elm", in: context))
            (ada.desk, ben.desk) = (oak, elm)
            try context.save()
            for object in [ada, elm, oak, ben] as [ManagedObject] {
                ada.desk = elm
                context.refresh(object, mergeChanges: false)
                XCTAssertIdentical(ada.desk?.owner, ada.desk == nil ? nil : ada)
                XCTAssertIdentical(ben.desk?.owner, ben.desk == nil ? nil : ben)
                XCTAssertIdentical(oak.owner?.desk, oak.owner == nil ? nil : oak)
                XCTAssertIdentical(elm.owner?.desk, elm.owner == nil ? nil : elm)
                if object === ada { XCTAssertIdentical(ada.desk, oak, "it is as it is stored") }
                if object === elm { XCTAssertIdentical(elm.owner, ben) }
                context.rollback()
                XCTAssertIdentical(ada.desk, oak)
                XCTAssertIdentical(ben.desk, elm)
            }
        }
    }

    func testOthersChangesOfTheOtherEndShowAtOnce() throws {
        let container = try makeContainer(makeHousehold())
        let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let there = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        here.automaticallyMergesChangesFromParent = false
        let (ada, oak) = (Member("Ada", in: there), Desk("Oak", in: there))
        try there.save()
        let (mine, desk) = (try here.find(Member.self, "Ada"), try here.find(Desk.self, "Oak"))
        mine.desk = desk
        ada.name = "Eva"
        try there.save()
        here.refreshAllObjects()
        ada.name = "Zoe"
        try there.save()
        here.refresh(desk, mergeChanges: false)
        XCTAssertNil(mine.desk)
        XCTAssertEqual(mine.name, "Zoe")
        withExtendedLifetime(oak) {}
    }

    func testPendingReferencesToAnObjectSurviveItsRefresh() throws {
        try withHousehold { context, ada, _ in
            let dust = Job("Dust", in: context)
            try context.save()
            ada.jobs.insert(dust)
            context.refresh(ada, mergeChanges: false)
            XCTAssertEqual(ada.jobs, [dust])
            XCTAssertTrue(dust.assignee === ada)
            try context.save()
            context.refreshAllObjects()
            XCTAssertEqual(ada.jobs, [dust])
        }
    }

    /// With a look at all that is pending for each that returns, this takes minutes.
    func testADeletionOfTwentyThousandObjectsIsTakenBackAtOnce() throws {
        let container = try makeContainer(ManagedObjectModel(Wagon.self))
        let count = steps(20_000)
        try container.inBackground { context in
            var last: Wagon?
            for _ in 0..<count {
                let wagon = Wagon(context: context)
                last?.next = wagon
                last = wagon
            }
            try context.save()
            let wagons = try context.fetch(FetchRequest<Wagon>())
            context.delete(wagons[0])
            XCTAssertEqual(context.deletedObjects.count, count)
            context.refresh(wagons[0], mergeChanges: false)
            XCTAssertFalse(context.hasChanges)
            XCTAssertTrue(wagons[count - 2].next === wagons[count - 1])
            context.isUndoEnabled = true
            context.delete(wagons[0])
            context.undo()
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testAnEqualValueMakesAnObjectUpdatedAndIsNotWritten() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let dust = Job("Dust", in: context)
            try context.save()
            try container.inBackground { other in
                try other.find(Job.self, "Dust").minutes = 4
                try other.save()
            }
            dust.minutes = 0
            XCTAssertTrue(dust.isUpdated)
            XCTAssertTrue(context.hasChanges)
            XCTAssertEqual(dust.changedValues().count, 0)
            XCTAssertNoThrow(try context.save(), "what is not written is in no conflict")
            context.refreshAllObjects()
            XCTAssertEqual(dust.minutes, 4)
        }
    }

    func testARefreshThatTakesADeletionBackShowsWhatOthersSavedMeanwhile() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            context.automaticallyMergesChangesFromParent = true
            let (ada, ben, dust) = (Member("Ada", in: context), Member("Ben", in: context), Job("Dust", in: context))
            dust.assignee = ada
            try context.save()
            XCTAssertEqual(ben.jobs, [])
            context.delete(ada)
            try container.inBackground { other in
                try other.find(Job.self, "Dust").assignee = try other.find("Ben")
                try other.save()
            }
            _ = try context.fetch(FetchRequest<Room>())
            context.refresh(ada, mergeChanges: false)
            XCTAssertEqual(ada.jobs, [])
            XCTAssertTrue(dust.assignee === ben)
            XCTAssertEqual(ben.jobs, [dust])
        }
    }

    func testARefreshedObjectIsNotReadAgainLater() throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let copy = try parent.performAndWait {
            let dust = Job("Dust", in: parent)
            let copy = try child.performAndWait {
                let copy = try child.find(Job.self, "Dust")
                copy.minutes = 4
                // Read again, which keeps the edit.
                _ = try child.find(Job.self, "Dust")
                child.refresh(copy, mergeChanges: false)
                XCTAssertEqual(copy.minutes, 0)
                return Unchecked(copy)
            }
            dust.minutes = 9
            return copy
        }
        parent.performAndWait {}
        child.performAndWait { XCTAssertEqual(copy.value.minutes, 0, "the child does not follow") }
    }

    func testARefreshLeavesWhatOtherObjectsWereAssigned() throws {
        try withHousehold { context, ada, chess in
            let dust = Job("Dust", in: context)
            try context.save()
            dust.name = "Dust"
            context.delete(chess)
            context.refresh(chess, mergeChanges: false)
            XCTAssertEqual(context.updatedObjects, [dust], "assigned, though nothing is written of it")
        }
    }

    func testAReferenceThatADeletionEndedIsAsReadWhenThatIsRefreshed() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, dust) = (Member("Ada", in: context), Job("Dust", in: context))
        ada.jobs = [dust]
        try context.save()
        context.isUndoEnabled = false
        context.delete(ada)
        context.refresh(ada, mergeChanges: false)
        dust.assignee = nil
        XCTAssertEqual(context.updatedObjects, [dust])
        try context.save()
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        XCTAssertNil(try other.find(Job.self, "Dust").assignee)
    }

    func testAnObjectThatIsCleanAfterARefreshOfAnotherHearsItsNextAssignment() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, chess) = (Member("Ada", in: context), Club("Chess", in: context))
        try context.save()
        context.isUndoEnabled = false
        ada.name = "Eva"
        ada.name = "Ada"
        ada.clubs = [chess]
        context.refresh(chess, mergeChanges: false)
        XCTAssertFalse(context.hasChanges)
        ada.name = "Eva"
        XCTAssertEqual(context.updatedObjects, [ada])
    }

    func testAnObjectWhoseRowIsGoneGoesWhenTheOtherEndsRefreshTakesItsLinkBack() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (plan, helper) = (Plan("move", in: context), Member("Ann", in: context))
            try context.save()
            plan.helpers = [helper]
            try container.inBackground { other in
                other.delete(try other.find(Plan.self, "move"))
                try other.save()
            }
            context.refreshAllObjects()
            XCTAssertEqual(context.updatedObjects, [plan])
            context.refresh(helper, mergeChanges: false)
            XCTAssertNil(plan.managedObjectContext)
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testObjectsThatComeBackWithARefreshedDeletionAreAsReadAtBothEnds() throws {
        let container = try makeContainer(ManagedObjectModel(Choir.self, Singer.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (men, boys, tom) = (Choir(context: context), Choir(context: context), Singer(context: context))
        tom.choirs = [men, boys]
        try context.save()
        men.singers = []
        context.delete(boys)
        XCTAssertTrue(tom.isDeleted)
        context.refresh(boys, mergeChanges: false)
        XCTAssertEqual(tom.choirs, [men, boys])
        XCTAssertEqual(men.singers, [tom])
        XCTAssertFalse(context.hasChanges)
    }
}

/// A choir, without which its singers are none.
private final class Choir: ManagedObject {
    @Relationship(deleteRule: .cascade) var singers: Set<Singer> = []
}

private final class Singer: ManagedObject {
    @Relationship(inverse: \Choir.singers) var choirs: Set<Choir> = []
}

/// A wagon of a train, which goes with the one before it.
private final class Wagon: ManagedObject {
    @Relationship(deleteRule: .cascade) var next: Wagon?
}
