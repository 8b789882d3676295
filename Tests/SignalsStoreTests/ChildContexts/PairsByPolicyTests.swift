import SignalsStore
import XCTest

/// One-to-ones that both sides of a save changed: the two references are one property.
final class PairsByPolicyTests: XCTestCase {
    private let policies: [MergePolicy] = [
        .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
    ]

    private func context(of container: PersistentContainer) -> ManagedObjectContext {
        ManagedObjectContext(concurrencyType: .mainQueue, container: container)
    }

    /// The owners' names of each desk, by both ends.
    private func pairs(_ context: ManagedObjectContext) throws -> [String] {
        let byDesk = try context.fetch(FetchRequest<Desk>()).compactMap { desk in
            desk.owner.map { "\(desk.name)–\($0.name)" }
        }
        let byMember = try context.fetch(FetchRequest<Member>()).compactMap { member in
            member.desk.map { "\($0.name)–\(member.name)" }
        }
        XCTAssertEqual(byDesk.sorted(), byMember.sorted())
        return byDesk.sorted()
    }

    func testAFormAndItsParentThatGiveADeskToOneEachAgreeByThePolicy() throws {
        for (policy, goesThrough, sides, hadOwner) in policies.flatMap({ policy in
            [true, false].flatMap { goesThrough in
                (0..<4).flatMap { sides in [true, false].map { (policy, goesThrough, sides, $0) } }
            }
        }) {
            let container = try makeContainer(makeHousehold())
            // A server takes so many connections.
            defer { container.close() }
            let first = context(of: container)
            let (ada, ben, desk) = (Member("Ada", in: first), Member("Ben", in: first), Desk("desk", in: first))
            if hadOwner { desk.owner = Member("Cyd", in: first) }
            try first.save()
            let parent = context(of: container)
            parent.mergePolicy = policy
            let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            let (formDesk, formAda) = (try form.existingObject(with: desk.objectID), form.object(with: ada.objectID))
            let (parentDesk, parentBen) = (parent.object(with: desk.objectID), parent.object(with: ben.objectID))
            if sides & 1 == 0 { formDesk.owner = formAda } else { formAda.desk = formDesk }
            if sides & 2 == 0 { parentDesk.owner = parentBen } else { parentBen.desk = parentDesk }
            if goesThrough { try form.saveThroughParent() } else { try form.save() }
            let isForms = policy == .mergeByPropertyObjectTrump || policy == .overwrite
            let what = "\(policy), through: \(goesThrough), sides: \(sides), had an owner: \(hadOwner)"
            let expected = [isForms ? "desk–Ada" : "desk–Ben"]
            XCTAssertEqual(try pairs(parent), expected, what)
            XCTAssertEqual(try pairs(form), expected, what)
            XCTAssertEqual(formDesk.owner?.name, isForms ? "Ada" : "Ben", what)
            try parent.save()
            XCTAssertEqual(try pairs(parent), expected, what)
            XCTAssertEqual(try pairs(form), expected, what)
            XCTAssertEqual(try pairs(context(of: container)), expected, what)
        }
    }

    /// A new object of the form that wants what the parent has given to another.
    func testANewObjectOfAFormGivesUpThePartnerThatThePolicyLeavesToAnother() throws {
        for (policy, goesThrough) in policies.flatMap({ [($0, true), ($0, false)] }) {
            let container = try makeContainer(makeHousehold())
            // A server takes so many connections.
            defer { container.close() }
            let first = context(of: container)
            let (ben, desk) = (Member("Ben", in: first), Desk("desk", in: first))
            try first.save()
            let parent = context(of: container)
            parent.mergePolicy = policy
            let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            form.object(with: desk.objectID).owner = Member("Ada", in: form)
            parent.object(with: desk.objectID).owner = parent.object(with: ben.objectID)
            if goesThrough { try form.saveThroughParent() } else { try form.save() }
            let isForms = policy == .mergeByPropertyObjectTrump || policy == .overwrite
            let what = "\(policy), through: \(goesThrough)"
            let expected = [isForms ? "desk–Ada" : "desk–Ben"]
            XCTAssertEqual(try pairs(parent), expected, what)
            XCTAssertEqual(try pairs(form), expected, what)
            try parent.save()
            XCTAssertEqual(try pairs(context(of: container)), expected, what)
        }
    }

