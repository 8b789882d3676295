import Foundation
import SignalsStore
import XCTest

/// Undoing and redoing changes of ordered relationships that lead one way.
final class UndoneOrderTests: XCTestCase {
    private func makeList() throws -> PersistentContainer {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            let list = Playlist("mix", in: context)
            list.songs = (0..<4).map { Song("\($0)", in: context) }
            try context.save()
        }
        return container
    }

    /// Runs a closure with the list in a context that records what is to be undone.
    private func edit(
        _ container: PersistentContainer, _ body: (ManagedObjectContext, Playlist) throws -> Void
    ) throws {
        try container.inBackground { context in
            context.isUndoEnabled = true
            try body(context, try context.find("mix"))
        }
    }

    private func stored(_ container: PersistentContainer) throws -> [String] {
        try container.inBackground { try $0.find(Playlist.self, "mix").songs.names }
    }

    func testAListThatIsAsItIsStoredIsNoChangeAfterItsOwnersDeletionIsUndone() throws {
        let container = try makeList()
        try edit(container) { context, list in
            list.songs = []
            try context.save()
            context.undo()
            for _ in 0..<4 { list.songs.removeLast() }
            context.delete(list)
            context.undo()
            XCTAssertEqual(list.songs, [])
            XCTAssertFalse(context.hasChanges)
        }
        XCTAssertEqual(try stored(container), [])
    }

    func testAnUndoneRemovalPutsTheMemberBackWhereItWas() throws {
        for index in 0..<4 {
            let container = try makeList()
            try edit(container) { context, list in
                list.songs.remove(at: index)
                context.undo()
                XCTAssertEqual(list.songs.names, ["0", "1", "2", "3"])
                XCTAssertFalse(context.hasChanges)
                context.redo()
                XCTAssertEqual(list.songs.count, 3)
                context.undo()
                list.songs.append(Song("x", in: context))
                try context.save()
            }
            XCTAssertEqual(try stored(container), ["0", "1", "2", "3", "x"])
        }
    }

    func testALastMemberThatLeftAndCameBackIsNoChangeOfTheList() throws {
        let container = try makeList()
        try container.inBackground { context in
            let list: Playlist = try context.find("mix")
            let last = list.songs.removeLast()
            list.songs.append(last)
            XCTAssertEqual(list.songs.names, ["0", "1", "2", "3"])
            try container.inBackground { other in
                other.delete(try other.find(Playlist.self, "mix"))
                try other.save()
            }
            XCTAssertNoThrow(try context.save(), "nothing was changed that the deletion could be in conflict with")
        }
    }

    func testAnUndoneOrderIsNoChange() throws {
        let container = try makeList()
        try edit(container) { context, list in
            list.songs.reverse()
            context.undo()
            XCTAssertEqual(list.songs.names, ["0", "1", "2", "3"])
            XCTAssertFalse(context.hasChanges)
            context.redo()
            XCTAssertEqual(list.songs.names, ["3", "2", "1", "0"])
            try context.save()
        }
        XCTAssertEqual(try stored(container), ["3", "2", "1", "0"])
    }

    func testARedoneGroupGivesTheOrderThatItHadGiven() throws {
        let container = try makeList()
        try edit(container) { context, list in
            let songs = list.songs
            context.undoGrouping { list.songs = [Song("new", in: context), songs[2], songs[0]] }
            context.undo()
            XCTAssertEqual(list.songs.names, ["0", "1", "2", "3"])
            XCTAssertFalse(context.hasChanges)
            context.redo()
            XCTAssertEqual(list.songs.names, ["new", "2", "0"])
            try context.save()
            XCTAssertEqual(list.songs.names, ["new", "2", "0"])
        }
        XCTAssertEqual(try stored(container), ["new", "2", "0"])
    }

    func testAnUndoneDeletionPutsTheMemberBackWhereItWas() throws {
        let container = try makeList()
        try edit(container) { context, list in
            context.delete(list.songs[1])
            XCTAssertEqual(list.songs.names, ["0", "2", "3"])
            context.undo()
            XCTAssertEqual(list.songs.names, ["0", "1", "2", "3"])
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testPendingMembersKeepTheirOrderWhenTheListIsReadAgain() throws {
        let container = try makeList()
        try edit(container) { context, list in
            let songs = list.songs
            list.songs = []
            try context.save()
            list.songs = [songs[3], songs[1]]
            context.refreshAllObjects()
            XCTAssertEqual(list.songs.names, ["3", "1"])
            try context.save()
        }
        XCTAssertEqual(try stored(container), ["3", "1"])
    }

    func testAnUndoneDeletionKeepsPendingLinksThatItDenies() throws {
        let container = try makeContainer(makeProjects())
        try edit2(container) { context in
            let (memo, tag) = (Memo("note", in: context), Tag("green", in: context))
            try context.save()
            memo.tags = [tag]
            context.delete(memo)
            context.undo()
            XCTAssertTrue(context.hasChanges)
            try context.save()
            XCTAssertEqual(memo.tags, [tag])
        }
        try container.inBackground { XCTAssertEqual(try $0.find(Memo.self, "note").tags.names, ["green"]) }
    }

    private func edit2(_ container: PersistentContainer, _ body: (ManagedObjectContext) throws -> Void) throws {
        try container.inBackground { context in
            context.isUndoEnabled = true
            try body(context)
        }
    }

    func testMembersThatOthersAddedStayBehindTheirPredecessorWhenPositionsAreUndoneAndRedone() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        let (one, five) = (Job("1", in: context), Job("5", in: context))
        let plan = Plan("plan", in: context)
        plan.steps = [five, one]
        plan.steps = [one, five]
        try context.save()
        try container.inBackground { other in
            Job("6", in: other).plan = try other.find(Plan.self, "plan")
            try other.save()
        }
        _ = try context.fetch(FetchRequest<Job>())
        XCTAssertEqual(plan.steps.names, ["1", "5", "6"])
        for _ in 0..<2 {
            context.undo()
            XCTAssertEqual(plan.steps.names, ["5", "6", "1"])
            context.redo()
            XCTAssertEqual(plan.steps.names, ["1", "5", "6"])
        }
    }

    func testAMemberThatWasAddedAtTheFrontStaysThereWhenARemovalIsUndone() throws {
        for (isDeletion, isRefreshed) in [(false, false), (false, true), (true, false), (true, true)] {
            let container = try makeContainer(makeHousehold())
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let members = ["Ada", "Ben", "Cid"].map { Member($0, in: context) }
            let plan = Plan("Spring", in: context)
            plan.helpers = Array(members[..<2])
            try context.save()
            plan.helpers.insert(members[2], at: 0)
            if isDeletion { context.delete(members[2]) } else { plan.helpers.removeLast() }
            // The list is read again.
            if isRefreshed { context.refreshAllObjects() }
            context.undo()
            XCTAssertEqual(plan.helpers.names, ["Cid", "Ada", "Ben"])
            try context.save()
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            XCTAssertEqual(try other.find(Plan.self, "Spring").helpers.names, ["Cid", "Ada", "Ben"])
            context.undo()
            XCTAssertEqual(plan.helpers.names, ["Ada", "Ben"])
        }
    }

    func testAListIsNotTakenForThatOfAnObjectThatWasReleased() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            let members = (0..<8).map { Member("m\($0)", in: context) }
            for count in 0..<6 { Plan("p\(count)", in: context).helpers = Array(members[..<count]) }
            try context.save()
        }
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.isUndoEnabled = true
        let last: Member = try context.find("m7")
        // Nobody holds the plans between two rounds, so that one has the address of another.
        for round in 0..<400 {
            let count = (5 * round) % 6
            try withoutHolding {
                let plan: Plan = try context.find("p\(count)")
                for _ in 0..<(round % 7) {
                    _ = plan.helpers
                    context.refreshAllObjects()
                }
                plan.helpers.append(last)
                plan.helpers.insert(plan.helpers.removeLast(), at: 0)
                XCTAssertEqual(plan.helpers.map(\.name), ["m7"] + (0..<count).map { "m\($0)" })
                context.rollback()
            }
        }
    }

    private func withoutHolding(_ body: () throws -> Void) rethrows { try body() }

    func testAListIsCleanAfterUndoTookOutAMemberThatItHadPutBeforeOthers() throws {
        let container = try makeContainer(makeProjects())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let (list, first, second) = (Playlist("mix", in: parent), Song("1", in: parent), Song("2", in: parent))
        let (copy, member) = (child.object(with: list.objectID), child.object(with: first.objectID))
        child.undoGrouping {
            copy.songs.append(member)
            child.delete(copy)
        }
        list.songs.append(second)
        child.refreshAllObjects()
        child.undo()
        XCTAssertEqual(copy.songs.names, ["2"])
        XCTAssertEqual(child.updatedObjects, [])
    }

    /// Members that left one by one in one step come back after those before them, also where others put these back.
    func testMembersComeBackBesideThoseThatOthersPutBack() throws {
        for isLinked in [false, true] {
            let container = try makeContainer(makeHousehold())
            let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            here.automaticallyMergesChangesFromParent = true
            let (spring, march) = (Plan("Spring", in: here), Plan("March", in: here))
            let (ada, ben, dust, mop) = (
                Member("Ada", in: here), Member("Ben", in: here), Job("Dust", in: here), Job("Mop", in: here)
            )
            (spring.steps, spring.helpers) = ([dust, mop], [ada, ben])
            try here.save()
            here.undoGrouping {
                if isLinked {
                    spring.helpers.removeFirst()
                    spring.helpers.removeFirst()
                } else {
                    march.steps = [dust, mop]
                }
            }
            try here.save()
            let (springID, adaID, dustID) = (spring.objectID, ada.objectID, dust.objectID)
            try container.inBackground { other in
                if isLinked {
                    other.object(with: springID).helpers = [other.object(with: adaID)]
                } else {
                    other.object(with: dustID).plan = other.object(with: springID)
                }
                try other.save()
            }
            _ = try here.fetch(FetchRequest<Plan>())
            here.undo()
            XCTAssertEqual(spring.helpers.names, ["Ada", "Ben"])
            XCTAssertEqual(spring.steps.names, ["Dust", "Mop"])
            try here.save()
            let orders = try container.inBackground { other in
                let plan = other.object(with: springID)
                return [plan.helpers.map(\.name), plan.steps.map(\.name)]
            }
            XCTAssertEqual(orders, [["Ada", "Ben"], ["Dust", "Mop"]])
        }
    }

    func testAListIsCleanAfterUndoOnceTheMemberThatReorderedItHasLeft() throws {
        let container = try makeContainer(makeProjects())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (list, first, second) = (Playlist("mix", in: context), Song("1", in: context), Song("2", in: context))
        list.songs = [first]
        try context.save()
        list.songs = []
        list.songs = [second, first]
        list.songs.removeFirst()
        XCTAssertEqual(list.songs.names, ["1"])
        list.name = "other"
        context.undo()
        XCTAssertEqual(list.songs.names, ["1"])
        XCTAssertEqual(context.updatedObjects, [])
        XCTAssertEqual(try stored(container), ["1"])
    }

    /// What undo puts back keeps its place before what undo takes out again, and redo finds both there.
    func testUndoAndRedoKeepTheOrderAcrossSavesAtEveryLevel() throws {
        for (hasForm, isNew) in [(false, false), (false, true), (true, false), (true, true)] {
            let container = try makeContainer(makeHousehold())
            let first = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (plan, spare) = (Plan("Spring", in: first), Job("x", in: first))
            plan.steps = ["a", "b"].map { Job($0, in: first) }
            plan.helpers = ["a", "b"].map { Member($0, in: first) }
            try first.save()
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let form = hasForm ? ManagedObjectContext(concurrencyType: .mainQueue, parent: parent) : parent
            form.isUndoEnabled = true
            let mine = try form.existingObject(with: plan.objectID)
            let what = "form: \(hasForm), new: \(isNew)"
            func save(_ expected: [String], _ line: UInt = #line) throws {
                XCTAssertEqual(mine.steps.names, expected, what, line: line)
                XCTAssertEqual(mine.helpers.names, expected, what, line: line)
                if hasForm { try form.save() }
                try parent.save()
                let reader = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                let stored = try reader.existingObject(with: plan.objectID)
                XCTAssertEqual(stored.steps.names, expected, what, line: line)
                XCTAssertEqual(stored.helpers.names, expected, what, line: line)
            }
            form.undoGrouping {
                mine.steps.append(isNew ? Job("x", in: form) : form.object(with: spare.objectID))
                mine.helpers.append(Member("x", in: form))
            }
            form.undoGrouping {
                mine.steps.remove(at: 1)
                mine.helpers.remove(at: 1)
            }
            try save(["a", "x"])
            form.undo()
            form.undo()
            try save(["a", "b"])
            form.redo()
            try save(["a", "b", "x"])
            form.redo()
            try save(["a", "x"])
            form.undo()
            try save(["a", "b", "x"])
        }
    }
}
