import Dispatch
import Foundation
import Signals

/// What the contexts of one store share: the store, its writer, the numbers of new objects, and who hears of commits.
/// Core Data's `NSPersistentStoreCoordinator`.
final class StoreCoordinator: Sendable {
    let store: any PersistentStore
    let schemas: [String: EntitySchema]
    let runningKeys = RunningKeys()
    private let writer: SaveQueue
    private let state: Locked<State>
    private let numbering = DispatchQueue(label: "signals.numbers")
    private let onClose: @Sendable () -> Void

    private struct State: Sendable {
        var numbers: Range<Int64> = 0..<0
        var block = 256
        var followers: [WeakContext] = []
        var listeners: [WeakListener] = []
        var isClosed = false
    }

    private struct WeakContext: Sendable {
        weak var context: ManagedObjectContext?
    }

    private struct WeakListener: Sendable {
        weak var listener: (any CommitListener)?
    }

    init(store: any PersistentStore, schemas: [EntitySchema], onClose: @escaping @Sendable () -> Void) {
        self.store = store
        self.schemas = Dictionary(uniqueKeysWithValues: schemas.map { ($0.name, $0) })
        self.onClose = onClose
        writer = SaveQueue(store: store)
        state = Locked(State())
        store.watch { [weak self] in self?.checkForForeignCommits() }
    }

    deinit { close() }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func close() {
        guard
            state.withLock({ state in
                defer { state.isClosed = true }
                return !state.isClosed
            })
        else { return }
        // Through the writer, so that a save that is under way ends first.
        _ = wait { self.writer.submit(SaveQueue.Request(work: .close, completion: $0)) }
        onClose()
        for listener in listeners { listener.storeDidClose() }
    }

    func schema(of entity: EntityDescription) -> EntitySchema { schemas[entity.name]! }

    /// Tells the context of each commit from now on.
    func follow(_ context: ManagedObjectContext) {
        state.withLock { state in
            state.followers.removeAll { $0.context == nil }
            state.followers.append(WeakContext(context: context))
        }
    }

    /// Tells a listener of each commit from now on. It is not kept.
    func listen(_ listener: any CommitListener) {
        state.withLock { state in
            state.listeners.removeAll { $0.listener == nil }
            state.listeners.append(WeakListener(listener: listener))
        }
    }

    func ignore(_ listener: any CommitListener) {
        state.withLock { $0.listeners.removeAll { $0.listener == nil || $0.listener === listener } }
    }

    private var listeners: [any CommitListener] { state.withLock { $0.listeners.compactMap(\.listener) } }

    /// Pins the store between two commits, and takes what belongs to just that state: what has been heard of it.
    ///
    /// - Parameters:
    ///   - take: called when everyone has heard of what the pinned state has, and of nothing else.
    ///   - completion: called by the writer, which it must not keep waiting.
    func pin<Taken: Sendable>(
        taking take: @escaping @Sendable () -> Taken,
        _ completion: @escaping @Sendable (Result<(reader: any StoreReader, taken: Taken), any Error>) -> Void
    ) {
        let pause: @Sendable () -> Void = {
            completion(
                Result {
                    if self.isClosed { throw FetchError.closed }
                    return try self.pinNow(take)
                })
        }
        writer.submit(SaveQueue.Request(work: .pause(pause)) { _ in })
    }

    private func pinNow<Taken>(_ take: () -> Taken) throws -> (reader: any StoreReader, taken: Taken) {
        var reader = try store.pin()
        var everything = CommitNotice()
        everything.isEverything = true
        // What another process committed until the pin is in it, unheard of: then everyone hears, and it is pinned again.
        for _ in 0..<3 {
            guard store.takeForeignCommits() else { return (reader, take()) }
            post(everything, except: nil)
            reader = try store.pin()
        }
        let taken = take()
        post(everything, except: nil)
        return (reader, taken)
    }

