import Signals
import SignalsStore
import XCTest

/// Notes when its hooks run.
private final class Act: ManagedObject {
    @Attribute var name = ""
    @Attribute(.unique) var code: Int? = nil
    @Attribute var changes = 0

    var log: Log?
    var others: [Act] = []

    override func willSave() {
        note("willSave")
        for act in others { act.changes += 1 }
        others = []
    }

    override func didSave() { note("didSave") }
    override func validateForInsert() throws { try validate() }
    override func validateForUpdate() throws { try validate() }
    override func validateForDelete() throws { try validate() }

    private func validate() throws {
        note("validate")
        if changes < 0 { throw invalid(\.changes, "\(name) has fewer than none") }
    }

    private func note(_ hook: String) { log?.lines.append("\(hook) \(name)") }
}

private final class Log {
    var lines: [String] = []
}

final class HookOrderTests: XCTestCase {
    private func inContext(_ body: (ManagedObjectContext, Log) throws -> Void) throws {
        let container = try makeContainer(ManagedObjectModel(Act.self))
        try container.inBackground { try body($0, Log()) }
    }

    private func make(_ names: String..., in context: ManagedObjectContext, _ log: Log) -> [Act] {
        names.map { name in
            let act = Act(context: context)
            (act.name, act.log) = (name, log)
            return act
        }
    }

    private func lines(_ names: String...) -> [String] {
        ["willSave", "validate", "didSave"].flatMap { hook in names.map { "\(hook) \($0)" } }
    }

    func testHooksRunInTheOrderOfMakingAndNotOfTheChanges() throws {
        try inContext { context, log in
            let acts = make("a", "b", in: context, log)
            try context.save()
            XCTAssertEqual(log.lines, lines("a", "b"))
            log.lines = []
            acts[1].changes = 1
            acts[0].changes = 1
            try context.save()
            XCTAssertEqual(log.lines, lines("a", "b"))
        }
    }

    func testNewAndDeletedObjectsTakeTheirPlacesAmongChangedOnes() throws {
        try inContext { context, log in
            let acts = make("a", "b", "c", in: context, log)
            try context.save()
            log.lines = []
            let new = make("d", "e", in: context, log)
            context.delete(acts[2])
            acts[1].changes = 1
            acts[0].changes = 1
            try context.save()
            XCTAssertEqual(log.lines, lines("a", "b", "c", "d", "e"))
            withExtendedLifetime(new) {}
        }
    }

    func testObjectsThatAHookChangedAreCalledAgainInTheOrderOfMaking() throws {
        try inContext { context, log in
            let acts = make("a", "b", "c", "d", "e", "f", "g", "h", in: context, log)
            try context.save()
            log.lines = []
            acts[7].others = acts.dropLast().reversed()
            acts[7].changes = 1
            try context.save()
            let again = ["a", "b", "c", "d", "e", "f", "g"].map { "willSave \($0)" }
            XCTAssertEqual(Array(log.lines.prefix(8)), ["willSave h"] + again)
            XCTAssertEqual(
                Array(log.lines.dropFirst(8)), Array(lines("a", "b", "c", "d", "e", "f", "g", "h").dropFirst(8)))
        }
    }

    func testAFailedSaveLeavesEachObjectWhereItCanBeTakenBack() throws {
        try inContext { context, log in
            let acts = make("a", "b", "c", "d", in: context, log)
            try context.save()
            for act in acts.reversed() { act.changes = -1 }
            acts[0].changes = 1
            log.lines = []
            XCTAssertThrowsError(try context.save()) { XCTAssertEqual("\($0)", "b has fewer than none") }
            XCTAssertEqual(log.lines.suffix(2), ["validate a", "validate b"])
            context.refresh(acts[1], mergeChanges: false)
            XCTAssertEqual(
                Set(context.updatedObjects.map(ObjectIdentifier.init)),
                Set([0, 2, 3].map { ObjectIdentifier(acts[$0]) }))
            for act in acts.dropFirst() { act.changes = 2 }
            log.lines = []
            try context.save()
            XCTAssertEqual(log.lines, lines("a", "b", "c", "d"))
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testAnObjectThatBecameAStoredOneIsAmongTheOthersByItsID() throws {
        try inContext { context, log in
            context.mergePolicy = .mergeByPropertyObjectTrump
            let acts = make("a", "b", "c", in: context, log)
            acts[1].code = 1
            try context.save()
            context.reset()
            let new = make("d", "e", in: context, log)
            new[1].code = 1
            log.lines = []
            try context.save()
            XCTAssertEqual(log.lines.suffix(2), ["didSave e", "didSave d"])
        }
    }

    func testAChangedObjectThatNewOnesBecomeIsCalledOnceAfterTheSave() throws {
        try inContext { context, log in
            context.mergePolicy = .mergeByPropertyObjectTrump
            let stored = make("a", in: context, log)[0]
            stored.code = 1
            try context.save()
            stored.changes = 1
            let new = make("b", in: context, log)[0]
            new.code = 1
            log.lines = []
            try context.save()
            XCTAssertEqual(log.lines.filter { $0.hasPrefix("didSave") }, ["didSave b"])
            XCTAssertEqual(stored.changes, 1)
            withExtendedLifetime(new) {}
        }
    }
}
