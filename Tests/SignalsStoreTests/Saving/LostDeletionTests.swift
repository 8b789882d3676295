import Foundation
import SignalsStore
import XCTest

/// Deletions that a policy gives up, and what they implied.
final class LostDeletionTests: XCTestCase {
    private let storeSide: [MergePolicy] = [.mergeByPropertyStoreTrump, .rollback]

    private func makeProject() throws -> PersistentContainer {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            let project = Project("old", in: context)
            let kitchen = Room("kitchen", in: context)
            for number in 0..<3 {
                let duty = Duty("\(number)", in: context)
                duty.project = project
                duty.place = kitchen
            }
            let tag = Tag("green", in: context)
            tag.memos = [Memo("note", in: context)]
            try context.save()
        }
        return container
    }

    private func change(_ container: PersistentContainer, _ body: (ManagedObjectContext) throws -> Void) throws {
        try container.inBackground { other in
            try body(other)
            try other.save()
        }
    }

    private func duties(_ container: PersistentContainer) throws -> [String] {
        try container.inBackground { context in
            try context.fetch(FetchRequest<Duty>()).map {
                "\($0.name) in \($0.project?.name ?? "nothing") at \($0.place?.name ?? "nowhere")"
            }.sorted()
        }
    }

    private let all = (0..<3).map { "\($0) in renamed at kitchen" }

    func testAnOwnerStaysWithAMemberThatTheProgramDeletedBeforeAndThatStays() throws {
        for policy in storeSide {
            let container = try makeProject()
            try container.inBackground { context in
                context.mergePolicy = policy
                let (project, duty): (Project, Duty) = (try context.find("old"), try context.find("1"))
                try change(container) { try $0.find(Duty.self, "1").name = "9" }
                context.delete(duty)
                context.delete(project)
                try context.save()
                XCTAssertEqual(duty.name, "9")
                XCTAssertTrue(duty.project === project)
            }
            let expected = (["0", "2", "9"]).map { "\($0) in old at kitchen" }
            XCTAssertEqual(try duties(container), expected, "\(policy)")
        }
    }

    func testLinksThatTheDeletionEndedAreKeptFromEitherSide() throws {
        for policy in storeSide {
            let container = try makeContainer(makeHousehold())
            try container.inBackground { context in
                context.mergePolicy = policy
                let (chess, ada) = (Club("Chess", in: context), Member("Ada", in: context))
                let rowing = Club("Rowing", in: context)
                (chess.members, rowing.members) = ([ada], [Member("Ben", in: context)])
                try context.save()
                try change(container) { other in
                    try other.find(Club.self, "Chess").name = "Go"
                    try other.find(Member.self, "Ben").name = "Bo"
                }
                context.delete(chess)
                context.delete(try XCTUnwrap(rowing.members.first))
                try context.save()
                XCTAssertEqual(chess.members, [ada], "\(policy)")
                XCTAssertEqual(rowing.members.names, ["Bo"], "\(policy)")
            }
            let stored = try container.inBackground { context in
                [try context.find(Club.self, "Go").members.names, try context.find(Club.self, "Rowing").members.names]
            }
            XCTAssertEqual(stored, [["Ada"], ["Bo"]], "\(policy)")
        }
    }

    func testALinkThatTheProgramEndedStaysEndedWhenTheDeletionIsLost() throws {
        for (policy, expected) in [(MergePolicy.mergeByPropertyStoreTrump, []), (.rollback, ["note"])] {
            let container = try makeProject()
            try container.inBackground { context in
                context.mergePolicy = policy
                let tag: Tag = try context.find("green")
                tag.memos = []
                try change(container) { try $0.find(Tag.self, "green").name = "red" }
                context.delete(tag)
                try context.save()
                XCTAssertEqual(tag.memos.names, expected, "\(policy)")
            }
            let stored = try container.inBackground { try $0.find(Tag.self, "red").memos.names }
            XCTAssertEqual(stored, expected, "\(policy)")
        }
    }

    func testAnOwnerThatStaysKeepsWhatItsDeletionWouldHaveDeleted() throws {
        for policy in storeSide {
            let container = try makeProject()
            try container.inBackground { context in
                context.mergePolicy = policy
                let project: Project = try context.find("old")
                let duties = project.duties
                try change(container) { try $0.find(Project.self, "old").name = "renamed" }
                context.delete(project)
                try context.save()
                XCTAssertEqual(project.name, "renamed")
                XCTAssertEqual(project.duties, duties, "\(policy)")
                for duty in duties { XCTAssertTrue(duty.project === project && duty.managedObjectContext != nil) }
                XCTAssertFalse(context.hasChanges)
            }
            XCTAssertEqual(try duties(container), all, "\(policy)")
        }
    }

    func testAnOwnerThatStaysInAParentKeepsWhatItsDeletionWouldHaveDeleted() throws {
        let container = try makeProject()
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = .mergeByPropertyStoreTrump
        try child.performAndWait {
            let project: Project = try child.find("old")
            _ = project.duties.count
            try parent.performAndWait { try parent.find(Project.self, "old").name = "renamed" }
            child.delete(project)
            try child.save()
            XCTAssertEqual(project.duties.count, 3)
        }
        try parent.performAndWait { try parent.save() }
        XCTAssertEqual(try duties(container), all)
    }

    func testReferencesAndLinksToAnObjectThatStaysAreKept() throws {
        for policy in storeSide {
            let container = try makeProject()
            try container.inBackground { context in
                context.mergePolicy = policy
                let kitchen: Room = try context.find("kitchen")
                let tag: Tag = try context.find("green")
                let memo: Memo = try context.find("note")
                XCTAssertEqual(tag.memos, [memo])
                let places = try context.fetch(FetchRequest<Duty>())
                try change(container) { other in
                    try other.find(Room.self, "kitchen").name = "dining room"
                    try other.find(Tag.self, "green").name = "blue"
                }
                context.delete(kitchen)
                context.delete(tag)
                try context.save()
                XCTAssertEqual(tag.memos, [memo])
                XCTAssertEqual(memo.tags, [tag])
                for duty in places { XCTAssertTrue(duty.place === kitchen) }
            }
            XCTAssertEqual(try duties(container), (0..<3).map { "\($0) in old at dining room" })
            try container.inBackground { XCTAssertEqual(try $0.find(Tag.self, "blue").memos.sortedNames, ["note"]) }
        }
    }

    func testObjectsThatTheProgramDeletedItselfAreDeletedAllTheSame() throws {
        let container = try makeProject()
        try container.inBackground { context in
            context.mergePolicy = .mergeByPropertyStoreTrump
            let project: Project = try context.find("old")
            try change(container) { try $0.find(Project.self, "old").name = "renamed" }
            context.delete(try context.find(Duty.self, "1"))
            context.delete(project)
            try context.save()
        }
        XCTAssertEqual(try duties(container), [all[0], all[2]])
    }

    func testAMemberThatStaysKeepsTheOwnerThatItIsDeletedWith() throws {
        for policy in storeSide {
            let container = try makeProject()
            try container.inBackground { context in
                context.mergePolicy = policy
                let project: Project = try context.find("old")
                _ = project.duties.count
                try change(container) { try $0.find(Duty.self, "1").name = "one" }
                context.delete(project)
                try context.save()
                XCTAssertEqual(project.duties.sortedNames, ["0", "2", "one"])
            }
            XCTAssertEqual(try duties(container), ["0", "2", "one"].map { "\($0) in old at kitchen" }, "\(policy)")
        }
    }

    func testAnImpliedNilIsNoConflictWithAMoveElsewhere() throws {
        for policy in [MergePolicy.error, .mergeByPropertyObjectTrump] + storeSide {
            let container = try makeProject()
            try container.inBackground { context in
                context.mergePolicy = policy
                let kitchen: Room = try context.find("kitchen")
                _ = try context.fetch(FetchRequest<Duty>())
                try change(container) { other in
                    try other.find(Duty.self, "1").place = Room("garden", in: other)
                }
                context.delete(kitchen)
                try context.save()
                XCTAssertEqual(try context.find(Duty.self, "1").place?.name, "garden")
            }
            XCTAssertEqual(
                try duties(container), ["0 in old at nowhere", "1 in old at garden", "2 in old at nowhere"])
        }
    }

    /// Has a child context delete objects that its parent has related otherwise since they were read there, with a duty
    /// that somebody else changed besides.
    private func deletingMovedDuties(
        _ delete: (_ child: ManagedObjectContext, _ one: Project, _ two: Project, _ early: Duty) throws -> Void
    ) throws -> PersistentContainer {
        let container = try makeContainer(makeProjects())
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        (parent.mergePolicy, child.mergePolicy) = (.rollback, .overwrite)
        try parent.performAndWait {
            let (one, two) = (Project("one", in: parent), Project("two", in: parent))
            let (early, late) = (Duty("early", in: parent), Duty("late", in: parent))
            two.duties = [early]
            try parent.save()
            try child.performAndWait {
                let (first, second): (Project, Project) = (try child.find("one"), try child.find("two"))
                let duty: Duty = try child.find("early")
                XCTAssertEqual([first.duties, second.duties], [[], [duty]])
                one.duties = [early, late]
                try change(container) { try $0.find(Duty.self, "late").project = $0.find("one") }
                try delete(child, first, second, duty)
                try child.save()
            }
            try parent.save()
        }
        return container
    }

    func testADeletionStaysThatAnOwnerWhoseDeletionHoldsAskedForToo() throws {
        let container = try deletingMovedDuties { child, one, two, _ in
            child.delete(two)
            child.delete(one)
        }
        XCTAssertEqual(try duties(container), ["late in one at nowhere"])
        let projects = try container.inBackground { try $0.fetch(FetchRequest<Project>()).names }
        XCTAssertEqual(projects, ["one"])
    }

    func testADeletionStaysThatAChildAskedForThoughItsOwnersDeletionIsLost() throws {
        let container = try deletingMovedDuties { child, one, _, early in
            child.delete(early)
            child.delete(one)
        }
        XCTAssertEqual(try duties(container), ["late in one at nowhere"])
    }

    /// The policy leaves it with the owner that is deleted, since the other one is gone.
    func testAMemberWhoseNewOwnerOthersDeletedGoesWithItsFormerOne() throws {
        for policy in storeSide {
            let container = try makeContainer(makeProjects())
            try container.inBackground { context in
                context.mergePolicy = policy
                let (old, new, duty) = (
                    Project("old", in: context), Project("new", in: context), Duty("a", in: context)
                )
                duty.project = old
                try context.save()
                duty.project = new
                context.delete(old)
                try change(container) { other in other.delete(try other.find(Project.self, "new")) }
                try context.save()
                XCTAssertNil(duty.managedObjectContext, "\(policy)")
            }
            XCTAssertEqual(try duties(container), [], "\(policy)")
        }
    }

    /// Others made the link while the form saw the deletion, so that no change of the parent's names it.
    func testAFormShowsTheLinksOfAnObjectWhoseDeletionItsParentHasLost() throws {
        for policy in storeSide {
            let container = try makeContainer(makeHousehold())
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            for context in [parent, form] { context.automaticallyMergesChangesFromParent = true }
            parent.mergePolicy = policy
            let (ada, chess) = (Member("Ada", in: parent), Club("Chess", in: parent))
            try parent.save()
            parent.delete(ada)
            let mine: Club = try form.find("Chess")
            XCTAssertEqual(mine.members, [], "\(policy)")
            try change(container) { other in
                let ada: Member = try other.find("Ada")
                ada.name = "Ada L."
                ada.clubs = [try other.find("Chess")]
            }
            // The first fetch has the parent merge the commit, and report it.
            for _ in 0..<2 { XCTAssertEqual(try form.find(Club.self, "Chess").members, [], "\(policy)") }
            try parent.save()
            XCTAssertEqual(chess.members, [ada], "\(policy)")
            let found: Member = try form.find("Ada L.")
            XCTAssertEqual(found.clubs, [mine], "\(policy)")
            XCTAssertEqual(mine.members, [found], "\(policy)")
        }
    }

    func testAFormShowsTheLinksOfAnObjectThatItsSaveBringsBack() throws {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let forms = (0..<2).map { _ in ManagedObjectContext(concurrencyType: .mainQueue, parent: parent) }
        for context in [parent] + forms { context.automaticallyMergesChangesFromParent = true }
        forms[0].mergePolicy = .mergeByPropertyObjectTrump
        let (ada, chess) = (Member("Ada", in: parent), Club("Chess", in: parent))
        try parent.save()
        try forms[0].find(Member.self, "Ada").name = "Ada L."
        parent.delete(ada)
        try change(container) { try $0.find(Club.self, "Chess").members = [try $0.find("Ada")] }
        let clubs = try forms.map { try $0.find(Club.self, "Chess") }
        XCTAssertEqual(clubs.map(\.members), [[], []])
        try forms[0].save()
        XCTAssertEqual(chess.members, [ada])
        for (form, club) in zip(forms, clubs) {
            let mine: Member = try form.find("Ada L.")
            XCTAssertEqual(mine.clubs, [club])
            XCTAssertEqual(club.members, [mine])
        }
    }
}
