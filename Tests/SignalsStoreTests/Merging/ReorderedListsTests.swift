import SignalsStore
import XCTest

private final class BoxSet: ManagedObject, Named {
    @Attribute var name = ""
    @Relationship var discs: [Disc] = []
    @Relationship var picks: [Disc] = []
}

private final class Disc: ManagedObject, Named {
    @Attribute var name = ""
    @Relationship(inverse: \BoxSet.discs) var box: BoxSet?
}

/// Lists that two contexts put into other orders: those whose members keep the order, and those that a table of links keeps.
final class ReorderedListsTests: XCTestCase {
    private static let lists = [\BoxSet.discs, \BoxSet.picks]

    private func makeBoxSet() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(BoxSet.self, Disc.self))
        try container.inBackground { context in
            let box = BoxSet("box", in: context)
            box.discs = ["x", "y", "z"].map { Disc($0, in: context) }
            box.picks = box.discs
            try context.save()
        }
        return container
    }

    private func change(
        _ list: ReferenceWritableKeyPath<BoxSet, [Disc]>, in container: PersistentContainer,
        _ body: (inout [Disc], ManagedObjectContext) throws -> Void
    ) throws {
        try container.inBackground { context in
            try body(&(try context.find(BoxSet.self, "box"))[keyPath: list], context)
            try context.save()
        }
    }

    private func stored(
        _ list: ReferenceWritableKeyPath<BoxSet, [Disc]>, in container: PersistentContainer
    ) throws -> [String] {
        try container.inBackground { try $0.find(BoxSet.self, "box")[keyPath: list].names }
    }

    func testOfTwoNewOrdersThePolicySaysWhichHoldsWhetherOthersAreFollowedOrNot() throws {
        for list in Self.lists {
            for follows in [false, true] {
                for policy in [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump] {
                    let container = try makeBoxSet()
                    try container.inBackground { context in
                        context.automaticallyMergesChangesFromParent = follows
                        context.mergePolicy = policy
                        let box = try context.find(BoxSet.self, "box")
                        box[keyPath: list].swapAt(0, 1)
                        try change(list, in: container) { discs, _ in discs.swapAt(0, 2) }
                        try context.save()
                        let order = policy == .mergeByPropertyStoreTrump ? ["z", "y", "x"] : ["y", "x", "z"]
                        XCTAssertEqual(box[keyPath: list].names, order, "\(policy), follows: \(follows)")
                    }
                    let order = policy == .mergeByPropertyStoreTrump ? ["z", "y", "x"] : ["y", "x", "z"]
                    XCTAssertEqual(try stored(list, in: container), order, "\(policy), follows: \(follows)")
                }
            }
        }
    }

    func testMembersThatOthersPutBehindOneThatIsMovedHereGoWithIt() throws {
        for list in Self.lists {
            for follows in [false, true] {
                let container = try makeBoxSet()
                try container.inBackground { context in
                    context.automaticallyMergesChangesFromParent = follows
                    let box = try context.find(BoxSet.self, "box")
                    let first = box[keyPath: list].removeFirst()
                    box[keyPath: list].insert(first, at: 1)
                    try change(list, in: container) { $0.insert(Disc("b", in: $1), at: 1) }
                    try context.save()
                    XCTAssertEqual(box[keyPath: list].names, ["y", "x", "b", "z"], "follows: \(follows)")
                }
                XCTAssertEqual(try stored(list, in: container), ["y", "x", "b", "z"], "follows: \(follows)")
            }
        }
    }

    func testMembersThatAParentPutsBehindOneThatAChildMovesGoWithIt() throws {
        for list in Self.lists {
            let container = try makeBoxSet()
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            let box = try child.find(BoxSet.self, "box")
            let first = box[keyPath: list].removeFirst()
            box[keyPath: list].insert(first, at: 1)
            let above = try parent.find(BoxSet.self, "box")
            above[keyPath: list].insert(Disc("b", in: parent), at: 1)
            try child.save()
            XCTAssertEqual(above[keyPath: list].names, ["y", "x", "b", "z"])
            try parent.save()
            XCTAssertEqual(try stored(list, in: container), ["y", "x", "b", "z"])
        }
    }

    func testMembersThatAChildPutsAtTheEndComeBehindThoseOfItsParent() throws {
        for list in Self.lists {
            let container = try makeBoxSet()
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            // The child's is the older one, so that it would come first at the same place.
            let (last, middle) = (Disc("last", in: parent), Disc("middle", in: parent))
            try parent.save()
            let box = try child.find(BoxSet.self, "box")
            box[keyPath: list].append(child.object(with: last.objectID))
            let above = try parent.find(BoxSet.self, "box")
            above[keyPath: list].append(middle)
            try child.save()
            XCTAssertEqual(above[keyPath: list].names, ["x", "y", "z", "middle", "last"])
            try parent.save()
            XCTAssertEqual(try stored(list, in: container), ["x", "y", "z", "middle", "last"])
        }
    }

    func testUnderRollbackAnOwnerInConflictGivesUpTheOrderThatIsItsOwnAndNotThatOfItsMembers() throws {
        let container = try makeBoxSet()
        try container.inBackground { context in
            context.mergePolicy = .rollback
            let box = try context.find(BoxSet.self, "box")
            box.discs.swapAt(0, 1)
            box.picks.swapAt(0, 1)
            box.name = "mine"
            try container.inBackground { other in
                try other.find(BoxSet.self, "box").name = "theirs"
                try other.save()
            }
            try context.save()
            XCTAssertEqual(box.name, "theirs")
            XCTAssertEqual(box.discs.names, ["y", "x", "z"])
            XCTAssertEqual(box.picks.names, ["x", "y", "z"])
        }
        try container.inBackground { context in
            let box = try context.find(BoxSet.self, "theirs")
            XCTAssertEqual(box.discs.names, ["y", "x", "z"])
            XCTAssertEqual(box.picks.names, ["x", "y", "z"])
        }
    }

    func testManyMembersThatGetOtherPositionsAtOnceAreInOrder() throws {
        let container = try makeContainer(ManagedObjectModel(BoxSet.self, Disc.self))
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let names = (0..<40).map { String($0) }
        let reversed = Array(names.reversed())
        context.isUndoEnabled = true
        let box = BoxSet("box", in: context)
        box.discs = names.map { Disc($0, in: context) }
        try context.save()
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let followed = try other.find(BoxSet.self, "box")
        XCTAssertEqual(followed.discs.names, names)
        box.discs.reverse()
        context.undo()
        XCTAssertEqual(box.discs.names, names)
        context.redo()
        XCTAssertEqual(box.discs.names, reversed)
        context.rollback()
        XCTAssertEqual(box.discs.names, names)
        let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: context)
        try child.find(BoxSet.self, "box").discs.reverse()
        try child.save()
        XCTAssertEqual(box.discs.names, reversed)
        try context.save()
        other.refreshAllObjects()
        XCTAssertEqual(followed.discs.names, reversed)
        XCTAssertEqual(try stored(\.discs, in: container), reversed)
    }
}
