import Foundation
import Signals
import SignalsStore
import XCTest

extension PersistentContainer {
    /// Saves what others are about to insert too.
    fileprivate func addGreenSticker() throws {
        try inBackground { context in
            let sticker = Sticker(context: context)
            (sticker.name, sticker.color) = ("odd", "green")
            try context.save()
        }
    }
}

final class JoiningTests: XCTestCase {
    private static let others: [MergePolicy] = [
        .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
    ]

    private func describe(_ label: Sticker) -> String {
        let papers = label.papers.map(\.title).sorted().joined(separator: "+")
        let mains = label.mainOf.map(\.title).sorted().joined(separator: "+")
        return "\(label.color) \(label.weight) \(papers) \(mains) \(label.drawer?.number ?? 0)"
    }

    func testANewObjectBecomesTheStoredOneAsThePolicySays() throws {
        let expected: [MergePolicy: String] = [
            .mergeByPropertyStoreTrump: "red 7 first+second first+second 1",
            .mergeByPropertyObjectTrump: "blue 7 first+second first+second 2",
            .overwrite: "blue 7 first+second first+second 2",
            .rollback: "red 0 first first+second 1",
        ]
        for isRegistered in [false, true] {
            for policy in Self.others {
                let container = try makeDesk()
                let id = try container.inBackground { try onlySticker($0).objectID }
                try container.inBackground { context in
                    context.mergePolicy = policy
                    let known = isRegistered ? try onlySticker(context) : nil
                    let label = Sticker(context: context)
                    let oldID = label.objectID
                    (label.name, label.color, label.weight) = ("even", "blue", 7)
                    let paper = Paper(context: context)
                    paper.title = "second"
                    paper.labels = [label]
                    paper.main = label
                    let drawer = Drawer(context: context)
                    drawer.number = 2
                    label.drawer = drawer
                    try context.save()
                    let comment = "\(policy), registered: \(isRegistered)"
                    XCTAssertEqual(label.objectID, id, comment)
                    XCTAssertEqual(label.managedObjectContext == nil, isRegistered, comment)
                    let here = known ?? label
                    XCTAssertEqual(describe(here), expected[policy], comment)
                    XCTAssertTrue(try onlySticker(context) === here, comment)
                    XCTAssertTrue(context.object(with: oldID) === here, comment)
                    XCTAssertFalse(context.hasChanges, comment)
                    XCTAssertTrue(paper.main === here, comment)
                    here.weight = 9
                    try context.save()
                    let stored = try container.inBackground { other in
                        XCTAssertEqual(try other.existingObject(with: oldID).objectID, id, comment)
                        return describe(try onlySticker(other))
                    }
                    XCTAssertEqual(stored, describe(here), comment)
                }
            }
        }
    }

    func testUnderErrorATakenValueFailsTheSave() throws {
        let container = try makeDesk()
        try container.inBackground { context in
            let label = Sticker(context: context)
            label.name = "even"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
            XCTAssertTrue(context.insertedObjects.contains(label))
        }
    }

    func testAStoredObjectIsNeverJoined() throws {
        for policy in Self.others {
            let container = try makeDesk()
            try container.inBackground { context in
                context.mergePolicy = policy
                let label = Sticker(context: context)
                label.name = "odd"
                try context.save()
                label.name = "even"
                XCTAssertThrowsError(try context.save()) { error in
                    guard case .valueTaken = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                }
            }
        }
    }

    /// What a policy stores again after others deleted it, or an undone deletion, is no new object, though a new one may be
    /// saved with it.
    func testAnObjectThatComesBackIsNeverJoined() throws {
        for isUndone in [false, true] {
            for hasNew in [false, true] {
                let container = try makeDesk()
                let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
                for context in [parent, child] { context.mergePolicy = .mergeByPropertyObjectTrump }
                let (other, label) = (
                    ManagedObjectContext(concurrencyType: .mainQueue, container: container), Sticker(context: parent)
                )
                label.name = "odd"
                try parent.save()
                if isUndone {
                    parent.isUndoEnabled = true
                    parent.delete(label)
                    try parent.save()
                    parent.undo()
                    label.name = "even"
                } else {
                    let mine = try child.existingObject(with: label.objectID)
                    mine.name = "even"
                    other.delete(try other.existingObject(with: label.objectID))
                    try other.save()
                    for context in [parent, child] { context.refreshAllObjects() }
                }
                let saving = isUndone ? parent : child
                if hasNew { Sticker(context: saving).name = "new" }
                XCTAssertThrowsError(try isUndone ? saving.save() : saving.saveThroughParent(), "\(isUndone) \(hasNew)")
                {
                    error in
                    guard case .valueTaken = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                }
                XCTAssertEqual(try other.fetch(FetchRequest<Sticker>()).map(\.color), ["red"])
            }
        }
    }

