import SignalsStore
import XCTest

/// The contents of a form that has fetched, after its parents have changed something, taken it back, or missed it.
final class FetchesThroughParentsTests: XCTestCase {
    private struct Scene {
        let container: PersistentContainer
        let parent: ManagedObjectContext
        let form: ManagedObjectContext
        let club: Club
        let plan: Plan
        let members: [Member]
        let jobs: [Job]

        /// Returns what a context shows once it has fetched it: both ends of each relationship.
        func contents(_ context: ManagedObjectContext) throws -> [String] {
            let clubs = try context.fetch(FetchRequest<Club>()), members = try context.fetch(FetchRequest<Member>())
            let plans = try context.fetch(FetchRequest<Plan>()), jobs = try context.fetch(FetchRequest<Job>())
            return [
                clubs.map { $0.members.map(\.name).sorted().joined(separator: " ") }.description,
                members.sorted { $0.name < $1.name }.map { "\($0.name) \($0.clubs.count)" }.description,
                plans.map { $0.steps.map(\.name).joined(separator: " ") }.description,
                jobs.sorted { $0.name < $1.name }.map { "\($0.name) \($0.plan?.name ?? "-")" }.description,
            ]
        }
    }

    private func scene(hasMiddle: Bool = false) throws -> Scene {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let club = Club(context: parent), plan = Plan("Spring", in: parent)
        let members = ["Ada", "Ben"].map { Member($0, in: parent) }, jobs = ["x", "y", "z"].map { Job($0, in: parent) }
        club.members = [members[0]]
        plan.steps = jobs
        try parent.save()
        parent.isUndoEnabled = true
        var form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        if hasMiddle {
            form = ManagedObjectContext(concurrencyType: .mainQueue, parent: form)
            form.automaticallyMergesChangesFromParent = true
        }
        return Scene(
            container: container, parent: parent, form: form, club: club, plan: plan, members: members, jobs: jobs)
    }

    func testAFetchBringsWhatItsParentHasReadUpToDate() throws {
        for isPerformed in [true, false] {
            let scene = try scene()
            scene.parent.automaticallyMergesChangesFromParent = false
            _ = try scene.contents(scene.parent)
            let other = ManagedObjectContext(concurrencyType: .mainQueue, container: scene.container)
            try other.existingObject(with: scene.club.objectID).members = [
                try other.existingObject(with: scene.members[1].objectID)
            ]
            try other.existingObject(with: scene.plan.objectID).steps.swapAt(0, 2)
            try other.save()
            let expected = try scene.contents(other)
            let form = scene.form
            let found = isPerformed ? try form.performAndWait { try scene.contents(form) } : try scene.contents(form)
            XCTAssertEqual(found, expected, "performed: \(isPerformed)")
        }
    }

    /// The form took its own deletion back, and so did its parent: the object is a new one in the form, and stored.
    func testAFetchShowsTheLinksOfAnObjectThatCameBackInBoth() throws {
        for (fromClub, isFetched, hasMember) in (0..<8).map({ ($0 & 1 == 0, $0 & 2 == 0, $0 & 4 == 0) }) {
            let what = "from the club: \(fromClub), fetched: \(isFetched), has a member: \(hasMember)"
            let scene = try scene()
            try scene.parent.performAndWait {
                if !hasMember {
                    scene.club.members = []
                    try scene.parent.save()
                }
                scene.form.isUndoEnabled = true
                scene.form.automaticallyMergesChangesFromParent = true
                scene.form.delete(try scene.form.existingObject(with: scene.club.objectID))
                try scene.form.save()
                scene.parent.undo()
                if isFetched { _ = try scene.contents(scene.form) }
                scene.form.undo()
                if fromClub {
                    scene.club.members.insert(scene.members[1])
                } else {
                    scene.members[1].clubs.insert(scene.club)
                }
                let expected = try scene.contents(scene.parent)
                XCTAssertEqual(try scene.contents(scene.form), expected, what)
            }
        }
    }

