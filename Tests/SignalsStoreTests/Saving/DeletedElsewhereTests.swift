import Foundation
import SignalsStore
import XCTest

/// Changes of objects that somebody else deleted, and references to them.
final class DeletedElsewhereTests: XCTestCase {
    private func makeMemo() throws -> PersistentContainer {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            _ = Memo("note", in: context)
            _ = Tag("green", in: context)
            Duty("dust", in: context).place = Room("kitchen", in: context)
            _ = Room("garden", in: context)
            try context.save()
        }
        return container
    }

    private func delete<Object: Named>(_ type: Object.Type, _ name: String, in container: PersistentContainer) throws {
        try container.inBackground { other in
            other.delete(try other.find(type, name))
            try other.save()
        }
    }

    /// Links an object that somebody else then deletes, and checks what it becomes under a policy.
    private func link(
        _ policy: MergePolicy, editing: Bool = false, _ check: (ManagedObjectContext, Memo, Tag) throws -> Void
    ) throws -> PersistentContainer {
        let container = try makeMemo()
        try container.inBackground { context in
            context.mergePolicy = policy
            let (memo, tag): (Memo, Tag) = (try context.find("note"), try context.find("green"))
            memo.tags = [tag]
            if editing { memo.pages = 2 }
            try delete(Memo.self, "note", in: container)
            try check(context, memo, tag)
        }
        XCTAssertEqual(findings(container), [], "\(policy)")
        return container
    }

    func testANilThatADeletionElsewhereLeftIsNoConflictWhereTheSaveStoresTheDeletedAnew() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            context.mergePolicy = .overwrite
            let (room, duty) = (Room("kitchen", in: context), Duty("dust", in: context))
            duty.place = room
            try context.save()
            room.name = "cellar"
            duty.place = nil
            try container.inBackground { other in
                other.delete(try other.find(Room.self, "kitchen"))
                try other.find(Duty.self, "dust").name = "mop"
                try other.save()
            }
            try context.save()
        }
        try container.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Duty>()).names, ["mop"])
            XCTAssertEqual(try context.fetch(FetchRequest<Room>()).names, ["cellar"])
        }
    }

    func testALinkOfAnObjectThatIsGoneIsAConflict() throws {
        for editing in [false, true] {
            _ = try link(.error, editing: editing) { context, memo, _ in
                XCTAssertThrowsError(try context.save()) { error in
                    guard case .deletionConflict = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                    XCTAssertEqual((error as? SaveError)?.objectIDs, [AnyManagedObjectID(memo.objectID)])
                }
                XCTAssertTrue(context.hasChanges)
            }
        }
    }

    func testALinkOfAnObjectThatIsGoneIsDroppedUnderTheStoresPolicies() throws {
        for policy in [MergePolicy.mergeByPropertyStoreTrump, .rollback] {
            for editing in [false, true] {
                _ = try link(policy, editing: editing) { context, memo, tag in
                    try context.save()
                    XCTAssertNil(memo.managedObjectContext)
                    XCTAssertEqual(tag.memos, [])
                    XCTAssertFalse(context.hasChanges)
                }
            }
        }
    }

    func testALinkBringsAnObjectThatIsGoneBackUnderThePoliciesOfThisSide() throws {
        for policy in [MergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            for editing in [false, true] {
                let container = try link(policy, editing: editing) { context, memo, tag in
                    try context.save()
                    XCTAssertEqual(tag.memos, [memo])
                }
                try container.inBackground { context in
                    XCTAssertEqual(try context.find(Tag.self, "green").memos.names, ["note"])
                }
            }
        }
    }

    func testALinkMadeFromTheOtherEndIsDroppedWithTheObjectThatIsGone() throws {
        for policy in [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump] {
            let container = try makeMemo()
            try container.inBackground { context in
                context.mergePolicy = policy
                let (memo, tag): (Memo, Tag) = (try context.find("note"), try context.find("green"))
                tag.memos = [memo]
                try delete(Memo.self, "note", in: container)
                try context.save()
                XCTAssertEqual(tag.memos, [])
                XCTAssertNil(memo.managedObjectContext)
            }
            XCTAssertEqual(findings(container), [])
        }
    }

    func testRollbackDiscardsTheLinksOfAnObjectInConflict() throws {
        let container = try makeMemo()
        try container.inBackground { context in
            context.mergePolicy = .rollback
            let (memo, tag): (Memo, Tag) = (try context.find("note"), try context.find("green"))
            memo.tags = [tag]
            memo.pages = 2
            try container.inBackground { other in
                try other.find(Memo.self, "note").pages = 3
                try other.save()
            }
            try context.save()
            XCTAssertEqual(memo.tags, [])
            XCTAssertEqual(tag.memos, [])
            XCTAssertEqual(memo.pages, 3)
            XCTAssertFalse(context.hasChanges)
        }
        try container.inBackground { XCTAssertEqual(try $0.find(Memo.self, "note").tags, []) }
    }

    func testAReferenceToAnObjectThatIsGoneIsNotWrittenUnderAPolicy() throws {
        for policy in [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback] {
            let container = try makeMemo()
            try container.inBackground { context in
                context.mergePolicy = policy
                let (duty, garden): (Duty, Room) = (try context.find("dust"), try context.find("garden"))
                duty.place = garden
                let new = Duty("new", in: context)
                new.place = garden
                try delete(Room.self, "garden", in: container)
                try context.save()
                XCTAssertNil(new.place)
                let isStores = policy == .mergeByPropertyStoreTrump || policy == .rollback
                XCTAssertEqual(duty.place?.name, isStores ? "kitchen" : nil, "\(policy)")
                XCTAssertFalse(context.hasChanges)
            }
            XCTAssertEqual(findings(container), [], "\(policy)")
        }
    }

    func testOverwriteDoesNotWriteAReferenceThatWasNotEditedToAnObjectThatIsGone() throws {
        for policy in [MergePolicy.overwrite, .mergeByPropertyObjectTrump] {
            let container = try makeMemo()
            try container.inBackground { context in
                context.mergePolicy = policy
                let duty: Duty = try context.find("dust")
                duty.name = "sweep"
                try container.inBackground { other in
                    try other.find(Duty.self, "dust").name = "wash"
                    other.delete(try other.find(Room.self, "kitchen"))
                    try other.save()
                }
                try context.save()
                XCTAssertNil(duty.place)
                XCTAssertEqual(try context.count(for: FetchRequest<Duty>(predicate: #Predicate { $0.place == nil })), 1)
            }
            XCTAssertEqual(findings(container), [], "\(policy)")
        }
    }

    func testARestoredObjectRefersToNothingThatIsGone() throws {
        let container = try makeMemo()
        try container.inBackground { context in
            context.mergePolicy = .mergeByPropertyObjectTrump
            let duty: Duty = try context.find("dust")
            duty.name = "sweep"
            try container.inBackground { other in
                other.delete(try other.find(Duty.self, "dust"))
                other.delete(try other.find(Room.self, "kitchen"))
                try other.save()
            }
            try context.save()
            XCTAssertNil(duty.place)
        }
        XCTAssertEqual(findings(container), [])
        try container.inBackground { XCTAssertNil(try $0.find(Duty.self, "sweep").place) }
    }

    func testAReferenceThatLosesIsNotChecked() throws {
        for policy in [MergePolicy.mergeByPropertyStoreTrump, .rollback] {
            let container = try makeMemo()
            try container.inBackground { context in
                context.mergePolicy = policy
                let (duty, garden): (Duty, Room) = (try context.find("dust"), try context.find("garden"))
                duty.place = garden
                try container.inBackground { other in
                    try other.find(Duty.self, "dust").place = Room("cellar", in: other)
                    other.delete(try other.find(Room.self, "garden"))
                    try other.save()
                }
                try context.save()
                XCTAssertEqual(duty.place?.name, "cellar")
            }
        }
    }

    func testAnObjectThatIsDeletedUnreadIsDeleted() throws {
        for policy in [MergePolicy.error, .mergeByPropertyStoreTrump] {
            let container = try makeContainer()
            let id = try container.addChores("Dust")[0]
            try container.inBackground { context in
                context.mergePolicy = policy
                context.delete(context.object(with: id))
                try context.save()
            }
            XCTAssertEqual(try container.choreNames(), [], "\(policy)")
        }
    }

    func testAnObjectThatIsGoneLeavesNothingPendingWhenItIsDeletedUnread() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        try container.inBackground { context in
            let chore = context.object(with: id)
            try container.inBackground { other in
                other.delete(try other.existingObject(with: id))
                try other.save()
            }
            context.delete(chore)
            XCTAssertFalse(context.hasChanges)
            XCTAssertNil(chore.managedObjectContext)
            try context.save()
        }
    }

    func testAPendingMemberThatSomebodyElseDeletedIsNotShown() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            context.automaticallyMergesChangesFromParent = true
            let (list, song) = (Playlist("mix", in: context), Song("one", in: context))
            try context.save()
            list.songs = [song]
            try delete(Song.self, "one", in: container)
            _ = try context.fetch(FetchRequest<Song>())
            XCTAssertEqual(list.songs, [])
        }
    }

    func testAPendingMemberIsShownAgainWhenItsRowIsBack() throws {
        let container = try makeContainer(makeHousehold())
        let other = container.newBackgroundContext()
        try container.inBackground { context in
            context.automaticallyMergesChangesFromParent = true
            let (ada, ben) = (Member("Ada", in: context), Member("Ben", in: context))
            try context.save()
            ada.friends = [ben]
            try other.performAndWait {
                other.isUndoEnabled = true
                other.delete(try other.find(Member.self, "Ben"))
                try other.save()
            }
            _ = try context.fetch(FetchRequest<Member>())
            XCTAssertEqual(ada.friends, [])
            try other.performAndWait {
                other.undo()
                try other.save()
            }
            let back: Member = try context.find("Ben")
            XCTAssertEqual(ada.friends, [back])
            try context.save()
        }
        XCTAssertEqual(try container.inBackground { try $0.find(Member.self, "Ada").friends.names }, ["Ben"])
    }

    func testACrewThatOnlySailorsJoinedIsNotBroughtBack() throws {
        let container = try makeContainer(ManagedObjectModel(Crew.self, Sailor.self))
        try container.inBackground { context in
            context.mergePolicy = .mergeByPropertyObjectTrump
            context.isUndoEnabled = true
            let (crew, one, two) = (Crew(context: context), Sailor(context: context), Sailor(context: context))
            crew.members = [one]
            try context.save()
            context.undo()
            two.crews.insert(crew)
            one.crews.insert(crew)
            try container.inBackground { other in
                for crew in try other.fetch(FetchRequest<Crew>()) { other.delete(crew) }
                try other.save()
            }
            try context.save()
        }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Crew>()) }, 0)
    }

    func testAReferenceMadeBeforeItsTargetWasDeletedWithoutActionIsSaved() throws {
        let container = try makeContainer(ManagedObjectModel(Album.self, Photo.self))
        try container.inBackground { context in
            let (photo, album) = (Photo(context: context), Album(context: context))
            try context.save()
            photo.album = album
            context.delete(album)
            try context.save()
            XCTAssertNil(photo.album)
        }
    }

    func testAnOwnerThatWasNeverSavedLeavesNothingBehind() throws {
        let container = try makeContainer(ManagedObjectModel(Album.self, Photo.self))
        try container.inBackground { context in
            let (photo, album) = (Photo(context: context), Album(context: context))
            photo.album = album
            context.delete(album)
            XCTAssertNil(photo.album)
            try context.save()
        }
    }

    func testTwoContextsThatTouchPlacesInAListDoNotConflict() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let (first, second) = (Plan("first", in: context), Plan("second", in: context))
            let job = Job("dust", in: context)
            try context.save()
            first.steps.append(job)
            first.steps = []
            try container.inBackground { other in
                let plan: Plan = try other.find("second")
                let job: Job = try other.find("dust")
                plan.steps.append(job)
                plan.steps = []
                try other.save()
            }
            second.steps.append(job)
            try context.save()
            XCTAssertEqual(second.steps.names, ["dust"])
        }
    }
}

private final class Album: ManagedObject {
    @Attribute var name = ""
    @Relationship(deleteRule: .noAction) var photos: Set<Photo> = []
}

private final class Photo: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Album.photos) var album: Album?
}

private final class Crew: ManagedObject {
    @Relationship var members: [Sailor] = []
}

private final class Sailor: ManagedObject {
    @Relationship(inverse: \Crew.members) var crews: Set<Crew> = []
}