    func testOfTwoNewObjectsTheLaterJoinsTheEarlier() throws {
        let container = try makeDesk()
        try container.inBackground { context in
            context.mergePolicy = .mergeByPropertyObjectTrump
            let labels = (0..<2).map { _ in Sticker(context: context) }
            for (weight, label) in labels.enumerated() {
                (label.name, label.weight) = ("odd", weight + 1)
                let paper = Paper(context: context)
                paper.title = "\(weight)"
                paper.labels = [label]
            }
            labels[0].color = "green"
            try context.save()
            XCTAssertNil(labels[1].managedObjectContext)
            XCTAssertEqual(labels[1].objectID, labels[0].objectID)
            XCTAssertEqual(describe(labels[0]), "green 2 0+1  0")
        }
    }

    func testFindOrCreateFindsWhatIsStoredAndWhatIsPending() throws {
        let container = try makeDesk()
        try container.inBackground { context in
            let stored = try context.findOrCreate(Sticker.self, where: \.name, equals: "even")
            XCTAssertEqual(stored.color, "red")
            let made = try context.findOrCreate(Sticker.self, where: \.name, equals: "odd")
            XCTAssertTrue(context.insertedObjects.contains(made))
            XCTAssertTrue(try context.findOrCreate(Sticker.self, where: \.name, equals: "odd") === made)
            XCTAssertEqual(made.name, "odd")
            try context.save()
            XCTAssertEqual(try context.count(for: FetchRequest<Sticker>()), 2)
        }
    }

    func testAnEqualValueThatBothSetIsAConflictUnlessAPolicySettlesIt() throws {
        for policy in Self.others + [.error] {
            let container = try makeDesk()
            try container.inBackground { context in
                context.mergePolicy = policy
                try context.findOrCreate(Sticker.self, where: \.name, equals: "odd").weight += 1
                try container.inBackground { other in
                    try other.findOrCreate(Sticker.self, where: \.name, equals: "odd").weight += 1
                    try other.save()
                }
                if policy != .error { return try context.save() }
                XCTAssertThrowsError(try context.save()) { error in
                    guard let error = error as? SaveError, case .conflict = error.reason else {
                        return XCTFail("\(error)")
                    }
                    XCTAssertEqual(error.attributeName, "weight")
                }
            }
        }
    }

