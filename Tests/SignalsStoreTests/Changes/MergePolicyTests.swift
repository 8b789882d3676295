import Foundation
import Testing

@testable import SignalsStore

private let policies: [MergePolicy] = [
    .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
]

/// The moment at which the context is notified of what the other did.
private enum Hearing: CaseIterable, CustomTestStringConvertible {
    /// Only when it saves.
    case never
    /// Because it fetched in between.
    case byFetching
    /// Because it follows.
    case byFollowing
    /// Because it was told what the other saved.
    case byMerging

    var testDescription: String { "\(self)" }
}

/// The other side: a peer on the same store, or the parent of the context.
private enum Other: CaseIterable, CustomTestStringConvertible {
    case peer
    case parent

    var testDescription: String { "\(self)" }
}

private struct Case: CustomTestStringConvertible {
    let policy: MergePolicy
    let hearing: Hearing
    let other: Other

    static let all = policies.flatMap { policy in
        Hearing.allCases.flatMap { hearing in
            Other.allCases.map { Case(policy: policy, hearing: hearing, other: $0) }
        }
    }

    var testDescription: String { "\(policy), heard \(hearing), other \(other)" }
}

/// A chore "Dust" of 1 minute in a context, which the other side changes as well.
private final class Collision {
    let container: PersistentContainer
    let context: ManagedObjectContext
    let other: ManagedObjectContext
    let id: ManagedObjectID<Chore>
    private let setting: Case

    init(_ setting: Case) throws {
        self.setting = setting
        container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Chore.self), stores: [.scratch])
        id = try container.addChores("Dust")[0]
        other = container.newBackgroundContext()
        context =
            setting.other == .peer
            ? container.newBackgroundContext() : ManagedObjectContext(concurrencyType: .privateQueue, parent: other)
        context.mergePolicy = setting.policy
        context.automaticallyMergesChangesFromParent = setting.hearing == .byFollowing
    }

    deinit { container.close() }

    /// Changes the chore here, then there, and saves there and here.
    func save(here: (Chore) -> Void, there: (Chore) -> Void) throws -> Result<Outcome, SaveError> {
        try context.performAndWait {
            let chore = try context.existingObject(with: id)
            here(chore)
            var saved: ObjectChanges?
            try other.performAndWait {
                let theirs = try other.existingObject(with: id)
                there(theirs)
                saved = ObjectChanges(pending: [theirs])
                // A child is in conflict with what its parent has, saved or not.
                if setting.other == .peer || setting.hearing == .byFollowing { try other.save() }
            }
            if setting.hearing == .byFetching { _ = try context.fetch(FetchRequest<Chore>()) }
            if setting.hearing == .byMerging, let saved { context.mergeChanges(from: saved) }
            do throws(SaveError) { try context.save() } catch { return .failure(error) }
            #expect(!context.hasChanges)
            if setting.other == .parent { try other.performAndWait { try other.save() } }
            return .success(Outcome(here: Row(chore), stored: try stored()))
        }
    }

    private func stored() throws -> Row? {
        try container.inBackground { fresh in
            try fresh.fetch(FetchRequest<Chore>()).first.flatMap(Row.init)
        }
    }
}

/// The object after the save, here and in the store; nil when it is gone.
private struct Outcome: Equatable, Sendable {
    let here: Row?
    let stored: Row?

    init(here: Row?, stored: Row?) {
        self.here = here
        self.stored = stored
    }

    init(both: Row?) { self.init(here: both, stored: both) }
}

private struct Row: Equatable, Sendable {
    let name: String
    let minutes: Int
    let notes: String?

    init(_ name: String, _ minutes: Int, _ notes: String? = nil) {
        self.name = name
        self.minutes = minutes
        self.notes = notes
    }

    init?(_ chore: Chore) {
        guard chore.managedObjectContext != nil else { return nil }
        self.init(chore.name, chore.minutes, chore.notes)
    }
}

@Suite struct MergePolicyTests {
    @Test(arguments: Case.all)
    fileprivate func differentAttributesAreKeptOfBothSidesUnderEveryPolicy(_ setting: Case) throws {
        let outcome = try Collision(setting).save(here: { $0.name = "Here" }, there: { $0.minutes = 45 })
        #expect(try outcome.get() == Outcome(both: Row("Here", 45)))
    }

