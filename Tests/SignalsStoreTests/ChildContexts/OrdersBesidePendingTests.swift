import SignalsStore
import XCTest

/// Lists that a form saves through its parent, which has put them into another order, or has added to them, without saving it.
final class OrdersBesidePendingTests: XCTestCase {
    private func context(of container: PersistentContainer) -> ManagedObjectContext {
        ManagedObjectContext(concurrencyType: .mainQueue, container: container)
    }

    private func stored(_ container: PersistentContainer, _ plan: Plan) throws -> [[String]] {
        let context = context(of: container)
        let plan = try context.existingObject(with: plan.objectID)
        return [plan.steps.map(\.name), plan.helpers.map(\.name)]
    }

    func testAFormsOrderReplacesThePendingOne() throws {
        for (count, firstSaves) in [(2, false), (2, true), (5, false), (5, true)] {
            let container = try makeContainer(makeHousehold())
            let first = context(of: container)
            let names = (0..<count).map { "\($0)" }
            let plan = Plan("Spring", in: first)
            (plan.steps, plan.helpers) = (names.map { Job($0, in: first) }, names.map { Member($0, in: first) })
            try first.save()
            let parent = context(of: container)
            let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            let formPlan = try form.existingObject(with: plan.objectID)
            let parentPlan = try parent.existingObject(with: plan.objectID)
            if firstSaves {
                formPlan.steps.reverse()
                formPlan.helpers.reverse()
                try form.save()
            } else {
                parentPlan.steps.reverse()
                parentPlan.helpers.reverse()
                _ = try form.fetch(FetchRequest<Job>())
                form.refreshAllObjects()
            }
            XCTAssertEqual(formPlan.steps.names, names.reversed())
            XCTAssertEqual(formPlan.helpers.names, names.reversed())
            formPlan.steps.reverse()
            formPlan.helpers.reverse()
            try form.saveThroughParent()
            let what = "\(count), \(firstSaves)"
            for plan in [formPlan, parentPlan] {
                XCTAssertEqual(plan.steps.names, names, what)
                XCTAssertEqual(plan.helpers.names, names, what)
            }
            XCTAssertEqual(try stored(container, plan), [names, names], what)
            try parent.save()
            XCTAssertEqual(parentPlan.steps.names, names, what)
            XCTAssertEqual(parentPlan.helpers.names, names, what)
            XCTAssertEqual(try stored(container, plan), [names, names], what)
        }
    }

    /// What the form moved stays where it put it; the rest of the pending order stays pending.
    func testAFormMovesOneMemberOfAListInAPendingOrder() throws {
        let container = try makeContainer(makeHousehold())
        let first = context(of: container)
        let plan = Plan("Spring", in: first)
        plan.steps = ["a", "b", "c", "d"].map { Job($0, in: first) }
        try first.save()
        let parent = context(of: container)
        let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let parentPlan = try parent.existingObject(with: plan.objectID)
        parentPlan.steps.reverse()
        let formPlan = try form.existingObject(with: plan.objectID)
        XCTAssertEqual(formPlan.steps.names, ["d", "c", "b", "a"])
        formPlan.steps.insert(formPlan.steps.remove(at: 0), at: 2)
        XCTAssertEqual(formPlan.steps.names, ["c", "b", "d", "a"])
        try form.saveThroughParent()
        XCTAssertEqual(parentPlan.steps.names, ["c", "b", "d", "a"])
        XCTAssertEqual(formPlan.steps.names, ["c", "b", "d", "a"])
        try parent.save()
        XCTAssertEqual(try stored(container, plan)[0], ["c", "b", "d", "a"])
        XCTAssertEqual(formPlan.steps.names, ["c", "b", "d", "a"])
    }

    /// A form and its parent show one order after the save, and the store has that once the parent has saved.
    func testWhatAFormAppendsBesideAPendingMemberIsInOneOrderEverywhere() throws {
        for isNew in [false, true] {
            let container = try makeContainer(makeHousehold())
            let first = context(of: container)
            let plan = Plan("Spring", in: first)
            plan.steps = ["a", "b"].map { Job($0, in: first) }
            let spare = Job("y", in: first)
            try first.save()
            let parent = context(of: container)
            let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
            let parentPlan = try parent.existingObject(with: plan.objectID)
            parentPlan.steps.append(Job("x", in: parent))
            let formPlan = try form.existingObject(with: plan.objectID)
            XCTAssertEqual(formPlan.steps.names, ["a", "b", "x"])
            formPlan.steps.append(isNew ? Job("y", in: form) : form.object(with: spare.objectID))
            try form.saveThroughParent()
            XCTAssertEqual(try stored(container, plan)[0], ["a", "b", "y"])
            XCTAssertEqual(formPlan.steps.names, ["a", "b", "y", "x"], "new: \(isNew)")
            XCTAssertEqual(parentPlan.steps.names, ["a", "b", "y", "x"], "new: \(isNew)")
            try parent.save()
            XCTAssertEqual(try stored(container, plan)[0], parentPlan.steps.names, "new: \(isNew)")
            XCTAssertEqual(formPlan.steps.names, parentPlan.steps.names, "new: \(isNew)")
        }
    }

    /// The same for links: a pending one comes behind those that are stored, in the form too.
    func testALinkThatAFormAppendsBesideAPendingOneIsInOneOrderEverywhere() throws {
        let container = try makeContainer(makeHousehold())
        let first = context(of: container)
        let (plan, ada, ben) = (Plan("Spring", in: first), Member("Ada", in: first), Member("Ben", in: first))
        try first.save()
        let parent = context(of: container)
        let form = ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
        let parentPlan = try parent.existingObject(with: plan.objectID)
        let formPlan = try form.existingObject(with: plan.objectID)
        formPlan.helpers.append(form.object(with: ben.objectID))
        try form.save()
        formPlan.helpers.append(form.object(with: ada.objectID))
        try form.saveThroughParent()
        XCTAssertEqual(try stored(container, plan)[1], ["Ada"])
        XCTAssertEqual(parentPlan.helpers.names, ["Ada", "Ben"])
        XCTAssertEqual(formPlan.helpers.names, ["Ada", "Ben"])
        try parent.save()
        XCTAssertEqual(try stored(container, plan)[1], ["Ada", "Ben"])
    }
}