    func testAFetchShowsTheLinksThatAreLeft() throws {
        for (isUndone, isReadWithoutAFetch, hasMiddle) in [
            (true, false, false), (false, false, false), (true, true, false), (true, false, true),
        ] {
            let scene = try scene(hasMiddle: hasMiddle)
            let before = try scene.contents(scene.form)
            let mine = try scene.form.existingObject(with: scene.club.objectID)
            if isReadWithoutAFetch { scene.form.refresh(mine, mergeChanges: false) }
            scene.club.members = [scene.members[1]]
            scene.plan.steps.swapAt(0, 2)
            if isReadWithoutAFetch {
                XCTAssertEqual(mine.members.map(\.name), ["Ben"])
            } else {
                _ = try scene.contents(scene.form)
            }
            if isUndone {
                while scene.parent.canUndo { scene.parent.undo() }
            } else {
                scene.parent.rollback()
            }
            XCTAssertEqual(try scene.contents(scene.form), before, "\(isUndone) \(isReadWithoutAFetch) \(hasMiddle)")
        }
    }

    func testBothEndsAgreeOnceTheParentHasTakenAFormsDeletionBack() throws {
        for (isUndone, isReplaced) in [(true, false), (true, true), (false, false), (false, true)] {
            let scene = try scene()
            let before = try scene.contents(scene.form)
            let (member, job) = (
                scene.form.object(with: scene.members[0].objectID), scene.form.object(with: scene.jobs[0].objectID)
            )
            scene.form.delete(member)
            scene.form.delete(job)
            if isReplaced {
                scene.form.object(with: scene.plan.objectID).steps.append(Job("new", in: scene.form))
                Member("Eva", in: scene.form).clubs = [scene.form.object(with: scene.club.objectID)]
            }
            try scene.form.save()
            if isUndone { scene.parent.undo() } else { scene.parent.rollback() }
            XCTAssertEqual(try scene.contents(scene.form), before, "undone: \(isUndone), replaced: \(isReplaced)")
        }
    }

    /// What a form reads passes through its parents, and is there what it is in the form: both ends agree at each level.
    func testAFetchBringsTheParentsItReadsThroughUpToDate() throws {
        for isSaved in [true, false] {
            let scene = try scene()
            let inner = ManagedObjectContext(concurrencyType: .mainQueue, parent: scene.form)
            _ = try (scene.contents(inner), scene.contents(scene.form))
            let mine = try scene.form.existingObject(with: scene.club.objectID)
            let members = try scene.form.fetch(FetchRequest<Member>()).sorted { $0.name < $1.name }
            XCTAssertEqual(members.map(\.clubs.count), [1, 0])
            let other = ManagedObjectContext(concurrencyType: .mainQueue, parent: scene.parent)
            other.object(with: scene.club.objectID).members = [other.object(with: scene.members[1].objectID)]
            other.object(with: scene.plan.objectID).steps.reverse()
            try other.save()
            if isSaved { try scene.parent.save() }
            XCTAssertEqual(mine.members, [members[0]])
            let contents = try scene.contents(inner)
            XCTAssertEqual(mine.members, [members[1]], "saved: \(isSaved)")
            XCTAssertEqual(members.map(\.clubs.count), [0, 1], "saved: \(isSaved)")
            XCTAssertEqual(try scene.contents(scene.form), contents, "saved: \(isSaved)")
            XCTAssertEqual(try scene.contents(scene.parent), contents, "saved: \(isSaved)")
        }
    }

    /// It is brought up to date at that moment: what others save later does not show at one end.
    func testAParentShowsOneMomentAfterAFormHasRead() throws {
        let container = try makeContainer(makeHousehold())
        let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let (club, ada, ben) = (Club(context: parent), Member("Ada", in: parent), Member("Ben", in: parent))
        club.members = [ada]
        try parent.save()
        XCTAssertEqual(ben.clubs, [])
        let peer = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        func read() throws {
            _ = try (form.fetch(FetchRequest<Club>()), form.fetch(FetchRequest<Member>()))
        }
        try read()
        peer.object(with: club.objectID).members = [peer.object(with: ben.objectID)]
        try peer.save()
        try read()
        peer.object(with: club.objectID).members = []
        try peer.save()
        XCTAssertEqual(club.members, [ben])
        XCTAssertEqual(ben.clubs, [club])
        XCTAssertEqual(ada.clubs, [])
    }

