import Dispatch
import Foundation
import Signals

/// What the contexts of one store share: the store, its writer, the numbers of new objects, and who hears of commits.
/// Core Data's `NSPersistentStoreCoordinator`.
final class StoreCoordinator: Sendable {
    let store: any PersistentStore
    let schemas: [String: EntitySchema]
    private let writer: SaveQueue
    private let state: Locked<State>
    private let onClose: @Sendable () -> Void

    private struct State: Sendable {
        var numbers: Range<Int64> = 0..<0
        var block = 256
        var followers: [WeakContext] = []
        var isClosed = false
    }

    private struct WeakContext: Sendable {
        weak var context: ManagedObjectContext?
    }

    init(store: any PersistentStore, schemas: [EntitySchema], onClose: @escaping @Sendable () -> Void) {
        self.store = store
        self.schemas = Dictionary(uniqueKeysWithValues: schemas.map { ($0.name, $0) })
        self.onClose = onClose
        writer = SaveQueue(store: store)
        state = Locked(State())
    }

    deinit { close() }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func close() {
        guard state.withLock({ state in
            defer { state.isClosed = true }
            return !state.isClosed
        }) else { return }
        store.close()
        onClose()
    }

    func schema(of entity: EntityDescription) -> EntitySchema { schemas[entity.name]! }

    /// Tells the context of each commit from now on.
    func follow(_ context: ManagedObjectContext) {
        state.withLock { state in
            state.followers.removeAll { $0.context == nil }
            state.followers.append(WeakContext(context: context))
        }
    }

    /// Commits and returns when it is durable and in the inbox of each context that follows.
    func commit(_ changeSet: ChangeSet, from origin: ManagedObjectContext) throws(SaveError) -> CommitOutcome {
        if isClosed { throw SaveError(.closed) }
        let origin = ObjectIdentifier(origin)
        let answer = wait { answer in
            self.writer.submit(
                SaveQueue.Request(work: .commit(changeSet)) { result in
                    if case .committed(.success) = result { self.post(changeSet, except: origin) }
                    answer(result)
                })
        }
        guard case .committed(let result) = answer else { throw SaveError(.closed) }
        return try result.get()
    }

    private func post(_ changeSet: ChangeSet, except origin: ObjectIdentifier) {
        let changed = CommitNotice(changeSet)
        guard !changed.isEmpty else { return }
        let followers = state.withLock { $0.followers.compactMap(\.context) }
        for follower in followers where ObjectIdentifier(follower) != origin { follower.receive(changed) }
    }

    /// A number that no other object of the store has.
    func nextNumber() throws(SaveError) -> Int64 {
        while true {
            if let number = state.withLock({ $0.numbers.popFirst() }) { return number }
            let block = state.withLock { $0.block }
            let answer = wait { self.writer.submit(SaveQueue.Request(work: .reserve(block), completion: $0)) }
            guard case .reserved(let result) = answer else { throw SaveError(.closed) }
            let range = try result.get()
            state.withLock { state in
                // Of two that ran out at once, the one that comes second keeps its block and drops the rest of the first.
                state.numbers = range
                state.block = min(block * 4, 65_536)
            }
        }
    }

    /// Submits work and waits for its answer, with this thread's place among the background tasks given up.
    private func wait(for submit: (@escaping @Sendable (SaveQueue.Answer) -> Void) -> Void) -> SaveQueue.Answer {
        BackgroundTasks.givingUpPlace {
            let outcome = Locked<SaveQueue.Answer?>(nil)
            let done = DispatchSemaphore(value: 0)
            submit { answer in
                outcome.withLock { $0 = answer }
                done.signal()
            }
            done.wait()
            return outcome.withLock { $0 } ?? .committed(.failure(SaveError(.closed)))
        }
    }
}
