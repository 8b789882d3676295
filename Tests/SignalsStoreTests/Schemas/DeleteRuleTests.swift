import Foundation
import SignalsStore
import XCTest

final class DeleteRuleTests: XCTestCase {
    private func saved(_ body: (ManagedObjectContext) throws -> Void) throws -> PersistentContainer {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            try body(context)
            try context.save()
        }
        return container
    }

    private func error(of body: () throws -> Void, line: UInt = #line) -> SaveError? {
        do {
            try body()
            XCTFail("nothing was thrown", line: line)
            return nil
        } catch { return error as? SaveError }
    }

    func testNullifyLeavesTheOthersWithoutAReference() throws {
        let container = try saved { context in
            Member("Ada", in: context).jobs = [Job("Dust", in: context), Job("Mop", in: context)]
        }
        try container.inBackground { context in
            let ada: Member = try context.find("Ada")
            let dust: Job = try context.find("Dust")
            context.delete(ada)
            XCTAssertNil(dust.assignee, "at once")
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Job>()).map { $0.assignee == nil }, [true, true])
        }
    }

    func testRelationshipsReadWhileAnObjectWasDeletedFindItWhenItIsBack() throws {
        for byUndo in [false, true] {
            let container = try saved { context in
                let ada = Member("Ada", in: context)
                Member("Bob", in: context).friends = [ada]
                Club("Chess", in: context).members = [ada]
                Job("Dust", in: context).assignee = ada
            }
            try container.inBackground { context in
                context.isUndoEnabled = byUndo
                let ada: Member = try context.find("Ada")
                let (bob, chess): (Member, Club) = (try context.find("Bob"), try context.find("Chess"))
                context.delete(ada)
                XCTAssertEqual(bob.friends, [])
                XCTAssertEqual(chess.members, [])
                if byUndo { context.undo() } else { context.rollback() }
                XCTAssertEqual(bob.friends, [ada])
                XCTAssertEqual(chess.members, [ada])
                XCTAssertEqual(ada.jobs.sortedNames, ["Dust"])
                XCTAssertTrue(try context.find(Job.self, "Dust").assignee === ada)
                XCTAssertFalse(context.hasChanges)
            }
        }
    }

    func testAnObjectThatAChildContextBringsBackIsFoundAgainWithoutTheLinksThatItLost() throws {
        let container = try saved { context in
            Member("Ada", in: context).friends = [Member("Ben", in: context)]
        }
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = .mergeByPropertyObjectTrump
        try child.performAndWait {
            let ben: Member = try child.find("Ben")
            try parent.performAndWait {
                let ada: Member = try parent.find("Ada")
                parent.delete(try parent.find(Member.self, "Ben"))
                XCTAssertEqual(ada.friends, [])
            }
            ben.name = "Benjamin"
            try child.save()
        }
        try parent.performAndWait {
            let ada: Member = try parent.find("Ada")
            XCTAssertFalse(try parent.find(Member.self, "Benjamin").isDeleted)
            XCTAssertEqual(ada.friends, [])
            try parent.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.find(Member.self, "Ada").friends, [], "as it was in the parent")
        }
    }

    func testNullifyReachesRowsThatTheContextDoesNotKnow() throws {
        let container = try saved { context in
            _ = Member("Ada", in: context)
            Job("Dust", in: context).room = Room("Hall", in: context)
        }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let ada: Member = try context.find("Ada")
            XCTAssertEqual(ada.jobs, [])
            try container.inBackground { other in
                Job("Mop", in: other).assignee = try other.find(Member.self, "Ada")
                try other.save()
            }
            context.delete(ada)
            context.delete(try context.find(Room.self, "Hall"))
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(
                try context.fetch(FetchRequest<Job>()).map { $0.assignee == nil && $0.room == nil }, [true, true])
        }
    }

    func testCascadeDeletesWhatBelongsToTheObjectAlsoWhereItIsNotKnown() throws {
        let container = try saved { context in
            Member("Ada", in: context).shelves = [Shelf("Top", in: context)]
        }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let ada: Member = try context.find("Ada")
            XCTAssertEqual(ada.shelves.names, ["Top"])
            try container.inBackground { other in
                Shelf("Bottom", in: other).owner = try other.find(Member.self, "Ada")
                try other.save()
            }
            context.delete(ada)
            try context.save()
        }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Shelf>()) }, 0)
    }

    func testADeniedDeletionNamesTheRelationshipAndCanBeMended() throws {
        let container = try saved { context in
            let shelf = Shelf("Top", in: context)
            shelf.owner = Member("Ada", in: context)
            Book("Atlas", in: context).shelf = shelf
        }
        try container.inBackground { context in
            let shelf: Shelf = try context.find("Top")
            context.delete(shelf)
            let error = error { try context.save() }
            guard case .deletionDenied = error?.reason else { return XCTFail("\(String(describing: error))") }
            XCTAssertEqual(error?.entityName, "Shelf")
            XCTAssertEqual(error?.attributeName, "books")
            XCTAssertEqual(error?.objectIDs, [AnyManagedObjectID(shelf.objectID)])
            try context.find(Book.self, "Atlas").shelf = nil
            try context.save()
            XCTAssertEqual(try context.count(for: FetchRequest<Shelf>()), 0)
        }
    }

    func testACascadeThatMeetsADenialFailsAsAWhole() throws {
        let container = try saved { context in
            let shelf = Shelf("Top", in: context)
            shelf.owner = Member("Ada", in: context)
            Book("Atlas", in: context).shelf = shelf
        }
        try container.inBackground { context in
            context.delete(try context.find(Member.self, "Ada"))
            let error = error { try context.save() }
            guard case .deletionDenied = error?.reason else { return XCTFail("\(String(describing: error))") }
        }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Member>()) }, 1)
    }

    func testARequiredRelationshipIsAskedForAtTheSave() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let shelf = Shelf("Top", in: context)
            let error = error { try context.save() }
            guard case .relationshipMissing = error?.reason else { return XCTFail("\(String(describing: error))") }
            XCTAssertEqual(error?.entityName, "Shelf")
            XCTAssertEqual(error?.attributeName, "owner")
            XCTAssertEqual(error?.objectIDs, [AnyManagedObjectID(shelf.objectID)])
            shelf.owner = Member("Ada", in: context)
            try context.save()
        }
    }

    func testRelatingAnObjectThatSomeoneElseDeletedFailsTheSave() throws {
        let container = try saved { context in
            _ = (Member("Ada", in: context), Club("Chess", in: context), Job("Dust", in: context))
        }
        for relate in [
            { try Job("Mop", in: $0).assignee = $0.find(Member.self, "Ada") },
            { try $0.find(Job.self, "Dust").assignee = $0.find(Member.self, "Ada") },
            { try $0.find(Club.self, "Chess").members = [$0.find(Member.self, "Ada")] },
        ] as [(ManagedObjectContext) throws -> Void] {
            let context = container.newBackgroundContext()
            try context.performAndWait {
                try relate(context)
                try container.inBackground { other in
                    other.delete(try other.find(Member.self, "Ada"))
                    try other.save()
                }
                let error = error { try context.save() }
                guard case .relatedObjectDeleted = error?.reason else {
                    return XCTFail("\(String(describing: error))")
                }
            }
            try container.inBackground { context in
                _ = Member("Ada", in: context)
                try context.save()
            }
        }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Job>()) }, 1, "nothing was left")
    }

    @MainActor func testTheViewContextHearsWhatTheRulesDid() throws {
        let container = try saved { context in
            let ada = Member("Ada", in: context)
            ada.shelves = [Shelf("Top", in: context)]
            ada.jobs = [Job("Dust", in: context)]
            ada.clubs = [Club("Chess", in: context)]
        }
        let view = container.viewContext
        let (shelf, dust) = (try view.find(Shelf.self, "Top"), try view.find(Job.self, "Dust"))
        let chess = try view.find(Club.self, "Chess")
        XCTAssertEqual(chess.members.names, ["Ada"])
        XCTAssertEqual(dust.assignee?.name, "Ada")
        try container.inBackground { context in
            context.delete(try context.find(Member.self, "Ada"))
            try context.save()
        }
        _ = try view.count(for: FetchRequest<Member>())
        XCTAssertNil(shelf.managedObjectContext)
        XCTAssertNil(dust.assignee)
        XCTAssertEqual(chess.members, [])
    }

    func testADeletedObjectThatIsUndeletedIsRelatedAgain() throws {
        let container = try saved { context in
            let ada = Member("Ada", in: context)
            ada.jobs = [Job("Dust", in: context)]
            ada.clubs = [Club("Chess", in: context)]
            ada.shelves = [Shelf("Top", in: context)]
        }
        try container.inBackground { context in
            context.isUndoEnabled = true
            let ada: Member = try context.find("Ada")
            let (dust, chess) = (try context.find(Job.self, "Dust"), try context.find(Club.self, "Chess"))
            context.delete(ada)
            XCTAssertNil(dust.assignee)
            XCTAssertEqual(chess.members, [])
            context.undo()
            XCTAssertFalse(ada.isDeleted)
            XCTAssertTrue(dust.assignee === ada)
            XCTAssertEqual(chess.members, [ada])
            XCTAssertEqual(ada.jobs, [dust])
            XCTAssertEqual(ada.clubs, [chess])
            XCTAssertEqual(ada.shelves.names, ["Top"])
            XCTAssertFalse(context.hasChanges)
            context.redo()
            XCTAssertNil(dust.assignee)
            try context.save()
            XCTAssertEqual(try context.count(for: FetchRequest<Shelf>()), 0)
        }
    }

    func testAnObjectWhoseDeletionIsTakenBackIsFoundAgainByWhoeverLeadsToItOneWay() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (ada, ben) = (Member("Ada", in: context), Member("Ben", in: context))
            ada.friends = [ben]
            let job = Job("Dust", in: context)
            job.room = Room(context: context)
            try context.save()
        }
        for takeBack in [{ $0.rollback() }, { $0.undo() }] as [(ManagedObjectContext) -> Void] {
            try container.inBackground { context in
                context.isUndoEnabled = true
                let (ada, ben) = (try context.find(Member.self, "Ada"), try context.find(Member.self, "Ben"))
                let (job, room) = (try context.find(Job.self, "Dust"), try context.fetch(FetchRequest<Room>())[0])
                context.undoGrouping {
                    context.delete(ben)
                    context.delete(room)
                }
                XCTAssertEqual(ada.friends, [])
                XCTAssertNil(job.room)
                takeBack(context)
                XCTAssertEqual(ada.friends, [ben])
                XCTAssertTrue(job.room === room)
                XCTAssertFalse(context.hasChanges)
            }
        }
    }
}
