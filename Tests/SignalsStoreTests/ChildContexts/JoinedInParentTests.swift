import SignalsStore
import XCTest

/// A new object of a parent that has become one with a stored one by its save, as its child has it.
final class JoinedInParentTests: XCTestCase {
    func testAChildFindsTheStoredObjectWhenItsParentJoinedOne() throws {
        let container = try makeDesk()
        let parent = container.newBackgroundContext()
        parent.mergePolicy = .mergeByPropertyObjectTrump
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let id = try container.inBackground { try onlySticker($0).objectID }
        try parent.performAndWait {
            let label = Sticker(context: parent)
            (label.name, label.color) = ("even", "blue")
            try child.performAndWait {
                let copy = child.object(with: label.objectID)
                XCTAssertEqual(copy.color, "blue")
                let paper = Paper(context: child)
                paper.main = copy
                paper.labels = [copy]
                copy.weight = 3
                try parent.save()
                try child.save()
                XCTAssertEqual(copy.objectID, id)
                XCTAssertTrue(child.object(with: id) === copy)
                XCTAssertTrue(paper.main === copy)
                XCTAssertEqual(paper.labels, [copy])
            }
            try parent.save()
        }
        try container.inBackground { context in
            let label = try onlySticker(context)
            XCTAssertEqual(label.weight, 3)
            XCTAssertEqual(label.mainOf.count, 2)
            XCTAssertEqual(label.papers.count, 2)
        }
    }

    func testAChildsObjectThatItsParentMadeAStoredOneHasTheValuesOfThatOne() throws {
        let container = try makeDesk()
        let parent = container.newBackgroundContext()
        parent.mergePolicy = .rollback
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let (id, sheet) = try container.inBackground { context in
            let stored = try onlySticker(context)
            stored.weight = 7
            let sheet = Paper(context: context)
            try context.save()
            return (stored.objectID, sheet.objectID)
        }
        try parent.performAndWait {
            try child.performAndWait {
                let new = Sticker(context: child)
                new.name = "even"
                try child.save()
                try parent.save()
                // What reads anything finds that the object is another one.
                _ = child.object(with: sheet).labels
                XCTAssertTrue(child.object(with: id) === new)
                XCTAssertEqual(new.weight, 7)
                XCTAssertFalse(child.hasChanges)
            }
        }
    }

    func testBothEndsOfAPendingReferenceAgreeWhenAParentMadeItsTargetAStoredOne() throws {
        for (isStoredKnown, isRead, fromPaper) in (0..<8).map({ ($0 & 1 == 0, $0 & 2 == 0, $0 & 4 == 0) }) {
            let what = "known: \(isStoredKnown), read: \(isRead), from the paper: \(fromPaper)"
            let container = try makeDesk()
            let parent = container.newBackgroundContext()
            parent.mergePolicy = .mergeByPropertyObjectTrump
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            let (id, sheet) = try container.inBackground { context in
                let sheet = Paper(context: context)
                try context.save()
                return (try onlySticker(context).objectID, sheet.objectID)
            }
            try parent.performAndWait {
                let label = Sticker(context: parent)
                label.name = "even"
                try child.performAndWait {
                    let stored = isStoredKnown ? try child.existingObject(with: id) : nil
                    if isRead { _ = stored?.mainOf }
                    let (copy, paper) = (child.object(with: label.objectID), try child.existingObject(with: sheet))
                    if fromPaper { paper.main = copy } else { copy.mainOf.insert(paper) }
                    try parent.save()
                    let now = try child.existingObject(with: id)
                    XCTAssertTrue(paper.main === now, what)
                    XCTAssertTrue(now.mainOf.contains(paper), what)
                    try child.save()
                    XCTAssertTrue(now.mainOf.contains(paper), what)
                }
            }
        }
    }

