import Foundation
import SignalsStore
import XCTest

/// The reasons for which a child's save is refused, and what it brings to its parent.
final class ChildRulesTests: XCTestCase {
    private func withFamily(
        _ policy: MergePolicy = .error,
        _ body: (_ parent: ManagedObjectContext, _ child: ManagedObjectContext) throws -> Void
    ) throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = policy
        try parent.performAndWait { try child.performAndWait { try body(parent, child) } }
    }

    private func error(of body: () throws -> Void, line: UInt = #line) -> SaveError? {
        do {
            try body()
            XCTFail("nothing was thrown", line: line)
            return nil
        } catch { return error as? SaveError }
    }

    private func reason(_ body: () throws -> Void, line: UInt = #line) -> String {
        error(of: body, line: line).map { "\($0.reason)" } ?? ""
    }

    func testDenyIsAskedOfWhatTheParentHas() throws {
        try withFamily { parent, child in
            let shelf = Shelf("A", in: parent)
            shelf.owner = Member("Ada", in: parent)
            try parent.save()
            let copy: Shelf = try child.find("A")
            child.delete(copy)
            Book("B", in: parent).shelf = shelf
            XCTAssertEqual(reason { try child.save() }, "deletionDenied")
            XCTAssertFalse(shelf.isDeleted)
            XCTAssertEqual(child.deletedObjects, [copy], "mended, it can be saved")
            parent.delete(try parent.find(Book.self, "B"))
            try child.save()
            XCTAssertTrue(shelf.isDeleted)
        }
    }

    /// A policy of the parent gives up the deletion of what the child moved it to, and so its own.
    func testMembersAreDeletedWithTheOwnerThatAChildMovedThemTo() throws {
        let container = try makeContainer(ManagedObjectModel(Branch.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        parent.mergePolicy = .rollback
        let (trunk, limb, twig) = (Branch(context: parent), Branch(context: parent), Branch(context: parent))
        limb.parent = trunk
        twig.parent = trunk
        try parent.save()
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        try child.existingObject(with: twig.objectID).parent = try child.existingObject(with: limb.objectID)
        child.delete(try child.existingObject(with: trunk.objectID))
        try child.save()
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        try other.existingObject(with: limb.objectID).parent = nil
        try other.save()
        try parent.save()
        XCTAssertEqual(try other.count(for: FetchRequest<Branch>()), 3)
        XCTAssertFalse(parent.hasChanges)
    }

    func testALinkThatBothMadeAndTheChildEndsIsEndedInTheParent() throws {
        let container = try makeContainer(makeProjects())
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let (memo, tag) = (Memo("note", in: parent), Tag("green", in: parent))
            try child.performAndWait {
                let (note, green): (Memo, Tag) = (try child.find("note"), try child.find("green"))
                note.tags = [green]
                memo.tags = [tag]
                XCTAssertEqual(green.memos, [note])
                green.memos = []
                try child.save()
                XCTAssertEqual(note.tags, [])
            }
            XCTAssertEqual(memo.tags, [])
            XCTAssertEqual(tag.memos, [])
        }
    }

    func testTheChildIsCleanAndItsParentReadsWhatOthersSavedOfAnObjectThatComesBack() throws {
        let container = try makeContainer(makeHousehold())
        let (parent, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        parent.automaticallyMergesChangesFromParent = true
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = .overwrite
        try other.performAndWait {
            _ = Member("Ada", in: other)
            try other.save()
        }
        try parent.performAndWait {
            let ada: Member = try parent.find("Ada")
            try child.performAndWait {
                let copy: Member = try child.find("Ada")
                parent.delete(ada)
                try other.performAndWait {
                    let theirs: Member = try other.find("Ada")
                    theirs.mother = Member("Annabella", in: other)
                    try other.save()
                }
                _ = try parent.fetch(FetchRequest<Member>())
                copy.name = "Ada Lovelace"
                try child.save()
                XCTAssertFalse(child.hasChanges)
                XCTAssertEqual(copy.name, "Ada Lovelace")
            }
            XCTAssertFalse(ada.isDeleted)
        }
        parent.performAndWait {
            let ada = parent.registeredObjects.lazy.compactMap { $0 as? Member }.first { $0.name == "Ada Lovelace" }
            XCTAssertEqual(ada?.mother?.name, "Annabella", "seen while it was deleted here, and read when it came back")
        }
    }

    func testAMemberThatTheParentChangedIsSparedByTheDeletionOfItsOwnersOwner() throws {
        let container = try makeContainer(ManagedObjectModel(Cabinet.self, Album.self, Picture.self))
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = .mergeByPropertyStoreTrump
        try parent.performAndWait {
            let cabinet = Cabinet("Oak", in: parent)
            let (album, picture) = (Album("Summer", in: parent), Picture("Sea", in: parent))
            album.pictures = [picture]
            cabinet.albums = [album]
            try parent.save()
            try child.performAndWait {
                let copies = (try child.find(Cabinet.self, "Oak"), try child.find(Picture.self, "Sea"))
                child.delete(copies.0)
                XCTAssertTrue(copies.1.isDeleted)
                picture.name = "Sea at night"
                try child.save()
                XCTAssertFalse(copies.1.isDeleted)
                XCTAssertEqual(copies.1.name, "Sea at night")
            }
            XCTAssertTrue(cabinet.isDeleted)
            XCTAssertTrue(album.isDeleted)
            XCTAssertFalse(picture.isDeleted)
            XCTAssertEqual(picture.albums, [])
            try parent.save()
            XCTAssertEqual(try parent.count(for: FetchRequest<Picture>()), 1)
        }
    }

    func testADeletedOwnerDoesNotStayInSetsUnderDeny() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            let (memo, tag) = (Memo("note", in: context), Tag("green", in: context))
            memo.tags = [tag]
            try context.save()
            XCTAssertEqual(tag.memos, [memo])
            context.delete(memo)
            XCTAssertEqual(tag.memos, [])
            context.rollback()
            XCTAssertEqual(tag.memos, [memo])
        }
    }

    func testTheParentsRulesTakeWhatWasRelatedThereMeanwhile() throws {
        try withFamily { parent, child in
            let (ada, desk) = (Member("Ada", in: parent), Desk("D", in: parent))
            desk.owner = ada
            try parent.save()
            child.delete(try child.find(Member.self, "Ada"))
            let shelf = Shelf("A", in: parent)
            shelf.owner = ada
            try child.save()
            XCTAssertNil(shelf.managedObjectContext)
            XCTAssertNil(desk.owner)
        }
    }

    func testRequiredIsAskedOfWhatTheParentHas() throws {
        let container = try makeContainer(ManagedObjectModel(Trunk.self, Twig.self))
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let (trunk, other) = (Trunk(context: parent), Trunk(context: parent))
            try parent.save()
            try child.performAndWait {
                child.delete(try child.existingObject(with: trunk.objectID))
                let twig = Twig(context: parent)
                twig.trunk = trunk
                XCTAssertEqual(reason { try child.save() }, "relationshipMissing")
                twig.trunk = other
                try child.save()
            }
            XCTAssertTrue(trunk.isDeleted)
            try parent.save()
        }
    }

    func testARequiredReferenceThatTheParentEmptiedIsNoFailureOfTheChild() throws {
        for policy in [MergePolicy.error, .overwrite] { try saveATwigThatTheParentTookFromItsTrunk(policy) }
    }

    private func saveATwigThatTheParentTookFromItsTrunk(_ policy: MergePolicy) throws {
        let container = try makeContainer(ManagedObjectModel(Trunk.self, Twig.self))
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = policy
        try parent.performAndWait {
            let (twig, trunk) = (Twig(context: parent), Trunk(context: parent))
            twig.trunk = trunk
            try parent.save()
            try child.performAndWait {
                let copy = try child.existingObject(with: twig.objectID)
                XCTAssertNotNil(copy.trunk)
                parent.delete(trunk)
                // All values are written over it then.
                if policy == .overwrite { twig.length = 1 }
                copy.length = 3
                try child.save()
            }
            XCTAssertEqual(twig.length, 3)
            XCTAssertEqual(reason { try parent.save() }, "relationshipMissing")
        }
    }

    func testAnObjectThatTheParentDeletedStaysAMemberWhereItWasChanged() throws {
        try withFamily { parent, child in
            let dust = Job("Dust", in: parent)
            dust.assignee = Member("Ada", in: parent)
            let (ada, copy): (Member, Job) = (try child.find("Ada"), try child.find("Dust"))
            copy.minutes = 4
            parent.delete(dust)
            child.refreshAllObjects()
            XCTAssertTrue(copy.assignee === ada)
            XCTAssertEqual(ada.jobs, [copy])
        }
    }

    func testADeletionThatTheParentGivesUpKeepsWhatTheChildDeletedWithIt() throws {
        let container = try makeContainer(makeProjects())
        let parent = container.newBackgroundContext()
        parent.mergePolicy = .mergeByPropertyStoreTrump
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            Duty("dust", in: parent).project = Project("old", in: parent)
            try parent.save()
            try child.performAndWait {
                child.delete(try child.find(Project.self, "old"))
                try child.save()
            }
            try container.inBackground { other in
                try other.find(Project.self, "old").name = "renamed"
                try other.save()
            }
            try parent.save()
        }
        let duties = try container.inBackground { try $0.find(Project.self, "renamed").duties.names }
        XCTAssertEqual(duties, ["dust"])
    }

    func testALinkToWhatIsGoneIsPendingNoMoreInTheParentWhenTheChildEndsIt() throws {
        try withFamily { top, parent in
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            let (ada, ben) = (Member("Ada", in: top), Member("Ben", in: top))
            let copy: Member = try parent.find("Ada")
            copy.friends = [try parent.find("Ben")]
            try child.performAndWait {
                try child.find(Member.self, "Ada").friends = []
                top.delete(ben)
                parent.refreshAllObjects()
                try child.save()
            }
            try parent.save()
            XCTAssertFalse(parent.hasChanges)
            XCTAssertEqual(ada.friends, [])
        }
    }

    func testAnObjectThatAChildBringsBackWithoutALinkChangesNothingAtTheOtherEnd() throws {
        try withFamily { top, parent in
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            child.mergePolicy = .mergeByPropertyObjectTrump
            let (ada, chess) = (Member("Ada", in: top), Club("Chess", in: top))
            ada.clubs = [chess]
            let other: Member = try parent.find("Ada")
            try child.performAndWait {
                try child.find(Club.self, "Chess").members = []
                top.delete(chess)
                parent.refreshAllObjects()
                try child.save()
            }
            XCTAssertEqual(parent.insertedObjects.count, 1)
            XCTAssertFalse(other.hasChanges)
        }
    }

    func testAReferenceToWhatTheParentLostIsSettledByThePolicy() throws {
        for policy in [MergePolicy.error, .mergeByPropertyStoreTrump, .overwrite] {
            try withFamily(policy) { parent, child in
                let ada = Member("Ada", in: parent)
                let dust = Job("Dust", in: parent)
                let copy: Job = try child.find("Dust")
                copy.assignee = try child.find("Ada")
                let new = Job("Mop", in: child)
                new.assignee = try child.find("Ada")
                parent.delete(ada)
                guard policy == .error else {
                    try child.save()
                    XCTAssertNil(dust.assignee)
                    XCTAssertNil(try parent.find(Job.self, "Mop").assignee)
                    XCTAssertNil(new.assignee)
                    return try parent.save()
                }
                XCTAssertTrue(reason { try child.save() }.hasPrefix("relatedObjectDeleted"))
                XCTAssertNil(dust.assignee)
                XCTAssertEqual(try parent.fetch(FetchRequest<Job>()).count, 1)
            }
        }
    }

    func testALinkThatTheParentHasAlreadyIsNoChangeOfIt() throws {
        try withFamily { parent, child in
            let (ada, chess) = (Member("Ada", in: parent), Club("Chess", in: parent))
            try parent.save()
            let copy: Club = try child.find("Chess")
            copy.members.insert(try child.find("Ada"))
            chess.members.insert(ada)
            try parent.save()
            try child.save()
            XCTAssertEqual(parent.updatedObjects, [])
            XCTAssertEqual(chess.members, [ada])
        }
    }

    func testAReferenceThatTheParentMadeNilIsNoConflictWithAnother() throws {
        try withFamily { parent, child in
            let (ada, bob) = (Member("Ada", in: parent), Member("Bob", in: parent))
            let dust = Job("Dust", in: parent)
            dust.assignee = ada
            let copy: Job = try child.find("Dust")
            copy.assignee = try child.find("Bob")
            parent.delete(ada)
            try child.save()
            XCTAssertTrue(dust.assignee === bob)
        }
    }

    func testUnsavedObjectsOfTheParentCannotBeDeletedOrReferredToThroughIt() throws {
        let changes: [(ManagedObjectContext) throws -> Void] = [
            { $0.delete(try $0.find(Member.self, "New")) },
            { Job("Mop", in: $0).assignee = try $0.find("New") },
            { try $0.find(Job.self, "Dust").assignee = try $0.find("New") },
            { try $0.find(Club.self, "Chess").members.insert(try $0.find("New")) },
        ]
        for change in changes {
            try withFamily { parent, child in
                _ = (Job("Dust", in: parent), Club("Chess", in: parent))
                try parent.save()
                let new = Member("New", in: parent)
                try change(child)
                let error = self.error { try child.saveThroughParent() }
                XCTAssertEqual(error.map { "\($0.reason)" }, "unsavedInParent")
                XCTAssertEqual(error?.objectIDs, [AnyManagedObjectID(new.objectID)])
                XCTAssertEqual(parent.insertedObjects, [new])
                XCTAssertTrue(child.hasChanges)
            }
        }
    }

    func testUnsavedObjectsOfTheParentCannotLoseALinkToADeletedObjectThroughIt() throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            parent.isUndoEnabled = true
            let new = Member("New", in: parent)
            new.clubs = [Club("Chess", in: parent)]
            try child.performAndWait {
                let copy: Member = try child.find("New")
                XCTAssertEqual(copy.clubs.count, 1)
                copy.clubs = []
                parent.delete(new)
                try parent.save()
                try container.inBackground { other in
                    other.delete(try other.find(Club.self, "Chess"))
                    try other.save()
                }
                parent.refreshAllObjects()
                parent.undo()
                let error = self.error { try child.saveThroughParent() }
                XCTAssertEqual(error.map { "\($0.reason)" }, "unsavedInParent")
                XCTAssertEqual(error?.objectIDs, [AnyManagedObjectID(new.objectID)])
            }
        }
    }

    func testAnObjectThatOthersDeletedIsStoredAnewThroughItsParent() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            _ = Job("Dust", in: context)
            try context.save()
        }
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = .mergeByPropertyObjectTrump
        try parent.performAndWait {
            try child.performAndWait {
                let dust: Job = try child.find("Dust")
                dust.minutes = 5
                try container.inBackground { context in
                    context.delete(try context.find(Job.self, "Dust"))
                    try context.save()
                }
                parent.refreshAllObjects()
                try child.saveThroughParent()
                XCTAssertFalse(child.hasChanges)
            }
        }
        XCTAssertEqual(try container.inBackground { try $0.find(Job.self, "Dust").minutes }, 5)
    }

    func testObjectsThatAPolicyKeepsAreNotDeletedWithTheirOwnerThroughTheParent() throws {
        for policy in [MergePolicy.rollback, .mergeByPropertyStoreTrump] {
            let container = try makeContainer(ManagedObjectModel(Cabinet.self, Album.self, Picture.self))
            let parent = container.newBackgroundContext()
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            child.mergePolicy = policy
            try parent.performAndWait {
                let cabinet = Cabinet(context: parent)
                let album = Album(context: parent)
                cabinet.albums = [album]
                try parent.save()
                try child.performAndWait {
                    child.delete(try child.existingObject(with: cabinet.objectID))
                    album.name = "Summer"
                    try parent.save()
                    try child.saveThroughParent()
                }
                XCTAssertEqual(album.cabinets, [])
            }
            try container.inBackground { context in
                XCTAssertEqual(try context.fetch(FetchRequest<Album>()).map(\.name), ["Summer"])
                XCTAssertEqual(try context.count(for: FetchRequest<Cabinet>()), 0)
            }
        }
    }

    func testAReferenceFindsItsObjectAgainWhenTheParentTakesADeletionBack() throws {
        try withFamily { parent, child in
            let shelf = Shelf("A", in: parent)
            shelf.owner = Member("Ada", in: parent)
            Book("B", in: parent).shelf = shelf
            try parent.save()
            let copy: Book = try child.find("B")
            XCTAssertEqual(copy.shelf?.name, "A")
            parent.delete(shelf)
            child.refreshAllObjects()
            XCTAssertNil(copy.shelf)
            parent.rollback()
            child.refreshAllObjects()
            XCTAssertEqual(copy.shelf?.name, "A")
        }
    }

    func testWhatARuleOfTheStoreDeletesIsGoneInTheFormThatSaved() throws {
        let container = try makeContainer(ManagedObjectModel(Cabinet.self, Album.self, Picture.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        parent.isUndoEnabled = true
        let (cabinet, album) = (Cabinet("oak", in: parent), Album("Spring", in: parent))
        cabinet.albums = [album]
        try parent.save()
        // A step back from here, where the form sees none.
        cabinet.albums = []
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let (mine, known) = (try child.find(Cabinet.self, "oak"), try child.find(Album.self, "Spring"))
        XCTAssertEqual(mine.albums, [])
        child.delete(mine)
        parent.undo()
        try child.saveThroughParent()
        XCTAssertNil(known.managedObjectContext)
        XCTAssertEqual(try parent.count(for: FetchRequest<Album>()), 0)
    }
}

private final class Trunk: ManagedObject {
    @Relationship var twigs: Set<Twig> = []
}

private final class Twig: ManagedObject {
    @Attribute var length = 0
    @Relationship(.required, inverse: \Trunk.twigs) var trunk: Trunk?
}

/// Deleted with its albums.
private final class Cabinet: ManagedObject, Named {
    @Attribute var name = ""
    @Relationship(deleteRule: .cascade) var albums: Set<Album> = []
}

/// Deleted with its pictures, although others may have them too.
private final class Album: ManagedObject, Named {
    @Attribute var name = ""
    @Relationship(deleteRule: .cascade) var pictures: Set<Picture> = []
    @Relationship(inverse: \Cabinet.albums) var cabinets: Set<Cabinet> = []
}

private final class Picture: ManagedObject, Named {
    @Attribute var name = ""
    @Relationship(inverse: \Album.pictures) var albums: Set<Album> = []
}

private final class Branch: ManagedObject {
    @Relationship var parent: Branch?
    @Relationship(inverse: \Branch.parent, deleteRule: .cascade) var children: Set<Branch> = []
}