    func testAListKeepsTheOthersWhenTheParentDeletesAMember() throws {
        for follows in [true, false] {
            let scene = try scene()
            scene.form.automaticallyMergesChangesFromParent = follows
            let mine = try scene.form.existingObject(with: scene.plan.objectID)
            mine.steps.swapAt(0, 2)
            try scene.form.save()
            scene.parent.delete(scene.jobs[1])
            XCTAssertTrue(try scene.form.fetch(FetchRequest<Plan>()).first === mine)
            XCTAssertEqual(mine.steps.names, ["z", "x"], "follows: \(follows)")
        }
    }

    func testAListKeepsTheOthersWhenTheParentDeletesAMemberAndItIsPrefetched() throws {
        let scene = try scene()
        let mine = try scene.form.existingObject(with: scene.plan.objectID)
        mine.steps.swapAt(0, 2)
        try scene.form.save()
        scene.parent.delete(scene.jobs[1])
        var request = FetchRequest<Plan>()
        request.relationshipKeyPathsForPrefetching = [\.steps]
        XCTAssertTrue(try scene.form.fetch(request).first === mine)
        XCTAssertEqual(mine.steps.names, ["z", "x"])
    }

    func testAFormThatFollowsShowsWhatItsParentMissed() throws {
        for follows in [true, false] {
            let scene = try scene(hasMiddle: true)
            scene.form.automaticallyMergesChangesFromParent = follows
            _ = try scene.contents(scene.form)
            let mine = try scene.form.existingObject(with: scene.club.objectID)
            XCTAssertEqual(mine.members.map(\.name), ["Ada"])
            let peer = ManagedObjectContext(concurrencyType: .mainQueue, container: scene.container)
            peer.object(with: scene.club.objectID).members = [peer.object(with: scene.members[1].objectID)]
            peer.object(with: scene.plan.objectID).steps.reverse()
            try peer.save()
            XCTAssertEqual(try scene.contents(scene.form), try scene.contents(peer), "follows: \(follows)")
        }
    }

    /// Both ends agree, also where the form has changed one of them.
    func testAToManyThatAFormChangedShowsWhatItsParentLinks() throws {
        let scene = try scene()
        let mine = try scene.form.existingObject(with: scene.club.objectID)
        let ben = try scene.form.existingObject(with: scene.members[1].objectID)
        XCTAssertEqual(ben.clubs, [])
        mine.members.insert(ben)
        for round in 0..<3 {
            let other = Club(context: scene.parent)
            other.members = Set(scene.members)
            let clubs = try scene.form.fetch(FetchRequest<Club>())
            let members = try scene.form.fetch(FetchRequest<Member>())
            XCTAssertEqual(clubs.count, 2 + round)
            for member in members {
                XCTAssertEqual(member.clubs, Set(clubs.filter { $0.members.contains(member) }), "round \(round)")
                XCTAssertEqual(member.clubs.count, 2 + round)
            }
        }
    }

    func testBothEndsAgreeOfWhatAFormChangedAndItsParentDeletes() throws {
        for isSaved in [false, true] {
            let scene = try scene()
            let (ada, job) = (
                try scene.form.existingObject(with: scene.members[0].objectID),
                try scene.form.existingObject(with: scene.jobs[1].objectID)
            )
            _ = try scene.contents(scene.form)
            ada.name = "Ada L."
            job.name = "Y"
            scene.parent.delete(scene.members[0])
            scene.parent.delete(scene.jobs[1])
            if isSaved { try scene.parent.save() }
            let plan = try XCTUnwrap(try scene.form.fetch(FetchRequest<Plan>()).first)
            let jobs = try scene.form.fetch(FetchRequest<Job>())
            XCTAssertTrue(jobs.contains(job), "saved: \(isSaved)")
            XCTAssertEqual(Set(plan.steps), Set(jobs.filter { $0.plan === plan }), "saved: \(isSaved)")
            let club = try XCTUnwrap(try scene.form.fetch(FetchRequest<Club>()).first)
            XCTAssertTrue(try scene.form.fetch(FetchRequest<Member>()).contains(ada), "saved: \(isSaved)")
            XCTAssertEqual(club.members.contains(ada), ada.clubs.contains(club), "saved: \(isSaved)")
        }
    }

