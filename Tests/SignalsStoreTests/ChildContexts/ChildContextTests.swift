import Foundation
import SignalsStore
import XCTest

final class ChildContextTests: XCTestCase {
    /// A context with one saved chore, and a child of it. All run on this thread: `inside` enters both queues.
    private func makeFamily(
        _ name: String = "Dust"
    ) throws -> (container: PersistentContainer, parent: ManagedObjectContext, id: ManagedObjectID<Chore>) {
        let container = try makeContainer()
        let id = try container.addChores(name)[0]
        return (container, container.newBackgroundContext(), id)
    }

    private func names(_ context: ManagedObjectContext) throws -> [String] {
        try context.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    func testASaveOfAChildReachesTheParentAtOnceAndTheStoreWithTheParents() throws {
        let (container, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            try child.existingObject(with: id).name = "Sweep"
            Chore(context: child).name = "Wash"
            try child.save()
            XCTAssertFalse(child.hasChanges)
        }
        try parent.performAndWait {
            XCTAssertEqual(try names(parent), ["Sweep", "Wash"])
            XCTAssertTrue(parent.hasChanges)
            XCTAssertEqual(parent.insertedObjects.count, 1)
            XCTAssertEqual(parent.updatedObjects.count, 1)
        }
        XCTAssertEqual(try container.choreNames(), ["Dust"])
        try parent.performAndWait { try parent.save() }
        XCTAssertEqual(try container.choreNames(), ["Sweep", "Wash"])
    }

    func testAChildThatIsLetGoOfLeavesNothingBehind() throws {
        let (_, parent, id) = try makeFamily()
        try parent.performAndWait {
            do {
                let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                try child.performAndWait {
                    try child.existingObject(with: id).name = "Sweep"
                    Chore(context: child).name = "Wash"
                }
            }
            XCTAssertFalse(parent.hasChanges)
            XCTAssertEqual(try names(parent), ["Dust"])
        }
    }

    func testAFetchInAChildBringsTheParentsObjectsUpToDateWithWhatItReads() throws {
        let (container, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let known = try parent.existingObject(with: id)
            try container.inBackground { other in
                try other.existingObject(with: id).name = "Mop"
                Chore(context: other).name = "Wash"
                try other.save()
            }
            XCTAssertEqual(known.name, "Dust", "the parent does not follow")
            try child.performAndWait {
                XCTAssertEqual(try names(child), ["Mop", "Wash"])
                try child.existingObject(with: id).name = "Sweep"
                XCTAssertEqual(try names(child), ["Sweep", "Wash"])
            }
            XCTAssertEqual(known.name, "Mop")
            XCTAssertEqual(parent.updatedObjects, [])
        }
    }

    func testAFetchInAChildSeesWhatIsPendingInEveryParent() throws {
        let (_, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let grandchild = ManagedObjectContext(concurrencyType: .privateQueue, parent: child)
        try parent.performAndWait {
            try parent.existingObject(with: id).minutes = 7
            Chore(context: parent).name = "Wash"
        }
        child.performAndWait { Chore(context: child).name = "Cook" }
        try grandchild.performAndWait {
            Chore(context: grandchild).name = "Ask"
            XCTAssertEqual(try names(grandchild), ["Ask", "Cook", "Dust", "Wash"])
            XCTAssertEqual(try grandchild.existingObject(with: id).minutes, 7)
            let long = FetchRequest<Chore>(predicate: #Predicate { $0.minutes > 5 })
            XCTAssertEqual(try grandchild.fetch(long).map(\.name), ["Dust"])
            XCTAssertEqual(try grandchild.count(for: long), 1)
            XCTAssertEqual(try grandchild.count(for: FetchRequest<Chore>()), 4)
            let second = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)], fetchLimit: 2, fetchOffset: 1)
            XCTAssertEqual(try grandchild.fetch(second).map(\.name), ["Cook", "Dust"])
        }
    }