    func testWhatIsPendingOfBothInAChildIsSavedWhenItsParentMadeThemOne() throws {
        let container = try makeDesk()
        let parent = container.newBackgroundContext()
        parent.mergePolicy = .mergeByPropertyObjectTrump
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let id = try container.inBackground { try onlySticker($0).objectID }
        for (isEdited, isOtherDeleted) in [(false, false), (true, false), (false, true)] {
            try parent.performAndWait {
                let new = Sticker(context: parent)
                new.name = "even"
                let first = try XCTUnwrap(parent.fetch(FetchRequest<Paper>()).first)
                try child.performAndWait {
                    let (stored, copy) = (child.object(with: id), child.object(with: new.objectID))
                    let count = stored.papers.count
                    if isEdited { (stored.color, stored.weight) = ("pink", 5) }
                    let paper = Paper(context: child)
                    copy.papers = [paper]
                    copy.mainOf = [child.object(with: first.objectID), paper]
                    copy.weight += 3
                    copy.remark = "new"
                    if isOtherDeleted { child.delete(copy) }
                    try parent.save()
                    let all = try child.fetch(FetchRequest<Sticker>())
                    XCTAssertEqual(all, isOtherDeleted ? [] : [stored])
                    XCTAssertNil(copy.managedObjectContext)
                    XCTAssertEqual(copy.objectID, id)
                    XCTAssertTrue(isOtherDeleted || paper.main === stored)
                    XCTAssertTrue(isOtherDeleted || paper.labels == [stored])
                    XCTAssertTrue(isOtherDeleted || stored.papers.contains(paper) && stored.papers.count == count + 1)
                    XCTAssertTrue(isOtherDeleted || stored.remark == "new")
                    try child.save()
                    XCTAssertFalse(child.hasChanges)
                    XCTAssertTrue(isOtherDeleted || stored.weight == (isEdited ? 5 : 3))
                }
                try parent.save()
            }
            try container.inBackground { context in
                if isOtherDeleted { return XCTAssertEqual(try context.count(for: FetchRequest<Sticker>()), 0) }
                let label = try onlySticker(context)
                XCTAssertEqual(label.weight, isEdited ? 5 : 3)
                XCTAssertEqual(label.color, isEdited ? "pink" : "red")
                XCTAssertEqual(label.papers.count, isEdited ? 3 : 2)
                XCTAssertEqual(label.mainOf.count, isEdited ? 3 : 2)
            }
        }
    }

    func testBothEndsAgreeInAChildThatFollowsWhenItsParentMadeANewObjectAStoredOne() throws {
        let policies: [MergePolicy] = [
            .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
        ]
        for policy in policies {
            for (isEdited, isLinked) in [(false, false), (true, false), (false, true)] {
                let container = try makeContainer(ManagedObjectModel(Sticker.self, Paper.self, Drawer.self))
                let peer = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                let papers = ["first", "second"].map { title in
                    let paper = Paper(context: peer)
                    paper.title = title
                    return paper
                }
                try peer.save()
                let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                parent.mergePolicy = policy
                let new = try parent.findOrCreate(Sticker.self, where: \.name, equals: "joint")
                let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
                form.automaticallyMergesChangesFromParent = true
                let label = try form.existingObject(with: new.objectID)
                let (first, second) = (
                    try form.existingObject(with: papers[0].objectID), try form.existingObject(with: papers[1].objectID)
                )
                XCTAssertEqual(label.papers.count + label.mainOf.count, 0)
                if isEdited { label.weight = 3 }
                if isLinked { label.papers.insert(second) }
                let stored = Sticker(context: peer)
                stored.name = "joint"
                stored.papers = [papers[0]]
                stored.mainOf = [papers[0]]
                try peer.save()
                try parent.save()
                _ = (try form.fetch(FetchRequest<Sticker>()), try form.fetch(FetchRequest<Paper>()))
                let name = "\(policy), edited \(isEdited), linked \(isLinked)"
                XCTAssertEqual(label.papers, isLinked ? [first, second] : [first], name)
                XCTAssertEqual(first.labels, [label], name)
                XCTAssertEqual(second.labels, isLinked ? [label] : [], name)
                XCTAssertEqual(label.mainOf, [first], name)
                XCTAssertTrue(first.main === label, name)
            }
        }
    }
}
