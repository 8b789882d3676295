import SignalsStore
import XCTest

/// Both ends of a relationship of an object that was edited here and deleted elsewhere agree until a save says what becomes of it.
final class EditedAndDeletedTests: XCTestCase {
    private struct Scene {
        let context: ManagedObjectContext
        let peer: ManagedObjectContext

        func fetchAll() throws {
            _ = try context.fetch(FetchRequest<Member>())
            _ = try context.fetch(FetchRequest<Plan>())
            _ = try context.fetch(FetchRequest<Job>())
            _ = try context.fetch(FetchRequest<Desk>())
        }
    }

    /// Stores a member with a job and a desk, and a plan with three steps, of which the job is the second.
    private func forEachScene(_ body: (Scene, _ name: String) throws -> Void) throws {
        for (follows, isChild) in [(false, false), (true, false), (false, true), (true, true)] {
            let container = try makeContainer(makeHousehold())
            let peer = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (ada, mop) = (Member("Ada", in: peer), Job("Mop", in: peer))
            mop.assignee = ada
            ada.desk = Desk("Oak", in: peer)
            Plan("Spring", in: peer).steps = [Job("Begin", in: peer), mop, Job("End", in: peer)]
            try peer.save()
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            parent.automaticallyMergesChangesFromParent = follows
            var context = parent
            if isChild {
                context = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
                context.automaticallyMergesChangesFromParent = follows
            }
            try body(Scene(context: context, peer: peer), "follows \(follows), child \(isChild)")
        }
    }

    func testAMemberStaysInTheToManysThatItRefersTo() throws {
        for isRead in [false, true] {
            try forEachScene { scene, name in
                let (ada, mop): (Member, Job) = (try scene.context.find("Ada"), try scene.context.find("Mop"))
                let plan: Plan = try scene.context.find("Spring")
                if isRead { _ = (ada.jobs.count, plan.steps.count, mop.plan, mop.assignee) }
                mop.minutes = 5
                scene.peer.delete(try scene.peer.find(Job.self, "Mop"))
                try scene.peer.save()
                try scene.fetchAll()
                XCTAssertTrue(mop.assignee === ada, name)
                XCTAssertEqual(ada.jobs, [mop], name)
                XCTAssertTrue(mop.plan === plan, name)
                XCTAssertEqual(plan.steps.names, ["Begin", "Mop", "End"], name)
                scene.context.rollback()
                XCTAssertNil(mop.managedObjectContext, name)
                XCTAssertEqual(ada.jobs, [], name)
                XCTAssertEqual(plan.steps.names, ["Begin", "End"], name)
            }
        }
    }

    /// Where commits are not followed, only that fetch says that the member is gone.
    func testAMemberStaysInAToManyWhoseOwnerAloneIsFetched() throws {
        for isPrefetched in [false, true] {
            try forEachScene { scene, name in
                let (ada, mop): (Member, Job) = (try scene.context.find("Ada"), try scene.context.find("Mop"))
                let plan: Plan = try scene.context.find("Spring")
                _ = (ada.jobs.count, plan.steps.count)
                mop.minutes = 5
                scene.peer.delete(try scene.peer.find(Job.self, "Mop"))
                try scene.peer.save()
                var (members, plans) = (FetchRequest<Member>(), FetchRequest<Plan>())
                if isPrefetched {
                    members.relationshipKeyPathsForPrefetching = [\Member.jobs]
                    plans.relationshipKeyPathsForPrefetching = [\Plan.steps]
                }
                _ = (try scene.context.fetch(members), try scene.context.fetch(plans))
                XCTAssertEqual(ada.jobs, [mop], name)
                XCTAssertTrue(mop.assignee === ada, name)
                XCTAssertEqual(plan.steps.names, ["Begin", "Mop", "End"], name)
                XCTAssertTrue(mop.plan === plan, name)
            }
        }
    }

    func testAOneToOneStaysAtBothEnds() throws {
        for (isRead, isOwnerDeleted) in [(false, false), (false, true), (true, false), (true, true)] {
            try forEachScene { scene, name in
                let (ada, oak): (Member, Desk) = (try scene.context.find("Ada"), try scene.context.find("Oak"))
                if isRead { _ = (ada.desk, oak.owner) }
                if isOwnerDeleted {
                    ada.name = "Ada L."
                    scene.peer.delete(try scene.peer.find(Member.self, "Ada"))
                } else {
                    oak.name = "Elm"
                    scene.peer.delete(try scene.peer.find(Desk.self, "Oak"))
                }
                try scene.peer.save()
                try scene.fetchAll()
                XCTAssertTrue(ada.desk === oak, name)
                XCTAssertTrue(oak.owner === ada, name)
                XCTAssertEqual(isOwnerDeleted ? oak.isUpdated : ada.isUpdated, false, name)
                scene.context.rollback()
                XCTAssertNil(isOwnerDeleted ? oak.owner : ada.desk, name)
            }
        }
    }

    func testASaveUnderEachPolicyLeavesBothEndsOfAOneToOneInAgreement() throws {
        let policies: [MergePolicy] = [
            .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
        ]
        for policy in policies {
            try forEachScene { scene, name in
                let (ada, oak): (Member, Desk) = (try scene.context.find("Ada"), try scene.context.find("Oak"))
                scene.context.mergePolicy = policy
                ada.name = "Ada L."
                scene.peer.delete(try scene.peer.find(Member.self, "Ada"))
                try scene.peer.save()
                try scene.fetchAll()
                XCTAssertTrue(oak.owner === ada, name)
                try scene.context.save()
                let isKept = ada.managedObjectContext != nil
                XCTAssertEqual(isKept, policy == .mergeByPropertyObjectTrump || policy == .overwrite, name)
                XCTAssertTrue(oak.owner === (isKept ? ada : nil), "\(policy), \(name)")
                XCTAssertTrue(ada.desk === (isKept ? oak : nil), "\(policy), \(name)")
                XCTAssertFalse(scene.context.hasChanges, "\(policy), \(name)")
            }
        }
    }

    func testAFetchOfOneEndOfAOneToOneBringsTheOtherUpToDate() throws {
        for isNew in [false, true] {
            let container = try makeContainer(makeHousehold())
            let peer = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let (theirs, ben) = (Member("Ada", in: peer), Member("Ben", in: peer))
            let desk = Desk("Oak", in: peer)
            desk.owner = ben
            try peer.save()
            let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            let here = (
                ada: try context.existingObject(with: theirs.objectID),
                ben: try context.existingObject(with: ben.objectID),
                oak: try context.existingObject(with: desk.objectID)
            )
            XCTAssertTrue(here.oak.owner === here.ben)
            (isNew ? Desk("Elm", in: peer) : desk).owner = theirs
            try peer.save()
            let desks = try context.fetch(FetchRequest<Desk>())
            XCTAssertEqual(desks.filter { $0.owner === here.ada }, [try XCTUnwrap(here.ada.desk)])
            XCTAssertTrue(here.ben.desk === (isNew ? here.oak : nil))
        }
    }
}
