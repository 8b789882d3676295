import Foundation
import SignalsStore
import Testing

/// Two that never agree.
private final class Quarrel: ManagedObject {
    @Attribute var word = 0

    var other: Quarrel?

    override func willSave() { other?.word += 1 }
}

private final class Impatient: ManagedObject {
    @Attribute var word = 0

    override func willSave() { try? managedObjectContext?.save() }
}

private func makeContext() throws -> ManagedObjectContext {
    try PersistentContainer(
        name: "Doomed", model: ManagedObjectModel(Quarrel.self, Impatient.self), stores: [.inMemory()]
    ).newBackgroundContext()
}

private func message(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

@Suite struct LifecycleExitTests {
    @Test func objectsThatKeepChangingOneAnotherWhileTheyAreSavedStopTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContext()
            try context.performAndWait {
                let (one, two) = (Quarrel(context: context), Quarrel(context: context))
                (one.other, two.other) = (two, one)
                try context.save()
            }
        }
        #expect(message(of: result).contains("after 1000 rounds, Quarrel among them"))
    }

    @Test func aSaveInsideWillSaveStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContext()
            try context.performAndWait {
                _ = Impatient(context: context)
                try context.save()
            }
        }
        #expect(message(of: result).contains("Call it before or after"))
    }

    @Test func aCommittedValueOfAnAttributeThatDoesNotExistStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContext()
            context.performAndWait { _ = Quarrel(context: context).committedValues(forKeys: ["wurd"]) }
        }
        #expect(message(of: result).contains("Quarrel has no attribute \"wurd\". It has [\"word\"]"))
    }
}