    /// Also where only one end is fetched, which the answer of the contexts above has twice.
    func testAMemberThatHasLeftAListLeavesItAtBothEndsInAParent() throws {
        let scene = try scene()
        let inner = ManagedObjectContext(concurrencyType: .mainQueue, parent: scene.form)
        _ = try (scene.contents(inner), scene.contents(scene.form))
        let mine = try scene.form.existingObject(with: scene.plan.objectID)
        let job = try scene.form.existingObject(with: scene.jobs[0].objectID)
        XCTAssertEqual(mine.steps.names, ["x", "y", "z"])
        scene.jobs[0].plan = nil
        _ = try inner.fetch(FetchRequest<Plan>())
        XCTAssertEqual(mine.steps.names, ["y", "z"])
        XCTAssertNil(job.plan)
    }

    /// Also where the form in between has not read again what it fetched.
    func testWhatAnInnerFormChangedAndTheParentOfItsParentDeletesShowsAtBothEnds() throws {
        let scene = try scene()
        let inner = ManagedObjectContext(concurrencyType: .mainQueue, parent: scene.form)
        _ = try (scene.contents(scene.form), scene.contents(inner))
        let held = try scene.form.fetch(FetchRequest<Job>())
        let job = try inner.existingObject(with: scene.jobs[1].objectID)
        job.name = "Y"
        scene.parent.delete(scene.jobs[1])
        let middle = try scene.form.fetch(FetchRequest<Plan>())
        try withExtendedLifetime((held, middle)) {
            let plan = try XCTUnwrap(try inner.fetch(FetchRequest<Plan>()).first)
            XCTAssertTrue(try inner.fetch(FetchRequest<Job>()).contains(job))
            XCTAssertEqual(plan.steps.names, ["x", "Y", "z"])
            XCTAssertTrue(job.plan === plan)
        }
    }

    func testWhatAnInnerFormChangedHasNoLinksOnceTheParentOfItsParentDeletesIt() throws {
        let scene = try scene()
        let inner = ManagedObjectContext(concurrencyType: .mainQueue, parent: scene.form)
        _ = try (scene.contents(scene.form), scene.contents(inner))
        let held = try scene.form.fetch(FetchRequest<Member>())
        XCTAssertEqual(held.map(\.clubs.count).sorted(), [0, 1])
        let ada = try inner.existingObject(with: scene.members[0].objectID)
        ada.name = "Ada L."
        scene.parent.delete(scene.members[0])
        try withExtendedLifetime(held) {
            let club = try XCTUnwrap(try inner.fetch(FetchRequest<Club>()).first)
            XCTAssertTrue(try inner.fetch(FetchRequest<Member>()).contains(ada))
            XCTAssertEqual(club.members, [])
            XCTAssertEqual(ada.clubs, [])
        }
    }

    func testWhatAFormRelatedToWhatAnInnerFormChangedIsThereAtBothEndsOnceItIsDeletedAboveBoth() throws {
        let scene = try scene()
        let inner = ManagedObjectContext(concurrencyType: .mainQueue, parent: scene.form)
        let held = try scene.form.fetch(FetchRequest<Job>())
        try held.first { $0.name == "x" }?.assignee = scene.form.find("Ada")
        _ = try (scene.contents(scene.form), scene.contents(inner))
        let (ada, job): (Member, Job) = (try inner.find("Ada"), try inner.find("x"))
        XCTAssertEqual(ada.jobs, [job])
        ada.name = "Ada L."
        scene.parent.delete(scene.members[0])
        try withExtendedLifetime(held) {
            XCTAssertTrue(try inner.fetch(FetchRequest<Member>()).contains(ada))
            XCTAssertTrue(try inner.fetch(FetchRequest<Job>()).contains(job))
            XCTAssertTrue(job.assignee === ada)
            XCTAssertEqual(ada.jobs, [job])
        }
    }
}
