import Foundation
import Signals
import SignalsStore
import XCTest

final class ManagedObjectObservationTests: XCTestCase {
    /// Counts how often an object says that it will change, and what it was then.
    // SAFETY: used on the queue of its object.
    private final class Watch: @unchecked Sendable {
        var before: [Int] = []
        private var cancellable: AnyCancellable?

        init(_ chore: Chore) {
            let chore = Unchecked(chore)
            cancellable = chore.value.objectWillChange.sink { [unowned self] in before.append(chore.value.minutes) }
        }
    }

    private func withChore(_ body: (Chore, ManagedObjectContext, PersistentContainer) throws -> Void) throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        try container.inBackground { context in
            try body(try XCTUnwrap(context.fetch(FetchRequest<Chore>()).first), context, container)
        }
    }

    func testEachAssignmentIsToldBeforeItIsMade() throws {
        try withChore { chore, context, _ in
            chore.minutes = 2
            let watch = Watch(chore)
            chore.minutes = 3
            chore.minutes = 4
            chore.notes = "Soon"
            XCTAssertEqual(watch.before, [2, 3, 4])
            try context.save()
            chore.minutes = 5
            chore.minutes = 6
            XCTAssertEqual(watch.before, [2, 3, 4, 4, 5])
        }
    }

    func testARollbackUndoAndRedoAreTold() throws {
        try withChore { chore, context, _ in
            context.isUndoEnabled = true
            let watch = Watch(chore)
            chore.minutes = 2
            context.undo()
            context.redo()
            context.rollback()
            XCTAssertEqual(watch.before, [1, 2, 1, 2])
            context.delete(chore)
            XCTAssertEqual(watch.before, [1, 2, 1, 2, 1])
        }
    }

    func testObserversAreNotifiedOnceOfOthersSavesAndOnlyOfChanges() throws {
        try withChore { chore, context, container in
            let watch = Watch(chore)
            let id = chore.objectID
            try container.inBackground { other in
                let same = try other.existingObject(with: id)
                same.minutes = 9
                same.notes = "Other"
                try other.save()
            }
            context.refreshAllObjects()
            XCTAssertEqual(chore.minutes, 9)
            XCTAssertEqual(watch.before, [1])
            context.refreshAllObjects()
            _ = try context.fetch(FetchRequest<Chore>())
            XCTAssertEqual(watch.before, [1])
        }
    }

    func testTheSaveOfAChildIsToldInTheParent() throws {
        try withChore { chore, context, _ in
            let watch = Watch(chore)
            let id = chore.objectID
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
            try child.performAndWait {
                try child.existingObject(with: id).minutes = 8
                try child.save()
            }
            XCTAssertEqual(watch.before, [1])
            XCTAssertEqual(chore.minutes, 8)
        }
    }

    func testThePublisherIsAlwaysTheSame() throws {
        try withChore { chore, _, _ in XCTAssertTrue(chore.objectWillChange === chore.objectWillChange) }
    }

    @MainActor func testAChangeMadeWhileOthersHearOfOneIsKept() throws {
        let container = try makeContainer()
        let chore = Chore(context: container.viewContext)
        let unchecked = Unchecked(chore)
        // SAFETY: used on the main thread, as the object.
        nonisolated(unsafe) var isFirst = true
        let cancellable = chore.objectWillChange.sink {
            guard isFirst else { return }
            isFirst = false
            unchecked.value.notes = "changed"
        }
        chore.minutes = 5
        XCTAssertEqual(chore.notes, "changed")
        XCTAssertEqual(chore.minutes, 5)
        withExtendedLifetime(cancellable) {}
    }
}
