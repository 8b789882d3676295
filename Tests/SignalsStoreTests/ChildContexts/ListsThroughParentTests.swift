import Foundation
import SignalsStore
import XCTest

/// A list that a child saves through its parent, which has it in another order.
final class ListsThroughParentTests: XCTestCase {
    private func check<List: Named, Entry: Named>(
        _ model: ManagedObjectModel, _ list: ReferenceWritableKeyPath<List, [Entry]>, _ comment: String,
        pending change: (inout [Entry]) -> Void, here: [String], then shown: [String], in stored: [String],
        line: UInt = #line, form edit: (inout [Entry], ManagedObjectContext) -> Void
    ) throws {
        let container = try makeContainer(model)
        try container.inBackground { context in
            List("list", in: context)[keyPath: list] = (0..<4).map { Entry("\($0)", in: context) }
            try context.save()
        }
        let names = { try container.inBackground { try $0.find(List.self, "list")[keyPath: list].names } }
        let parent = container.newBackgroundContext()
        let form = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let owner: List = try parent.find("list")
            change(&owner[keyPath: list])
            XCTAssertEqual(owner[keyPath: list].names, here, comment, line: line)
            try form.performAndWait {
                let copy: List = try form.find("list")
                edit(&copy[keyPath: list], form)
                try form.saveThroughParent()
                XCTAssertEqual(copy[keyPath: list].names, shown, "the child's, \(comment)", line: line)
                XCTAssertFalse(form.hasChanges)
            }
            XCTAssertEqual(owner[keyPath: list].names, shown, "the parent's, \(comment)", line: line)
            XCTAssertEqual(try names(), stored, "the store's, \(comment)", line: line)
            try parent.save()
            XCTAssertEqual(owner[keyPath: list].names, shown, "the parent's, saved, \(comment)", line: line)
        }
        XCTAssertEqual(try names(), shown, "the store's, saved, \(comment)", line: line)
    }

    private func checkBoth(
        pending: (inout [any Named]) -> Void, here: [String], then shown: [String], in stored: [String],
        line: UInt = #line, form edit: (inout [any Named], (String) -> any Named) -> Void
    ) throws {
        try check(
            makeProjects(), \Playlist.songs, "links",
            pending: { songs in
                var all: [any Named] = songs
                pending(&all)
                songs = all.compactMap { $0 as? Song }
            }, here: here, then: shown, in: stored, line: line
        ) { songs, context in
            var all: [any Named] = songs
            edit(&all) { Song($0, in: context) }
            songs = all.compactMap { $0 as? Song }
        }
        try check(
            makeHousehold(), \Plan.steps, "references",
            pending: { jobs in
                var all: [any Named] = jobs
                pending(&all)
                jobs = all.compactMap { $0 as? Job }
            }, here: here, then: shown, in: stored, line: line
        ) { jobs, context in
            var all: [any Named] = jobs
            edit(&all) { Job($0, in: context) }
            jobs = all.compactMap { $0 as? Job }
        }
    }

    func testPendingMembersAtTheParentsEndComeBehindThoseThatTheChildSaved() throws {
        let container = try makeContainer(makeHousehold())
        let parent = container.newBackgroundContext()
        let form = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let (plan, pending) = (Plan("Spring", in: parent), Job("pending", in: parent))
            _ = Job("saved", in: parent)
            try parent.save()
            pending.plan = plan
            try form.performAndWait {
                try form.find(Job.self, "saved").plan = try form.find("Spring")
                try form.saveThroughParent()
            }
            XCTAssertEqual(plan.steps.names, ["saved", "pending"])
            try parent.save()
        }
        let stored = try container.inBackground { try $0.find(Plan.self, "Spring").steps.names }
        XCTAssertEqual(stored, ["saved", "pending"])
    }

    func testMembersThatTheChildAppendsComeLastInEachOrder() throws {
        try checkBoth(
            pending: { $0.reverse() }, here: ["3", "2", "1", "0"], then: ["3", "2", "1", "0", "x", "y"],
            in: ["0", "1", "2", "3", "x", "y"]
        ) { members, make in
            members.append(make("x"))
            members.append(make("y"))
        }
    }

    func testMembersThatTheChildAppendsToAListThatTheParentShortenedComeLast() throws {
        try checkBoth(
            pending: { $0.removeLast(2) }, here: ["0", "1"], then: ["0", "1", "x"], in: ["0", "1", "2", "3", "x"]
        ) { members, make in members.append(make("x")) }
    }

    func testMembersThatTheChildTakesOutLeaveEachOrder() throws {
        try checkBoth(
            pending: { $0.reverse() }, here: ["3", "2", "1", "0"], then: ["3", "1", "0"], in: ["0", "1", "3"]
        ) { members, _ in members.remove(at: 1) }
    }
}
