import SignalsStore
import XCTest

/// A form that saves through its parent, where something else is pending in that.
final class FormBesidePendingTests: XCTestCase {
    private func makeParent() throws -> (PersistentContainer, ManagedObjectContext) {
        let container = try makeContainer(makeHousehold())
        return (container, ManagedObjectContext(concurrencyType: .mainQueue, container: container))
    }

    private func form(_ parent: ManagedObjectContext) -> ManagedObjectContext {
        ManagedObjectContext(concurrencyType: .mainQueue, parent: parent)
    }

    private func stored<Value>(
        _ container: PersistentContainer, _ read: (ManagedObjectContext) throws -> Value
    ) rethrows -> Value {
        try read(ManagedObjectContext(concurrencyType: .mainQueue, container: container))
    }

    func testAPendingLinkIsSavedAfterAFormSavedAnAttributeOfEitherEnd() throws {
        for savesClub in [false, true] {
            let (container, parent) = try makeParent()
            let (ada, chess) = (Member("Ada", in: parent), Club("Chess", in: parent))
            try parent.save()
            ada.clubs = [chess]
            (ada.name, chess.name) = ("Bea", "Go")
            let child = form(parent)
            if savesClub {
                child.object(with: chess.objectID).name = "Draughts"
            } else {
                child.object(with: ada.objectID).name = "Cyd"
            }
            try child.saveThroughParent()
            XCTAssertEqual(parent.updatedObjects, [ada, chess])
            try parent.save()
            XCTAssertEqual(try stored(container) { try $0.fetch(FetchRequest<Club>()).first?.members.count }, 1)
        }
    }

    func testALinkThatAFormSavesReplacesThePendingOpposite() throws {
        for isMade in [false, true] {
            for fromClub in [false, true] {
                let (container, parent) = try makeParent()
                let (ada, chess) = (Member("Ada", in: parent), Club("Chess", in: parent))
                ada.clubs = isMade ? [chess] : []
                try parent.save()
                ada.clubs = isMade ? [] : [chess]
                let child = form(parent)
                if fromClub {
                    child.object(with: chess.objectID).members = isMade ? [child.object(with: ada.objectID)] : []
                } else {
                    child.object(with: ada.objectID).clubs = isMade ? [child.object(with: chess.objectID)] : []
                }
                try child.saveThroughParent()
                let expected = isMade ? ["Chess"] : []
                let what = "made: \(isMade), from the club: \(fromClub)"
                XCTAssertEqual(child.object(with: ada.objectID).clubs.names, expected, what)
                XCTAssertEqual(ada.clubs.names, expected, what)
                XCTAssertEqual(chess.members.count, expected.count, what)
                XCTAssertFalse(parent.hasChanges, what)
                try parent.save()
                XCTAssertEqual(try stored(container) { try $0.find(Member.self, "Ada").clubs.names }, expected, what)
            }
        }
    }

    func testAnOrderedLinkThatAFormSavesReplacesThePendingOpposite() throws {
        for isMade in [false, true] {
            let (container, parent) = try makeParent()
            let (ada, ben, plan) = (Member("Ada", in: parent), Member("Ben", in: parent), Plan("Spring", in: parent))
            plan.helpers = isMade ? [ada, ben] : [ada]
            try parent.save()
            plan.helpers = isMade ? [ada] : [ada, ben]
            let child = form(parent)
            let copy = child.object(with: plan.objectID)
            if isMade { copy.helpers.append(child.object(with: ben.objectID)) } else { copy.helpers.removeLast() }
            try child.saveThroughParent()
            let expected = isMade ? ["Ada", "Ben"] : ["Ada"]
            XCTAssertEqual(copy.helpers.names, expected)
            XCTAssertEqual(plan.helpers.names, expected)
            try parent.save()
            XCTAssertEqual(try stored(container) { try $0.find(Plan.self, "Spring").helpers.names }, expected)
        }
    }

    func testADeletionThatWouldTakeWithItWhatTheParentMovedAwayIsRefused() throws {
        let (container, parent) = try makeParent()
        let (ada, ben, shelf) = (Member("Ada", in: parent), Member("Ben", in: parent), Shelf("Shelf", in: parent))
        shelf.owner = ada
        try parent.save()
        shelf.owner = ben
        let child = form(parent)
        child.delete(child.object(with: ada.objectID))
        XCTAssertThrowsError(try child.saveThroughParent()) { error in
            guard case .unsavedInParent = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            XCTAssertEqual((error as? SaveError)?.objectIDs.count, 1)
        }
        XCTAssertEqual(shelf.owner, ben)
        try parent.save()
        try child.saveThroughParent()
        XCTAssertEqual(try stored(container) { try $0.find(Shelf.self, "Shelf").owner?.name }, "Ben")
    }

    func testAChildReadsMembersThatAreFaultsInItsParent() throws {
        let (container, parent) = try makeParent()
        let (ada, spring) = (Member("Ada", in: parent), Plan("Spring", in: parent))
        try parent.save()
        let (club, job) = try stored(container) { other in
            let (club, job) = (Club("Chess", in: other), Job("Mop", in: other))
            try other.save()
            return (club.objectID, job.objectID)
        }
        ada.clubs = [parent.object(with: club)]
        spring.steps = [parent.object(with: job)]
        let child = form(parent)
        XCTAssertEqual(child.object(with: ada.objectID).clubs.names, ["Chess"])
        XCTAssertEqual(child.object(with: spring.objectID).steps.names, ["Mop"])
    }

