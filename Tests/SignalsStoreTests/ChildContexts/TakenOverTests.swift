import Foundation
import Signals
import SignalsStore
import XCTest

/// The objects that a parent has read, after a child saved through it.
final class TakenOverTests: XCTestCase {
    func testLinksNewMembersAndDeletionsReachToManysThatTheParentHasRead() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            Duty("first", in: context).project = Project("old", in: context)
            _ = Tag("green", in: context)
            _ = Memo("note", in: context)
            try context.save()
        }
        let parent = container.newBackgroundContext()
        let form = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let project: Project = try parent.find("old")
            let (memo, tag): (Memo, Tag) = (try parent.find("note"), try parent.find("green"))
            XCTAssertEqual(project.duties.names, ["first"])
            XCTAssertEqual(memo.tags.count + tag.memos.count, 0)
            try form.performAndWait {
                try form.find(Memo.self, "note").tags = [try form.find("green")]
                Duty("second", in: form).project = try form.find("old")
                form.delete(try form.find(Duty.self, "first"))
                try form.saveThroughParent()
            }
            XCTAssertEqual(project.duties.names, ["second"])
            XCTAssertEqual(memo.tags, [tag])
            XCTAssertEqual(tag.memos, [memo])
            project.duties.insert(Duty("third", in: parent))
            try parent.save()
            XCTAssertEqual(project.duties.sortedNames, ["second", "third"])
        }
    }
}