    /// Commits and returns when it is durable and in the inbox of each context that follows.
    ///
    /// - Parameter onCommit: called by the writer, which it must not keep waiting, in the order of the commits.
    func commit(
        _ changeSet: ChangeSet, from origin: ManagedObjectContext, onCommit: @escaping @Sendable () -> Void = {}
    ) throws(SaveError) -> CommitOutcome {
        if isClosed { throw SaveError(.closed) }
        let request = { self.request(changeSet, from: ObjectIdentifier(origin), $0) }
        let answer = wait { answer in
            self.writer.submit(
                request { result in
                    if case .success = result { onCommit() }
                    answer(.committed(result))
                })
        }
        guard case .committed(let result) = answer else { throw SaveError(.closed) }
        return try result.get()
    }

    /// Has a change set committed, and calls the completion when it is durable and in the inbox of each context that
    /// follows. The completion is called by the writer, which it must not keep waiting.
    func commit(
        _ changeSet: ChangeSet, from origin: ManagedObjectContext,
        _ completion: @escaping @Sendable (Result<CommitOutcome, SaveError>) -> Void
    ) {
        if isClosed { return completion(.failure(SaveError(.closed))) }
        let request = request(changeSet, from: ObjectIdentifier(origin), completion)
        if writer.enter(request) { BackgroundTasks.givingUpPlace { self.writer.lead(request) } }
    }

    private func request(
        _ changeSet: ChangeSet, from origin: ObjectIdentifier,
        _ completion: @escaping @Sendable (Result<CommitOutcome, SaveError>) -> Void
    ) -> SaveQueue.Request {
        SaveQueue.Request(work: .commit(changeSet)) { answer in
            guard case .committed(let result) = answer else { return }
            if case .success(let outcome) = result, outcome.repeated == nil {
                self.post(changeSet, outcome, except: origin)
            }
            completion(result)
        }
    }

    private func post(_ changeSet: ChangeSet, _ outcome: CommitOutcome, except origin: ObjectIdentifier) {
        var changed = CommitNotice(changeSet, outcome)
        changed.merge(outcome.consequences)
        if !changed.isEmpty { post(changed, except: origin) }
    }

    private func post(_ notice: CommitNotice, except origin: ObjectIdentifier?) {
        let followers = state.withLock { $0.followers.compactMap(\.context) }
        for follower in followers where ObjectIdentifier(follower) != origin { follower.receive(notice) }
        for listener in listeners { listener.receive(notice) }
    }

    /// Asks the store, which the writer has to itself, and tells everyone that anything may have changed.
    private func checkForForeignCommits() {
        if isClosed { return }
        writer.submit(
            SaveQueue.Request(work: .check) { [weak self] answer in
                guard case .checked(hasForeignCommits: true) = answer else { return }
                var notice = CommitNotice()
                notice.isEverything = true
                self?.post(notice, except: nil)
            })
    }

    /// A number that no other object of the store has.
    func nextNumber() throws(SaveError) -> Int64 {
        if let number = takeNumber() { return number }
        // One reserves a block, and whoever runs out meanwhile waits for it.
        let result = BackgroundTasks.givingUpPlace {
            numbering.sync { takeNumber().map(Result.success) ?? reserveBlock() }
        }
        return try result.get()
    }

    private func takeNumber() -> Int64? { state.withLock { $0.numbers.popFirst() } }

    private func reserveBlock() -> Result<Int64, SaveError> {
        if isClosed { return .failure(SaveError(.closed)) }
        let block = state.withLock { $0.block }
        let answer = wait { self.writer.submit(SaveQueue.Request(work: .reserve(block), completion: $0)) }
        guard case .reserved(let result) = answer else { return .failure(SaveError(.closed)) }
        return result.map { range in
            state.withLock { state in
                state.numbers = range.dropFirst()
                state.block = min(block * 16, 65_536)
            }
            return range.lowerBound
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