    func testAPinnedParentIsPinnedToTheStateThatAFormLeft() throws {
        let (_, parent) = try makeParent()
        let ada = Member("Ada", in: parent)
        try parent.save()
        try parent.setQueryGeneration(.current)
        let child = form(parent)
        child.object(with: ada.objectID).name = "Bea"
        _ = Member("Ben", in: child)
        try child.saveThroughParent()
        for context in [parent, child] {
            XCTAssertEqual(try context.fetch(FetchRequest<Member>()).sortedNames, ["Bea", "Ben"])
            XCTAssertEqual(try context.count(for: FetchRequest<Member>()), 2)
            XCTAssertEqual(try context.count(for: FetchRequest<Member>(predicate: #Predicate { $0.name == "Bea" })), 1)
        }
    }

    func testAFormMakesNoObjectOneWithAnotherThatTheParentIsToDelete() throws {
        for policy in [MergePolicy.error, .mergeByPropertyObjectTrump] {
            let container = try makeContainer(ManagedObjectModel(Chore.self))
            let parent = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            parent.mergePolicy = policy
            let chore = Chore(context: parent)
            chore.name = "Mop"
            try parent.save()
            parent.delete(chore)
            let child = form(parent)
            let found = try child.findOrCreate(Chore.self, where: \.name, equals: "Mop")
            XCTAssertThrowsError(try child.saveThroughParent()) { error in
                guard case .unsavedInParent = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
            XCTAssertEqual(child.insertedObjects, [found])
            try parent.save()
            try child.saveThroughParent()
            XCTAssertEqual(try stored(container) { try $0.count(for: FetchRequest<Chore>()) }, 1)
        }
    }

    /// A policy that writes all values writes those of the form, and none that only its parent has given it.
    func testAFormThatOverwritesStoresNoValueThatIsPendingInItsParent() throws {
        let (container, parent) = try makeParent()
        parent.automaticallyMergesChangesFromParent = true
        let (ada, dust) = (Member("Ada", in: parent), Job("Dust", in: parent))
        try parent.save()
        let (adaID, dustID) = (ada.objectID, dust.objectID)
        let child = form(parent)
        child.mergePolicy = .overwrite
        let here = try child.existingObject(with: dustID)
        here.assignee = child.object(with: adaID)
        try container.inBackground { other in
            other.object(with: dustID).assignee = Member("Ben", in: other)
            try other.save()
        }
        dust.minutes = 5
        XCTAssertEqual(try child.fetch(FetchRequest<Job>()).map(\.minutes), [5])
        try child.saveThroughParent()
        XCTAssertEqual(
            try stored(container) { try $0.fetch(FetchRequest<Job>()).map { [$0.assignee?.name, "\($0.minutes)"] } },
            [["Ada", "0"]])
        XCTAssertEqual(dust.minutes, 5)
        XCTAssertEqual(parent.updatedObjects, [dust])
        try parent.save()
        XCTAssertEqual(try stored(container) { try $0.fetch(FetchRequest<Job>()).map(\.minutes) }, [5])
    }

    /// A form that takes back what is pending in its parent, and so has nothing to store, leaves nothing to be read later.
    func testAFormWithNothingToStoreBringsNothingOfOthersLater() throws {
        let (container, parent) = try makeParent()
        let (dust, ada) = (Job("Dust", in: parent), Member("Ada", in: parent))
        try parent.save()
        let id = dust.objectID
        dust.minutes = 5
        let child = form(parent)
        child.object(with: id).minutes = 0
        try child.saveThroughParent()
        try container.inBackground { other in
            other.object(with: id).name = "Wipe"
            try other.save()
        }
        ada.name = "Bea"
        try parent.save()
        XCTAssertEqual(dust.name, "Dust", "The parent follows nobody.")
        XCTAssertEqual(try parent.fetch(FetchRequest<Job>()).map(\.name), ["Wipe"])
    }

    /// What a pending value kept out shows once a form has taken that back: nothing is pending, and the store has it.
    func testAFormThatTakesBackAPendingValueShowsWhatOthersSavedMeanwhile() throws {
        let (container, parent) = try makeParent()
        let dust = Job("Dust", in: parent)
        try parent.save()
        let id = dust.objectID
        for savesName in [false, true] {
            dust.minutes += 5
            let before = dust.minutes - 5
            try container.inBackground { other in
                other.object(with: id).minutes += 3
                try other.save()
            }
            parent.refreshAllObjects()
            XCTAssertEqual(try parent.fetch(FetchRequest<Job>()).map(\.minutes), [before + 5])
            let child = form(parent)
            child.object(with: id).minutes = before
            if savesName { child.object(with: id).name = "Wipe" }
            try child.saveThroughParent()
            XCTAssertEqual(dust.minutes, before + 3, "saves the name: \(savesName)")
            XCTAssertFalse(parent.hasChanges)
        }
        XCTAssertEqual(try stored(container) { try $0.fetch(FetchRequest<Job>()).map(\.name) }, ["Wipe"])
    }
}
