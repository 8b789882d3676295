import Foundation
import Testing

@testable import SignalsStore

@Suite struct SaveErrorTests {
    @Test(arguments: [
        (SaveError.Reason.busy, true), (.diskFull, true), (.readOnly, true), (.closed, false),
        (.inputOutput(reason: "x"), true), (.outcomeUnknown(cause: .diskFull), true),
        (.deletionConflict, false),
        (.store(reason: "x"), false), (.valueTaken(taken: "1", by: nil), false),
    ])
    func sayWhetherARetryCanHelp(reason: SaveError.Reason, canRetry: Bool) {
        #expect(SaveError(reason).canRetry == canRetry)
    }

    @Test func aSaveThatReadsADamagedFileSaysSo() {
        guard case .damaged("page 7") = SaveError(reading: FetchError.damaged(reason: "page 7")).reason else {
            Issue.record("it is another error")
            return
        }
    }

    @Test func everyErrorSaysWhatHappened() {
        let reasons: [SaveError.Reason] = [
            .valueTaken(taken: "\"a\"", by: nil), .conflict(base: .null, here: .integer(1), stored: .integer(2)),
            .deletionConflict, .unencodable(reason: "why"), .busy, .diskFull, .readOnly, .closed, .store(reason: "why"),
            .inputOutput(reason: "why"), .outcomeUnknown(cause: .readOnly), .outcomeUnknown(cause: .diskFull),
        ]
        let texts = reasons.map { SaveError($0, entityName: "Chore", attributeName: "name").localizedDescription }
        #expect(Set(texts).count == reasons.count)
        #expect(
            texts[1]
                == "The Chore name was changed to 2 by someone else while it was changed to 1 here. Refresh it without "
                + "merging and change it again, or save with a merge policy that decides.")
    }

    @Test func aConflictSaysItsValuesAsTheirTypeIsWritten() throws {
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Errand.self), stores: [.scratch])
        defer { container.close() }
        let ids = try container.inBackground { context in
            let errands = [Errand(context: context), Errand(context: context)]
            try context.save()
            return errands.map(\.objectID)
        }
        let changes: [(@Sendable (Errand, Int) -> Void, String)] = [
            (
                { errand, _ in errand.isDone = true },
                "isDone was changed to true by someone else while it was changed to true here."
            ),
            (
                { $0.due = Date(timeIntervalSinceReferenceDate: Double($1) * 86400) },
                "due was changed to 2001-01-01 00:00:00 +0000 by someone else while it was changed to "
                    + "2001-01-02 00:00:00 +0000 here."
            ),
            (
                { errand, index in errand.next = try? errand.managedObjectContext?.existingObject(with: ids[index]) },
                "next was changed by someone else while it was changed here."
            ),
        ]
        for (change, text) in changes {
            try container.inBackground { context in
                change(try context.existingObject(with: ids[0]), 1)
                try container.inBackground { other in
                    change(try other.existingObject(with: ids[0]), 0)
                    try other.save()
                }
                let error = #expect(throws: SaveError.self) { try context.save() }
                #expect(error?.description.contains(text) == true, "\(error.map { "\($0)" } ?? "none")")
            }
        }
    }

    @Test func aCopyThatIsChangedLeavesTheOtherAsItWas() {
        let error = SaveError(.busy, entityName: "Chore", attributeName: "name")
        var copy = error
        copy.storedValues = [.integer(1)]
        #expect(error.storedValues == nil)
        #expect(copy.storedValues == [.integer(1)])
        #expect((copy.entityName, copy.attributeName) == ("Chore", "name"))
    }

    /// Whatever may throw it has room for it in its frame.
    @Test func anErrorAndAnOutcomeAreOneWordEach() {
        #expect(MemoryLayout<SaveError>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<CommitOutcome>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<EntitySchema>.size == MemoryLayout<Int>.size)
    }
}

private final class Errand: ManagedObject {
    @Attribute var isDone = false
    @Attribute var due = Date.distantFuture
    @Relationship var next: Errand?
}
