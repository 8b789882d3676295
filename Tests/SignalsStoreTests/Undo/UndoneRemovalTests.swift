import SignalsStore
import XCTest

/// Undoing and redoing that members left lists which others changed meanwhile: a table of links keeps their order.
final class UndoneRemovalTests: XCTestCase {
    /// Runs a closure with lists of three members in a context that records what is to be undone, and in one of others.
    private func withLists(
        _ body: (_ here: Lists, _ there: Lists) throws -> Void
    ) throws {
        for follows in [false, true] {
            let container = try makeContainer(makeProjects())
            let here = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let there = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            here.automaticallyMergesChangesFromParent = follows
            let list = Playlist("mix", in: there)
            list.songs = (0..<3).map { Song("\($0)", in: there) }
            try there.save()
            try body(try Lists(here), try Lists(there))
        }
    }

    private struct Lists {
        let context: ManagedObjectContext
        let list: Playlist

        init(_ context: ManagedObjectContext) throws {
            self.context = context
            list = try context.find("mix")
        }

        func song(_ name: String) throws -> Song { try context.find(name) }

        func save() throws { try context.save() }

        /// Reads what others saved.
        func read() { context.refreshAllObjects() }
    }

    func testALinkedMemberThatOthersPutBackKeepsItsPlace() throws {
        try withLists { here, there in
            here.list.songs.remove(at: 0)
            try here.save()
            there.read()
            there.list.songs.append(try there.song("0"))
            try there.save()
            here.read()
            XCTAssertEqual(here.list.songs.names, ["1", "2", "0"])
            here.context.undo()
            XCTAssertEqual(here.list.songs.names, ["1", "2", "0"])
            XCTAssertFalse(here.context.hasChanges)
            here.context.redo()
            XCTAssertEqual(here.list.songs.names, ["1", "2", "0"])
        }
    }

    func testAMemberPutBackLeavesTheOrderThatOthersGaveTheRest() throws {
        try withLists { here, there in
            here.list.songs.remove(at: 2)
            try here.save()
            there.read()
            there.list.songs.swapAt(0, 1)
            try there.save()
            here.read()
            here.context.undo()
            XCTAssertEqual(here.list.songs.names, ["1", "2", "0"])
            try here.save()
            there.read()
            XCTAssertEqual(there.list.songs.names, ["1", "2", "0"])
        }
    }

    func testOfMembersThatLeftAtOnceThoseThatOthersPutBackKeepTheirPlace() throws {
        try withLists { here, there in
            here.list.songs.removeFirst(2)
            try here.save()
            there.read()
            there.list.songs.append(try there.song("0"))
            try there.save()
            here.read()
            here.context.undo()
            XCTAssertEqual(here.list.songs.names, ["2", "0", "1"], "one follows the other again, wherever that is")
        }
    }

    func testARedoneRemovalLeavesTheOrderThatOthersGaveTheRest() throws {
        try withLists { here, there in
            here.list.songs.remove(at: 2)
            here.context.undo()
            try here.save()
            there.read()
            there.list.songs.swapAt(0, 1)
            try there.save()
            here.read()
            here.context.redo()
            XCTAssertEqual(here.list.songs.names, ["1", "0"])
            here.context.undo()
            XCTAssertEqual(here.list.songs.names, ["1", "0", "2"])
        }
    }

    func testAGroupOfARemovalAndAnOrderLeavesAMemberWhereOthersPutItBack() throws {
        try withLists { here, there in
            let songs = here.list.songs
            here.context.undoGrouping {
                here.list.songs = [songs[2], songs[1], songs[0]]
                here.list.songs.remove(at: 2)
            }
            try here.save()
            there.read()
            XCTAssertEqual(there.list.songs.names, ["2", "1"])
            there.context.delete(try there.song("1"))
            there.list.songs.append(try there.song("0"))
            try there.save()
            here.read()
            here.context.undo()
            XCTAssertEqual(here.list.songs.names, ["0", "2"], "the step had put them into another order")
        }
    }

    func testTheUndoneSaveOfAChildPutsAMemberBackWhereItWasBeforeThat() throws {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let plan = Plan("Spring", in: parent)
        plan.steps = [Job("Dust", in: parent), Job("Mop", in: parent)]
        try parent.save()
        parent.isUndoEnabled = true
        let dust = plan.steps[0]
        plan.steps.remove(at: 0)
        dust.plan = plan
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        try child.find(Job.self, "Dust").plan = nil
        try child.save()
        dust.plan = plan
        for _ in 0..<2 { parent.undo() }
        XCTAssertEqual(plan.steps.map(\.name), ["Mop", "Dust"])
        for _ in 0..<2 { parent.redo() }
        XCTAssertEqual(plan.steps.map(\.name), ["Mop", "Dust"])
        for _ in 0..<4 { parent.undo() }
        XCTAssertEqual(plan.steps.map(\.name), ["Dust", "Mop"])
        XCTAssertFalse(parent.hasChanges)
    }
}
