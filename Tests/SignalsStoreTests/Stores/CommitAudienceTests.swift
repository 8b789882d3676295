import Dispatch
import Foundation
import Signals
import Testing

@testable import SignalsStore

@Suite struct CommitAudienceTests {
    /// Notes what it hears.
    private final class Listener: CommitListener {
        private let heard = Locked<[CommitNotice]>([])
        private let ends = Locked(0)

        var notices: [CommitNotice] { heard.withLock { $0 } }
        var isAtEnd: Bool { ends.withLock { $0 } == 1 }

        func receive(_ notice: CommitNotice) { heard.withLock { $0.append(notice) } }
        func storeDidClose() { ends.withLock { $0 += 1 } }
    }

    private func notice(_ number: Int64) -> CommitNotice {
        var notice = CommitNotice()
        notice.updated["Chore"] = CommitNotice.UpdatedRows(numbers: [number], columns: [0])
        return notice
    }

    @Test func whatWasCommittedTogetherIsHeardInOneNotice() {
        let (audience, listener) = (CommitAudience(), Listener())
        audience.listen(listener)
        audience.hear([(notice(1), nil), (notice(2), ObjectIdentifier(listener))])
        #expect(listener.notices.map(\.changed) == [["Chore": [1, 2]]])
    }

    @Test func ofNothingNobodyHears() {
        let (audience, listener) = (CommitAudience(), Listener())
        audience.listen(listener)
        audience.hear([])
        #expect(listener.notices.isEmpty)
    }

    @Test func aContextHearsOfAllThatWasCommittedWithItsSaveAndNotOfThat() throws {
        let container = try PersistentContainer(
            name: "audience", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
        defer { container.close() }
        // Suspended, so that nothing that was heard is applied before it is looked at.
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        defer { queue.resume() }
        let contexts = (0..<2).map { _ in ManagedObjectContext(on: queue, container: container) }
        for context in contexts { context.automaticallyMergesChangesFromParent = true }
        container.coordinator.audience.hear([
            (notice(1), ObjectIdentifier(contexts[0])), (notice(2), ObjectIdentifier(contexts[1])), (notice(3), nil),
        ])
        let heard = contexts.map { context in context.core.withLock { $0.inbox.notice.changed } }
        #expect(heard == [["Chore": [2, 3]], ["Chore": [1, 3]]])
        for context in contexts { context.emptyInbox() }
    }

    @Test func aListenerHearsTheEndAndNothingAfterItIsIgnored() {
        let (audience, listener) = (CommitAudience(), Listener())
        audience.listen(listener)
        audience.storeDidClose()
        audience.ignore(listener)
        audience.hearEverything()
        #expect(listener.isAtEnd)
        #expect(listener.notices.isEmpty)
        #expect(audience.isEmpty)
    }

    @Test func whoIsGoneIsForgottenWhenTheNextOneComes() {
        let audience = CommitAudience()
        var gone: Listener? = Listener()
        gone.map(audience.listen)
        gone = nil
        let listener = Listener()
        audience.listen(listener)
        audience.ignore(listener)
        #expect(audience.isEmpty)
    }
}