    func testChangesClimbOneLevelASave() throws {
        let (container, parent, id) = try makeFamily()
        var line = [parent]
        for _ in 0..<5 { line.append(ManagedObjectContext(concurrencyType: .privateQueue, parent: line.last!)) }
        try line[5].performAndWait { try line[5].existingObject(with: id).name = "Deep" }
        for level in (0...5).reversed() {
            for (other, context) in line.enumerated() {
                try context.performAndWait {
                    let expected = other >= level ? "Deep" : "Dust"
                    XCTAssertEqual(try context.fetch(FetchRequest<Chore>()).first?.name, expected, "\(level) \(other)")
                }
            }
            XCTAssertEqual(try container.choreNames(), ["Dust"])
            try line[level].performAndWait { try line[level].save() }
        }
        XCTAssertEqual(try container.choreNames(), ["Deep"])
    }

    func testEachContextHasOneObjectForARow() throws {
        let (_, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            let chore = try child.existingObject(with: id)
            XCTAssertTrue(try child.fetch(FetchRequest<Chore>())[0] === chore)
            XCTAssertTrue(chore.managedObjectContext === child)
            XCTAssertEqual(child.registeredObjects, [chore])
            XCTAssertTrue(child.registeredObject(for: id) === chore)
        }
    }

    func testADeletionInAChildIsOneInTheParent() throws {
        let (container, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            child.delete(try child.existingObject(with: id))
            XCTAssertEqual(try child.fetch(FetchRequest<Chore>()), [])
            try child.save()
            XCTAssertThrowsError(try child.existingObject(with: id))
        }
        try parent.performAndWait {
            XCTAssertEqual(parent.deletedObjects.count, 1)
            try parent.save()
        }
        XCTAssertEqual(try container.choreNames(), [])
    }

