import Foundation
import SignalsStore
import XCTest

/// Faults whose rows others deleted.
final class MissingRowTests: XCTestCase {
    func testARelationshipThatIsAskedFirstOfAFaultWhoseRowIsGoneIsEmpty() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, job) = (Member("Ada", in: context), Job("Job", in: context))
        try context.save()
        let ids = (ada.objectID, job.objectID)
        context.delete(ada)
        context.delete(job)
        try context.save()
        for reader in [context, ManagedObjectContext(concurrencyType: .mainQueue, parent: context)] {
            let (ada, job) = (reader.object(with: ids.0), reader.object(with: ids.1))
            XCTAssertEqual(ada.clubs.count + ada.jobs.count + ada.friends.count, 0)
            XCTAssertNil(job.assignee)
            XCTAssertNil(ada.managedObjectContext)
            XCTAssertNil(job.managedObjectContext)
        }
    }

    func testALinkWithAFaultWhoseRowIsGoneIsRefused() throws {
        let changes: [(isMemberGone: Bool, (Member, Club) -> Void)] = [
            (true, { $0.clubs = [$1] }), (true, { $0.clubs.insert($1) }), (true, { $1.members = [$0] }),
            (false, { $1.members = [$0] }), (false, { $1.members.insert($0) }), (false, { $0.clubs = [$1] }),
        ]
        for (index, (isMemberGone, change)) in changes.enumerated() {
            let container = try makeContainer(makeHousehold())
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (ada, club) = (Member("Ada", in: context), Club("Chess", in: context))
            try context.save()
            let gone: ManagedObject = isMemberGone ? ada : club
            let ids = (ada.objectID, club.objectID)
            context.refresh(gone, mergeChanges: false)
            try container.inBackground { other in
                other.delete(
                    isMemberGone ? try other.existingObject(with: ids.0) : try other.existingObject(with: ids.1))
                try other.save()
            }
            change(ada, club)
            XCTAssertThrowsError(try context.save(), "\(index)") { error in
                guard case .relatedObjectDeleted = (error as? SaveError)?.reason
                else { return XCTFail("\(index): \(error)") }
            }
            context.rollback()
            if isMemberGone {
                XCTAssertEqual(club.members, [], "\(index)")
            } else {
                XCTAssertEqual(ada.clubs, [], "\(index)")
            }
            XCTAssertNoThrow(try context.save(), "\(index)")
        }
    }

    func testWhatIsAssignedToAnObjectThatOthersDeletedIsAConflict() throws {
        for undoes in [false, true] {
            let container = try makeContainer(ManagedObjectModel(Ballad.self, Stanza.self))
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            context.isUndoEnabled = undoes
            let made = (Ballad(context: context), Ballad(context: context), Stanza(context: context))
            try context.save()
            let (from, to, stanza) = made
            let (fromID, stanzaID) = (from.objectID, stanza.objectID)
            stanza.ballad = from
            try container.inBackground { other in
                try other.existingObject(with: stanzaID).lines = 4
                try other.save()
            }
            try context.save()
            XCTAssertEqual(try context.fetch(FetchRequest<Ballad>()).count, 2)
            try container.inBackground { other in
                other.delete(try other.existingObject(with: fromID))
                try other.save()
            }
            stanza.ballad = to
            XCTAssertEqual(to.stanzas, [stanza])
            XCTAssertThrowsError(try context.save(), "undo: \(undoes)") { error in
                XCTAssertTrue((error as? SaveError)?.isConflict ?? false, "\(error)")
            }
            context.undo()
            context.rollback()
            context.refreshAllObjects()
            XCTAssertEqual(to.stanzas, [], "undo: \(undoes)")
        }
    }

    func testAListTakesNoObjectThatItTurnsOutTheParentIsToDelete() throws {
        let container = try makeContainer(ManagedObjectModel(Ballad.self, Stanza.self))
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        func make() throws {
            let (ballad, stanza) = (Ballad(context: form), Stanza(context: form))
            try form.saveThroughParent()
            Stanza(context: form).lines = 1
            ballad.stanzas = [stanza]
            try form.save()
        }
        try make()
        let ballad = try form.fetch(FetchRequest<Ballad>())[0]
        let stanzas = try form.fetch(FetchRequest<Stanza>(sortBy: [SortDescriptor(\.lines)]))
        parent.delete(try parent.existingObject(with: ballad.objectID))
        ballad.stanzas = stanzas
        XCTAssertEqual(ballad.stanzas, [stanzas[1]])
        XCTAssertThrowsError(try form.saveThroughParent())
        form.rollback()
        parent.rollback()
        form.refreshAllObjects()
        XCTAssertTrue(ballad.stanzas.allSatisfy { $0.managedObjectContext === form }, "\(ballad.stanzas)")
    }

    func testRelatingAFaultWhoseRowIsGoneDoesNotStopTheProgram() throws {
        let relate: [(isJobGone: Bool, (Member, Job) -> Void)] = [
            (true, { $1.assignee = $0 }), (true, { $0.jobs.insert($1) }), (true, { $0.jobs = [$1] }),
            (false, { $1.assignee = $0 }), (false, { $0.jobs.insert($1) }), (false, { $0.jobs = [$1] }),
        ]
        for inChild in [false, true] {
            for (index, (isJobGone, relate)) in relate.enumerated() {
                let container = try makeContainer(makeHousehold())
                let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                let (ada, job) = (Member("Ada", in: other), Job("Job", in: other))
                try other.save()
                let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
                parent.automaticallyMergesChangesFromParent = false
                let context = inChild ? ManagedObjectContext(concurrencyType: .mainQueue, parent: parent) : parent
                let (hers, its) = (context.object(with: ada.objectID), context.object(with: job.objectID))
                other.delete(isJobGone ? job : ada)
                try other.save()
                relate(hers, its)
                if isJobGone {
                    XCTAssertNil(its.managedObjectContext, "\(inChild), \(index)")
                    XCTAssertEqual(hers.jobs, [], "\(inChild), \(index)")
                    XCTAssertNoThrow(try context.save(), "\(inChild), \(index)")
                } else {
                    XCTAssertThrowsError(try context.save(), "\(inChild), \(index)") { error in
                        guard case .relatedObjectDeleted = (error as? SaveError)?.reason
                        else { return XCTFail("\(inChild), \(index): \(error)") }
                    }
                }
            }
        }
    }

    func testAListTakesNoFaultWhoseRowIsGone() throws {
        let container = try makeContainer(makeHousehold())
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (plan, gone, job) = (Plan("Spring", in: other), Job("gone", in: other), Job("job", in: other))
        try other.save()
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = false
        let its = try context.existingObject(with: plan.objectID)
        let faults = [context.object(with: gone.objectID), context.object(with: job.objectID)]
        other.delete(gone)
        try other.save()
        its.steps = faults
        XCTAssertEqual(its.steps.map(\.name), ["job"])
        try context.save()
        XCTAssertEqual(its.steps.map(\.name), ["job"])
    }

    func testAMemberLeavesAFaultWhoseRowIsGone() throws {
        for (isUndone, byList, isCleared) in (0..<8).map({ ($0 & 1 == 0, $0 & 2 == 0, $0 & 4 == 0) }) {
            let container = try makeContainer(makeHousehold())
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (first, second, job) = (Plan("Spring", in: other), Plan("May", in: other), Job("Job", in: other))
            first.steps = [job]
            try other.save()
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            context.automaticallyMergesChangesFromParent = false
            context.isUndoEnabled = true
            let its = try context.existingObject(with: job.objectID)
            let plans = (context.object(with: first.objectID), context.object(with: second.objectID))
            other.delete(first)
            try other.save()
            if isCleared {
                its.plan = nil
            } else if byList {
                plans.1.steps = [its]
            } else {
                its.plan = plans.1
            }
            XCTAssertEqual(plans.1.steps.count, isCleared ? 0 : 1)
            if isUndone {
                context.undo()
                XCTAssertEqual(plans.1.steps, [])
            }
            XCTAssertNil(plans.0.steps.first)
            XCTAssertNil(plans.0.managedObjectContext)
        }
    }

    /// As if it had been read before it became updated.
    func testAFaultThatIsLinkedKeepsItsValuesWhenOthersDeleteItsRow() throws {
        let container = try makeContainer(makeHousehold())
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (ada, club) = (Member("Ada", in: other), Club("Chess", in: other))
        try other.save()
        let contexts = (0..<2).map { number in
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            return number == 0 ? parent : ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        }
        for context in contexts { context.object(with: ada.objectID).clubs = [context.object(with: club.objectID)] }
        let id = club.objectID
        other.delete(club)
        try other.save()
        for context in contexts {
            context.refreshAllObjects()
            XCTAssertEqual(try context.fetch(FetchRequest<Club>()).map(\.name), ["Chess"])
            XCTAssertEqual(context.object(with: id).name, "Chess")
            XCTAssertEqual(context.updatedObjects.count, 2)
            XCTAssertThrowsError(try context.save())
        }
    }
}

private final class Ballad: ManagedObject {
    @Relationship(deleteRule: .cascade) var stanzas: [Stanza] = []
}

private final class Stanza: ManagedObject {
    @Attribute var lines = 0
    @Relationship(inverse: \Ballad.stanzas) var ballad: Ballad?
}