    /// Under a policy of the other side both ends are theirs when the save returns.
    func testASaveThatGivesUpItsPairShowsTheOtherAtBothEnds() throws {
        for (policy, follows) in policies.flatMap({ [($0, true), ($0, false)] }) {
            let container = try makeContainer(makeHousehold())
            // A server takes so many connections.
            defer { container.close() }
            let (here, there) = (context(of: container), context(of: container))
            (here.mergePolicy, here.automaticallyMergesChangesFromParent) = (policy, follows)
            let (ada, ben, desk) = (Member("Ada", in: there), Member("Ben", in: there), Desk("desk", in: there))
            try there.save()
            let hereAda = try here.existingObject(with: ada.objectID)
            let hereBen = try here.existingObject(with: ben.objectID)
            let hereDesk = try here.existingObject(with: desk.objectID)
            hereDesk.owner = hereBen
            desk.owner = ada
            try there.save()
            try here.save()
            let isHere = policy == .mergeByPropertyObjectTrump || policy == .overwrite
            XCTAssertIdentical(hereDesk.owner, isHere ? hereBen : hereAda, "\(policy), \(follows)")
            XCTAssertIdentical(hereAda.desk, isHere ? nil : hereDesk, "\(policy), \(follows)")
            XCTAssertIdentical(hereBen.desk, isHere ? hereDesk : nil, "\(policy), \(follows)")
            XCTAssertFalse(here.hasChanges)
            XCTAssertEqual(try pairs(context(of: container)), [isHere ? "desk–Ben" : "desk–Ada"])
        }
    }

    /// What a form's policy brings back has its pair again, and of what else its deletion ended parent and store agree.
    func testWhatAFormsPolicyBringsBackIsTheSameInParentAndStore() throws {
        for (policy, kind) in [MergePolicy.mergeByPropertyObjectTrump, .overwrite].flatMap({ policy in
            (0..<4).map { (policy, $0) }
        }) {
            let container = try makeContainer(makeHousehold())
            // A server takes so many connections.
            defer { container.close() }
            let first = context(of: container)
            let (ada, chess, desk) = (Member("Ada", in: first), Club("Chess", in: first), Desk("desk", in: first))
            let (plan, job) = (Plan("Spring", in: first), Job("Dust", in: first))
            (ada.clubs, desk.owner, plan.helpers, job.assignee) = ([chess], ada, [ada], ada)
            try first.save()
            let parent = context(of: container)
            parent.mergePolicy = policy
            let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            let objects: [any Named] = [ada, chess, desk, plan]
            func edit<Object: Named>(_ object: Object) throws {
                try form.existingObject(with: object.objectID).name += "!"
                parent.delete(try parent.existingObject(with: object.objectID))
            }
            try edit(objects[kind])
            try form.save()
            func shown(_ context: ManagedObjectContext) throws -> [String] {
                let member = try context.existingObject(with: ada.objectID)
                let club = try context.existingObject(with: chess.objectID)
                let helped = try context.existingObject(with: plan.objectID)
                let duty = try context.existingObject(with: job.objectID)
                XCTAssertEqual(member.clubs.contains(club), club.members.contains(member))
                XCTAssertEqual(member.jobs.contains(duty), duty.assignee === member)
                return try pairs(context) + [
                    "\(member.name) \(member.clubs.count) \(member.jobs.count)", "\(club.name)", "\(helped.name)",
                    "\(helped.helpers.count)",
                ]
            }
            let what = "\(policy), \(kind)"
            let expected = try shown(parent)
            XCTAssertEqual(try pairs(parent).count, 1, what)
            XCTAssertEqual(try shown(form), expected, what)
            try parent.save()
            XCTAssertEqual(try shown(parent), expected, what)
            XCTAssertEqual(try shown(context(of: container)), expected, what)
        }
    }
}
