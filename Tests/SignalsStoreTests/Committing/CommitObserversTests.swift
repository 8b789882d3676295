import Dispatch
import Foundation
import Signals
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

@Suite struct CommitObserversTests {
    /// Notes what it hears.
    private final class Listener: CommitListener {
        private let heard = Locked<[CommitNotice]>([])
        private let ends = Locked(0)

        var notices: [CommitNotice] { heard.withLock { $0 } }
        var isAtEnd: Bool { ends.withLock { $0 } == 1 }

        func receive(_ notice: CommitNotice) { heard.withLock { $0.append(notice) } }
        func storeDidClose() { ends.withLock { $0 += 1 } }
    }

    private let chore = ManagedObjectModel(Chore.self).entities[0].makeSchema()

    private func deletion(_ number: Int64) -> ChangeSet {
        var changeSet = ChangeSet()
        changeSet.deletions = [ChangeSet.Deletion(entity: chore, number: number, baseVersion: 1)]
        return changeSet
    }

    /// Parts that delete a row each: numbers 1, 2 and so on.
    private func parts(of origins: [ObjectIdentifier?], _ observers: CommitObservers) -> CommitObservers.Parts {
        var parts = CommitObservers.Parts(members: observers.members)
        for (index, origin) in origins.enumerated() {
            parts.add(deletion(Int64(index + 1)), CommitOutcome(), of: origin)
        }
        return parts
    }

    /// A store that others commit to all the time.
    private final class CrowdedStore: StoreEngine {
        let identifier = UUID()
        private let isLost: Bool

        init(isLost: Bool = false) { self.isLost = isLost }

        func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {}
        func count(_ query: Query) throws -> Int { 0 }
        func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] { [] }
        func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> { 1..<2 }
        func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>] { [] }
        func pin() throws -> any StoreReader { self }
        func close() {}

        func takeForeignCommits(for observers: ObserverKind) throws -> ForeignCommits {
            if isLost { throw FetchError.store(reason: "gone") }
            var notice = CommitNotice()
            notice.noteUpdate(of: 1, "Chore")
            return .notices([notice])
        }
    }

    /// Pins a store, and returns what its observers have been notified of by then.
    private func noticesOfPin(_ store: CrowdedStore) async throws -> [CommitNotice] {
        let coordinator = StoreCoordinator(store: store, schemas: []) {}
        let listener = Listener()
        coordinator.observers.listen(listener)
        return try await withCheckedThrowingContinuation { continuation in
            coordinator.pin(taking: { listener.notices }) { result in
                continuation.resume(with: result.map(\.taken))
            }
        }
    }

    @Test func aPinnedStateHasNoCommitThatObserversWereNotNotifiedOf() async throws {
        #expect(try await noticesOfPin(CrowdedStore()).last?.isEverything == true)
        // What the store cannot say is not taken for nothing.
        await #expect(throws: FetchError.self) { try await noticesOfPin(CrowdedStore(isLost: true)) }
    }

    @Test func whatWasCommittedTogetherIsHeardInOneNotice() {
        let (observers, listener) = (CommitObservers(), Listener())
        observers.listen(listener)
        observers.notify(of: parts(of: [nil, ObjectIdentifier(listener)], observers))
        #expect(listener.notices.map(\.changed) == [["Chore": [1, 2]]])
    }

    @Test func whatASaveDidToOtherRowsIsHeardWithIt() {
        let (observers, listener) = (CommitObservers(), Listener())
        observers.listen(listener)
        var outcome = CommitOutcome.Details()
        outcome.consequences.deleted["Chore"] = [9]
        var parts = CommitObservers.Parts(members: observers.members)
        parts.add(deletion(1), CommitOutcome(outcome), of: nil)
        observers.notify(of: parts)
        #expect(listener.notices.map(\.changed) == [["Chore": [1, 9]]])
    }

    @Test func ofNothingNobodyHears() {
        let (observers, listener) = (CommitObservers(), Listener())
        observers.listen(listener)
        observers.notify(of: CommitObservers.Parts(members: observers.members))
        #expect(listener.notices.isEmpty)
    }

    @Test func aContextHearsOfAllThatWasCommittedWithItsSaveAndNotOfThat() throws {
        let container = try PersistentContainer(
            name: "observers", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
        defer { container.close() }
        // Suspended, so that nothing that was heard is applied before it is looked at.
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        defer { queue.resume() }
        let contexts = (0..<2).map { _ in ManagedObjectContext(on: queue, container: container) }
        for context in contexts { context.automaticallyMergesChangesFromParent = true }
        let observers = container.coordinator.observers
        observers.notify(of: parts(of: [ObjectIdentifier(contexts[0]), ObjectIdentifier(contexts[1]), nil], observers))
        let heard = contexts.map { context in context.core.withLock { $0.inbox.notice.changed } }
        #expect(heard == [["Chore": [2, 3]], ["Chore": [1, 3]]])
        for context in contexts { context.emptyInbox() }
    }

    @Test func aListenerHearsTheEnd() {
        let (observers, listener) = (CommitObservers(), Listener())
        observers.listen(listener)
        observers.storeDidClose()
        #expect(listener.isAtEnd)
    }

    @Test func whoListensTwiceHearsOnce() {
        let (observers, listener) = (CommitObservers(), Listener())
        for _ in 0..<2 { observers.listen(listener) }
        observers.notifyOfEverything()
        #expect(listener.notices.count == 1)
    }
}
