import SignalsStore
import XCTest

/// Children that follow show what the levels above did and saved, whoever did it first.
final class FollowingChildrenTests: XCTestCase {
    private func context(of container: PersistentContainer) -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        return context
    }

    private func child(of parent: ManagedObjectContext) -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        context.automaticallyMergesChangesFromParent = true
        return context
    }

    /// Has the contexts take over what was saved, without fetching what the test looks at.
    private func merge(_ contexts: ManagedObjectContext...) throws {
        for context in contexts { _ = try context.count(for: FetchRequest<Room>()) }
    }

    func testAGrandchildHasWhatTheRootAddedAfterAPeerChangedAnAttribute() throws {
        let container = try makeContainer(makeHousehold())
        let root = context(of: container)
        let middle = child(of: root)
        let leaf = child(of: middle)
        let (ada, spring, dust) = (Member("Ada", in: root), Plan("Spring", in: root), Job("Dust", in: root))
        dust.assignee = ada
        try root.save()
        let (here, plan) = (
            try leaf.existingObject(with: ada.objectID), try leaf.existingObject(with: spring.objectID)
        )
        XCTAssertEqual(here.jobs.sortedNames, ["Dust"])
        XCTAssertEqual(plan.steps.names, [])
        let peer = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        try peer.existingObject(with: dust.objectID).name = "Wipe"
        try peer.save()
        let mop = Job("Mop", in: root)
        mop.assignee = ada
        spring.steps = [mop]
        try root.save()
        try merge(root, middle, leaf)
        XCTAssertEqual(here.jobs.sortedNames, ["Mop", "Wipe"])
        XCTAssertEqual(plan.steps.names, ["Mop"])
        // What a rule reaches is what is shown.
        leaf.delete(here)
        XCTAssertNil(try leaf.existingObject(with: mop.objectID).assignee)
    }

    func testAChildThatDeletedAnOwnerHasWhatItsParentAddedToAnother() throws {
        let container = try makeContainer(makeHousehold())
        let root = context(of: container)
        let leaf = child(of: root)
        let (ada, ben, dust) = (Member("Ada", in: root), Member("Ben", in: root), Job("Dust", in: root))
        let (spring, march) = (Plan("Spring", in: root), Plan("March", in: root))
        dust.assignee = ben
        march.steps = [dust]
        try root.save()
        let here = try leaf.existingObject(with: ada.objectID)
        let plan = try leaf.existingObject(with: spring.objectID)
        XCTAssertEqual(here.jobs, [])
        XCTAssertEqual(plan.steps, [])
        leaf.delete(try leaf.existingObject(with: ben.objectID))
        leaf.delete(try leaf.existingObject(with: march.objectID))
        dust.assignee = ada
        spring.steps = [dust]
        try leaf.save()
        try root.save()
        try merge(root, leaf)
        XCTAssertEqual(here.jobs.sortedNames, ["Dust"])
        XCTAssertEqual(plan.steps.names, ["Dust"])
    }

    func testAChildSeesThatItsParentTookBackWhatItHadSaved() throws {
        for takesBack: (ManagedObjectContext) -> Void in [{ $0.rollback() }, { $0.undo() }] {
            let root = context(of: try makeContainer(makeHousehold()))
            root.isUndoEnabled = true
            let leaf = child(of: root)
            let (ada, dust) = (Member("Ada", in: root), Job("Dust", in: root))
            try root.save()
            let (here, mine) = (
                try leaf.existingObject(with: ada.objectID), try leaf.existingObject(with: dust.objectID)
            )
            (mine.minutes, mine.assignee) = (5, here)
            let mop = Job("Mop", in: leaf)
            mop.assignee = here
            here.clubs = [Club("Chess", in: leaf)]
            try leaf.save()
            XCTAssertEqual(ada.jobs.sortedNames, ["Dust", "Mop"])
            takesBack(root)
            try merge(root, leaf)
            XCTAssertEqual(ada.jobs, [])
            XCTAssertEqual(here.jobs, [])
            XCTAssertEqual(here.clubs, [])
            XCTAssertEqual(mine.minutes, 0)
            XCTAssertNil(mop.managedObjectContext)
            XCTAssertFalse(leaf.hasChanges)
        }
    }

    func testAChildSeesThatARefreshOfItsParentTookAnObjectsChangesBack() throws {
        let root = context(of: try makeContainer(makeHousehold()))
        let leaf = child(of: root)
        let (ada, chess, dust) = (Member("Ada", in: root), Club("Chess", in: root), Job("Dust", in: root))
        dust.assignee = ada
        try root.save()
        (ada.name, ada.clubs) = ("Bea", [chess])
        root.delete(dust)
        let (here, club) = (
            try leaf.existingObject(with: ada.objectID), try leaf.existingObject(with: chess.objectID)
        )
        XCTAssertEqual(here.name, "Bea")
        XCTAssertEqual(club.members, [here])
        XCTAssertEqual(here.jobs, [])
        root.refresh(ada, mergeChanges: false)
        root.refresh(dust, mergeChanges: false)
        XCTAssertFalse(root.hasChanges)
        try merge(root, leaf)
        XCTAssertEqual(here.name, "Ada")
        XCTAssertEqual(club.members, [])
        XCTAssertEqual(here.jobs.names, ["Dust"])
    }

    func testAChildSeesWhatItsParentEndsOfWhatItHadMade() throws {
        let root = context(of: try makeContainer(makeHousehold()))
        let leaf = child(of: root)
        let (ada, chess) = (Member("Ada", in: root), Club("Chess", in: root))
        try root.save()
        let here = try leaf.existingObject(with: ada.objectID)
        here.clubs = [try leaf.existingObject(with: chess.objectID)]
        let mop = Job("Mop", in: leaf)
        mop.assignee = here
        try leaf.save()
        chess.members = []
        root.delete(try root.existingObject(with: mop.objectID))
        try root.save()
        try merge(root, leaf)
        XCTAssertEqual(here.clubs, [])
        XCTAssertEqual(here.jobs, [])
        XCTAssertNil(mop.managedObjectContext)
    }

    func testAResetOfALevelReachesTheLevelsBelow() throws {
        let root = context(of: try makeContainer(makeHousehold()))
        let middle = child(of: root)
        let leaf = child(of: middle)
        let ada = Member("Ada", in: root)
        try root.save()
        let here = try leaf.existingObject(with: ada.objectID)
        XCTAssertEqual(here.jobs, [])
        Job("Dust", in: root).assignee = ada
        ada.name = "Eva"
        try root.save()
        middle.reset()
        try merge(root, middle, leaf)
        XCTAssertEqual(here.name, "Eva")
        XCTAssertEqual(here.jobs.sortedNames, ["Dust"])
    }

    func testWhatItsParentsRulesDeleteWithAChildsDeletionIsGoneInAllChildren() throws {
        let container = try makeContainer(makeProjects())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (project, duty) = (Project(context: parent), Duty(context: parent))
        try parent.save()
        let children = [true, false].map { follows in
            let child = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            child.automaticallyMergesChangesFromParent = follows
            return child
        }
        let copies = children.map { $0.object(with: duty.objectID) }
        for copy in copies { XCTAssertNil(copy.project) }
        children[1].delete(children[1].object(with: project.objectID))
        duty.project = project
        try children[1].save()
        XCTAssertEqual(parent.deletedObjects, [project, duty])
        for (copy, child) in zip(copies, children) {
            XCTAssertEqual(try child.count(for: FetchRequest<Duty>()), 0)
            XCTAssertNil(copy.managedObjectContext)
        }
        try parent.save()
    }
}