    func testObjectsThatTheParentDeletedAreGoneForAChildThatFetches() throws {
        let (_, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait { parent.delete(try parent.existingObject(with: id)) }
        try child.performAndWait {
            XCTAssertEqual(try child.fetch(FetchRequest<Chore>()), [])
            XCTAssertThrowsError(try child.existingObject(with: id))
        }
    }

    func testAnObjectInsertedInAChildIsTheSameRowAllTheWayDown() throws {
        let (container, parent, _) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let id = try child.performAndWait {
            let chore = Chore(context: child)
            chore.name = "Wash"
            try child.save()
            chore.minutes = 4
            try child.save()
            XCTAssertFalse(chore.isInserted)
            return chore.objectID
        }
        try parent.performAndWait {
            let chore = try parent.existingObject(with: id)
            XCTAssertTrue(chore.isInserted)
            XCTAssertEqual(chore.minutes, 4)
            try parent.save()
        }
        try child.performAndWait {
            try child.existingObject(with: id).minutes = 5
            try child.save()
        }
        try parent.performAndWait { try parent.save() }
        XCTAssertEqual(try container.inBackground { try $0.existingObject(with: id).minutes }, 5)
    }

    func testASaveOfAChildIsOneStepOfUndoInTheParent() throws {
        let (_, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        parent.performAndWait { parent.isUndoEnabled = true }
        try child.performAndWait {
            let chore = try child.existingObject(with: id)
            chore.name = "Sweep"
            chore.minutes = 9
            Chore(context: child).name = "Wash"
            try child.save()
        }
        try parent.performAndWait {
            parent.undo()
            XCTAssertFalse(parent.hasChanges)
            XCTAssertEqual(try names(parent), ["Dust"])
            parent.redo()
            XCTAssertEqual(try names(parent), ["Sweep", "Wash"])
        }
    }

    func testARefusedSaveOfAChildChangesNothingInTheParent() throws {
        let (_, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            let chore = try child.existingObject(with: id)
            chore.name = "Child"
            Chore(context: child).name = "Wash"
            try parent.performAndWait { try parent.existingObject(with: id).name = "Parent" }
            XCTAssertThrowsError(try child.save()) { error in
                guard case .conflict(.text("Dust"), .text("Child"), .text("Parent")) = (error as? SaveError)?.reason
                else { return XCTFail("\(error)") }
            }
            XCTAssertEqual(child.insertedObjects.count, 1)
            XCTAssertEqual(chore.name, "Child")
        }
        parent.performAndWait {
            XCTAssertEqual(parent.insertedObjects, [])
            XCTAssertEqual(parent.updatedObjects.map { ($0 as? Chore)?.name }, ["Parent"])
        }
    }

    func testAChildOfTheMainQueueMayBeUsedFromAPrivateParentAndTheOtherWayRound() throws {
        let (_, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        // Each waits for the other's queue inside its own.
        try parent.performAndWait {
            try child.performAndWait {
                try child.existingObject(with: id).name = "Inside"
                try child.save()
                try parent.performAndWait { XCTAssertEqual(try parent.existingObject(with: id).name, "Inside") }
            }
        }
    }

    @MainActor func testAPrivateChildOfTheViewContextReadsAndSavesWhileTheMainActorWaitsForIt() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let view = container.viewContext
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: view)
        try child.performAndWait {
            try child.existingObject(with: id).name = "Sweep"
            try child.save()
        }
        XCTAssertEqual(try view.existingObject(with: id).name, "Sweep")
    }

    func testAChildReadsWhatIsAFaultInItsParent() throws {
        let (_, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let fault = parent.object(with: id)
            try child.performAndWait {
                XCTAssertEqual(try child.existingObject(with: id).name, "Dust")
                try child.existingObject(with: id).minutes = 8
                try child.save()
            }
            XCTAssertEqual(fault.name, "Dust")
            XCTAssertEqual(fault.minutes, 8)
        }
    }

    func testAnAssignmentOfTheSameValueIsNoChangeInTheParent() throws {
        let (_, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.mergePolicy = .rollback
        try child.performAndWait {
            try child.existingObject(with: id).name = "Dust"
            XCTAssertTrue(child.hasChanges)
            try child.save()
            XCTAssertFalse(child.hasChanges)
        }
        parent.performAndWait { XCTAssertFalse(parent.hasChanges, "nothing was different") }
    }

    func testAParentLivesAsLongAsItsChild() throws {
        let (container, _, id) = try makeFamily()
        weak var parent: ManagedObjectContext?
        do {
            let child: ManagedObjectContext
            do {
                let made = container.newBackgroundContext()
                parent = made
                child = ManagedObjectContext(concurrencyType: .privateQueue, parent: made)
            }
            XCTAssertNotNil(parent)
            try child.performAndWait {
                try child.existingObject(with: id).name = "Sweep"
                try child.save()
            }
            try parent?.performAndWait { try parent?.save() }
        }
        XCTAssertNil(parent)
        XCTAssertEqual(try container.choreNames(), ["Sweep"])
    }

    func testAParentThatMergedSinceDoesNotHideAConflictFromItsChild() throws {
        let (container, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait { try child.existingObject(with: id).name = "Child" }
        try container.inBackground { other in
            try other.existingObject(with: id).name = "Other"
            try other.save()
        }
        try parent.performAndWait { XCTAssertEqual(try parent.fetch(FetchRequest<Chore>())[0].name, "Other") }
        try child.performAndWait { XCTAssertThrowsError(try child.save()) }
    }

    func testAParentThatHasNotMergedPassesTheConflictOnToItsOwnSave() throws {
        let (container, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let kept = try parent.performAndWait { Unchecked(try parent.existingObject(with: id)) }
        try child.performAndWait { try child.existingObject(with: id).name = "Child" }
        try container.inBackground { other in
            try other.existingObject(with: id).name = "Other"
            try other.save()
        }
        try child.performAndWait { try child.save() }
        try parent.performAndWait { XCTAssertThrowsError(try parent.save()) }
        XCTAssertEqual(try container.choreNames(), ["Other"])
        withExtendedLifetime(kept) {}
    }

    func testAFetchInAChildMakesNoObjectsInItsParents() throws {
        let (_, parent, id) = try makeFamily()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let grandchild = ManagedObjectContext(concurrencyType: .privateQueue, parent: child)
        try grandchild.performAndWait {
            let found = try grandchild.fetch(FetchRequest<Chore>())
            for context in [parent, child] {
                context.performAndWait { XCTAssertEqual(context.registeredObjects, []) }
            }
            try parent.performAndWait {
                let chore = try parent.existingObject(with: id)
                chore.name = "Sweep"
                XCTAssertEqual(found.map(\.name), ["Dust"])
                XCTAssertEqual(try child.performAndWait { try names(child) }, ["Sweep"])
            }
        }
    }

    func testAFetchInAChildFindsWhatItsParentHasReadAndNotWhatTheStoreHasSince() throws {
        let (container, parent, id) = try makeFamily()
        try container.addChores("Wash")
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try parent.performAndWait {
            let chore = try parent.existingObject(with: id)
            chore.minutes = 7
            var request = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])
            request.includesPendingChanges = false
            try child.performAndWait {
                XCTAssertEqual(try child.fetch(request).map(\.minutes), [7, 1])
                XCTAssertEqual(try child.fetch(request).map(\.name), ["Dust", "Wash"])
            }
        }
    }
    func testWithoutItsOwnPendingChangesAChildFindsThoseOfAllItsParents() throws {
        let (container, parent, id) = try makeFamily()
        try container.addChores("Wash")
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let grandchild = ManagedObjectContext(concurrencyType: .privateQueue, parent: child)
        try parent.performAndWait {
            parent.delete(parent.object(with: id))
            Chore(context: parent).name = "Mop"
            try child.performAndWait {
                Chore(context: child).name = "Cook"
                try grandchild.performAndWait {
                    Chore(context: grandchild).name = "Iron"
                    for (context, names) in [(child, ["Mop", "Wash"]), (grandchild, ["Cook", "Mop", "Wash"])] {
                        var request = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])
                        request.includesPendingChanges = false
                        XCTAssertEqual(try context.fetch(request).map(\.name), names)
                        XCTAssertEqual(try context.count(for: request), names.count)
                        XCTAssertEqual(try context.fetchObjectIDs(request).count, names.count)
                        XCTAssertEqual(try context.fetchSnapshots(request).count, names.count)
                        request.includesPendingChanges = true
                        XCTAssertEqual(try context.count(for: request), names.count + 1)
                    }
                }
            }
        }
    }
    /// The one between holds nothing, and is asked on its queue for what the one below is told of.
    func testTwoLevelsBelowTheMainQueueFollowWithoutWaitingForIt() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let root = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let middle = ManagedObjectContext(concurrencyType: .privateQueue, parent: root)
        let leaf = ManagedObjectContext(concurrencyType: .privateQueue, parent: middle)
        for context in [root, middle, leaf] { context.automaticallyMergesChangesFromParent = true }
        let chore = root.object(with: id)
        var held: Chore?
        leaf.performAndWait { held = leaf.object(with: id) }
        for minutes in 1...2000 {
            chore.minutes = minutes
            try root.save()
            // On the way down they are asked for by the main queue.
            if minutes % 3 != 0 { RunLoop.main.run(until: Date().addingTimeInterval(0.0005)) }
            XCTAssertEqual(try leaf.performAndWait { try leaf.fetch(FetchRequest<Chore>()).map(\.minutes) }, [minutes])
        }
        // Soon, and without being asked.
        chore.minutes = 0
        try root.save()
        let deadline = Date().addingTimeInterval(60)
        while Date() < deadline, leaf.performAndWait({ held?.minutes }) != 0 {
            RunLoop.main.run(until: Date().addingTimeInterval(0.001))
        }
        XCTAssertEqual(leaf.performAndWait { held?.minutes }, 0)
    }
}