    func testAFoundOrCreatedObjectBecomesTheOneOfAnotherSaveUnderEveryPolicy() throws {
        for policy in Self.others + [.error] {
            for isInner in [false, true] {
                let container = try makeDesk()
                let body: @Sendable (ManagedObjectContext) throws -> Void = { context in
                    context.mergePolicy = policy
                    let label = try context.findOrCreate(Sticker.self, where: \.name, equals: "odd")
                    label.weight = 3
                    let paper = Paper(context: context)
                    paper.labels = [label]
                    try container.addGreenSticker()
                    try context.save()
                }
                if isInner { try container.save(body).wait() } else { try container.performBackgroundTask(body).wait() }
                let (count, label) = try container.inBackground { context in
                    let labels = try context.fetch(FetchRequest<Sticker>(predicate: #Predicate { $0.name == "odd" }))
                    return (labels.count, "\(labels[0].color) \(labels[0].weight) \(labels[0].papers.count)")
                }
                XCTAssertEqual(count, 1)
                let expected = [MergePolicy.rollback: "green 0 0", .overwrite: " 3 1"][policy] ?? "green 3 1"
                XCTAssertEqual(label, expected, "\(policy)")
            }
        }
    }

    func testUnderErrorAnAttributeThatBothSetIsAConflictOfFindOrCreate() throws {
        let container = try makeDesk()
        try container.inBackground { context in
            let label = try context.findOrCreate(Sticker.self, where: \.name, equals: "odd")
            label.color = "blue"
            try container.addGreenSticker()
            XCTAssertThrowsError(try context.save()) { XCTAssertTrue($0.isConflict) }
            XCTAssertTrue(context.insertedObjects.contains(label), "nothing has joined")
            label.color = ""
            try context.save()
            XCTAssertEqual(label.color, "green")
        }
    }

    func testEightImportsThatFindOrCreateTheSameObjectsShareThem() async throws {
        let container = try makeDesk()
        let imports = (0..<8).map { feed in
            container.save { context in
                for number in 0..<20 {
                    let paper = Paper(context: context)
                    paper.title = "\(feed) \(number)"
                    paper.labels = [try context.findOrCreate(Sticker.self, where: \.name, equals: "\(number % 5)")]
                }
            }
        }
        for save in imports { try await save.value }
        let counts = try container.inBackground { context in
            try context.fetch(FetchRequest<Sticker>(predicate: #Predicate { $0.name != "even" })).map(\.papers.count)
        }
        XCTAssertEqual(counts, [32, 32, 32, 32, 32])
    }

    func testAUnitOnAParentAndAChildFindOrCreateWhatAnotherSaveMade() throws {
        for savesThrough in [false, true] {
            let container = try makeDesk()
            let parent = container.newBackgroundContext()
            let body: @Sendable (ManagedObjectContext) throws -> Void = { context in
                let sticker = try context.findOrCreate(Sticker.self, where: \.name, equals: "odd")
                sticker.weight = 3
                let paper = Paper(context: context)
                paper.labels = [sticker]
                try container.addGreenSticker()
            }
            if savesThrough {
                try UnitOfWork(parent: parent).execute(body).wait()
            } else {
                try parent.performAndWait {
                    let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                    try child.performAndWait {
                        try body(child)
                        try child.save()
                    }
                    try parent.save()
                }
            }
            for context in [parent, container.newBackgroundContext()] {
                let found = try context.performAndWait {
                    try context.fetch(FetchRequest<Sticker>(predicate: #Predicate { $0.name == "odd" })).map(describe)
                }
                XCTAssertEqual(found, ["green 3   0"], "through: \(savesThrough)")
            }
            let papers = try parent.performAndWait { try parent.count(for: FetchRequest<Paper>()) }
            XCTAssertEqual(papers, 2)
        }
    }

    @MainActor
    func testTheViewContextShowsWhatJoined() async throws {
        let container = try makeDesk()
        let view = container.viewContext
        let label = try onlySticker(view)
        XCTAssertEqual(label.papers.count, 1)
        try await container.performBackgroundTask { context in
            context.mergePolicy = .mergeByPropertyObjectTrump
            let label = Sticker(context: context)
            (label.name, label.color) = ("even", "blue")
            let paper = Paper(context: context)
            paper.labels = [label]
            try context.save()
        }.value
        XCTAssertEqual(try view.count(for: FetchRequest<Sticker>()), 1)
        XCTAssertEqual(label.color, "blue")
        XCTAssertEqual(label.papers.count, 2)
    }

    @MainActor
    func testUndoingTheInsertionOfAnObjectThatJoinedLeavesTheRow() throws {
        let container = try makeDesk()
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.mergePolicy = .mergeByPropertyObjectTrump
        let label = Sticker(context: context)
        label.name = "even"
        try context.save()
        while context.canUndo { context.undo() }
        try context.save()
        XCTAssertEqual(try context.count(for: FetchRequest<Sticker>()), 1)
    }

    func testABatchLeavesOutOrUpdatesWhatIsTaken() throws {
        let container = try makeDesk()
        let elements = ["odd", "even", "odd"]
        try container.inBackground { context in
            let known = try onlySticker(context)
            let batch = BatchInsertRequest<Sticker>(elements, onConflict: .skip) { label, name in label.name = name }
            let inserted = try context.execute(batch).objectIDs
            XCTAssertEqual(try inserted.map { try context.existingObject(with: $0).name }, ["odd"])
            let update = BatchInsertRequest<Sticker>(elements + ["new"], onConflict: .update) { label, name in
                label.name = name
                label.weight = 5
                if name == "odd" { label.color = "" }
            }
            let updated = try context.execute(update).objectIDs
            XCTAssertEqual(try updated.map { try context.existingObject(with: $0).name }, ["odd", "even", "new"])
            XCTAssertEqual(describe(known), "red 5 first first 1", "what was not assigned stays")
            XCTAssertThrowsError(
                try context.execute(BatchInsertRequest<Sticker>(["x", "even"]) { $0.name = $1 }))
            XCTAssertEqual(try context.count(for: FetchRequest<Sticker>()), 3)
        }
    }

    func testOfAOneToOneThatBothHadOneIsLeft() throws {
        for policy in Self.others {
            let container = try makeContainer(ManagedObjectModel(Badge.self, Wearer.self))
            try container.inBackground { context in
                let badge = Badge(context: context)
                badge.code = 1
                badge.wearer = Wearer(context: context)
                try context.save()
            }
            try container.inBackground { context in
                context.mergePolicy = policy
                let badge = Badge(context: context)
                badge.code = 1
                let wearer = Wearer(context: context)
                badge.wearer = wearer
                try context.save()
                let isNew = policy == .mergeByPropertyObjectTrump || policy == .overwrite
                XCTAssertEqual(wearer.badge != nil, isNew, "\(policy)")
            }
            try container.inBackground { context in
                let badge = try context.fetch(FetchRequest<Badge>())[0]
                let wearers = try context.fetch(FetchRequest<Wearer>())
                XCTAssertEqual(wearers.filter { $0.badge === badge }, [badge.wearer], "\(policy)")
                XCTAssertEqual(wearers.filter { $0.badge != nil }.count, 1, "\(policy)")
            }
        }
    }
}

private final class Badge: ManagedObject {
    @Attribute(.unique) var code = 0
    @Relationship(inverse: \Wearer.badge) var wearer: Wearer?
}

private final class Wearer: ManagedObject {
    @Relationship var badge: Badge?
}