    @Test(arguments: Case.all)
    fileprivate func ofOneAttributeThePolicyDecides(_ setting: Case) throws {
        let outcome = try Collision(setting).save(
            here: {
                $0.name = "Here"
                $0.notes = "here"
            },
            there: {
                $0.name = "There"
                $0.minutes = 45
            })
        switch setting.policy {
        case .error:
            guard case .failure(let error) = outcome else { return #expect(Bool(false), "the save succeeded") }
            #expect(error.attributeName == "name")
            let conflict = try #require(error.conflict)
            #expect(conflict.attributeNames == ["name"])
            #expect(conflict.base["name"] == .text("Dust"))
            #expect(conflict.here?["name"] == .text("Here"))
            #expect(conflict.here?["notes"] == .text("here"))
            #expect(conflict.stored?["name"] == .text("There"))
            #expect(conflict.stored?["minutes"] == .integer(45))
            #expect(conflict.objectID == error.objectIDs.first)
        case .mergeByPropertyStoreTrump: #expect(try outcome.get() == Outcome(both: Row("There", 45, "here")))
        case .mergeByPropertyObjectTrump: #expect(try outcome.get() == Outcome(both: Row("Here", 45, "here")))
        case .overwrite:
            // What was heard before the save is part of the object here.
            let minutes = setting.hearing == .never ? 1 : 45
            #expect(try outcome.get() == Outcome(both: Row("Here", minutes, "here")))
        case .rollback: #expect(try outcome.get() == Outcome(both: Row("There", 45)))
        }
    }

    @Test(arguments: Case.all)
    fileprivate func ofAnObjectChangedHereAndDeletedThereThePolicyDecides(_ setting: Case) throws {
        let outcome = try Collision(setting).save(
            here: { $0.name = "Here" }, there: { $0.managedObjectContext?.delete($0) })
        switch setting.policy {
        case .error:
            guard case .failure(let error) = outcome, case .deletionConflict = error.reason else {
                return #expect(Bool(false), "\(outcome)")
            }
            #expect(error.conflict?.stored == nil)
            #expect(error.conflict?.base["name"] == .text("Dust"))
            #expect(error.conflict?.here?["name"] == .text("Here"))
        case .mergeByPropertyStoreTrump, .rollback: #expect(try outcome.get() == Outcome(both: nil))
        case .mergeByPropertyObjectTrump, .overwrite: #expect(try outcome.get() == Outcome(both: Row("Here", 1)))
        }
    }

    @Test(arguments: Case.all)
    fileprivate func ofAnObjectDeletedHereAndChangedThereThePolicyDecides(_ setting: Case) throws {
        let outcome = try Collision(setting).save(
            here: { $0.managedObjectContext?.delete($0) }, there: { $0.minutes = 45 })
        switch setting.policy {
        case .error:
            guard case .failure(let error) = outcome, case .deletionConflict = error.reason else {
                return #expect(Bool(false), "\(outcome)")
            }
            #expect(error.conflict?.here == nil)
            #expect(error.conflict?.stored?["minutes"] == .integer(45))
        case .mergeByPropertyStoreTrump, .rollback: #expect(try outcome.get() == Outcome(both: Row("Dust", 45)))
        case .mergeByPropertyObjectTrump, .overwrite: #expect(try outcome.get() == Outcome(both: nil))
        }
    }

    @Test(arguments: Case.all)
    fileprivate func anObjectDeletedOnBothSidesIsGoneUnderEveryPolicy(_ setting: Case) throws {
        let outcome = try Collision(setting).save(
            here: { $0.managedObjectContext?.delete($0) }, there: { $0.managedObjectContext?.delete($0) })
        #expect(try outcome.get() == Outcome(both: nil))
    }

    @Test(arguments: Case.all)
    fileprivate func anObjectEditedThenDeletedHereIsNoConflictWithWhatWasNotEditedThere(_ setting: Case) throws {
        let outcome = try Collision(setting).save(
            here: {
                $0.notes = "here"
                $0.managedObjectContext?.delete($0)
            }, there: { $0.minutes = $0.minutes })
        #expect(try outcome.get() == Outcome(both: nil))
    }

    @Test(arguments: policies)
    func aUniqueValueThatIsTakenFailsTheSaveOfAStoredObjectUnderEveryPolicy(_ policy: MergePolicy) throws {
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Chore.self), stores: [.scratch])
        defer { container.close() }
        container.mergePolicy = policy
        let ids = try container.addChores("Dust", "Mop")
        try container.inBackground { context in
            #expect(context.mergePolicy == policy)
            let chore = try context.existingObject(with: ids[1])
            chore.name = "Dust"
            #expect {
                try context.save()
            } throws: { error in
                if case .valueTaken = (error as? SaveError)?.reason { true } else { false }
            }
            #expect(chore.isUpdated)
            chore.name = "Sweep"
            try context.save()
        }
        #expect(try container.choreNames() == ["Dust", "Sweep"])
    }

    @Test(arguments: policies)
    func underEveryPolicyTheNextSaveGoesOnFromWhatTheLastOneLeft(_ policy: MergePolicy) throws {
        guard policy != .error else { return }
        let collision = try Collision(Case(policy: policy, hearing: .never, other: .peer))
        let id = collision.id
        _ = try collision.save(here: { $0.name = "Here" }, there: { $0.name = "There" }).get()
        try collision.context.performAndWait {
            let chore = try collision.context.existingObject(with: id)
            collision.context.mergePolicy = .error
            chore.name = "Next"
            chore.minutes = 9
            try collision.context.save()
        }
        #expect(try collision.container.choreNames() == ["Next"])
    }

    @Test func onePolicyOnTheContainerReachesTheContextsItMakes() async throws {
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Chore.self), stores: [.scratch])
        defer { container.close() }
        let before = container.newBackgroundContext()
        container.mergePolicy = .overwrite
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: before)
        #expect(before.mergePolicy == .overwrite)
        #expect(child.mergePolicy == .overwrite)
        #expect(await container.viewContext.mergePolicy == .overwrite)
        before.mergePolicy = .rollback
        #expect(child.mergePolicy == .rollback)
        #expect(container.newBackgroundContext().mergePolicy == .overwrite)
        #expect(try await container.performBackgroundTask { $0.mergePolicy }.value == .overwrite)
        #expect(try await container.save { $0.mergePolicy }.value == .overwrite)
    }
}
