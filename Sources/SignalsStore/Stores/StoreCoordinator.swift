import Dispatch
import Foundation
import Signals

/// What the contexts of one store share: the store, its writer, the numbers of new objects, and who hears of commits.
/// Core Data's `NSPersistentStoreCoordinator`.
final class StoreCoordinator: Sendable {
    let store: any StoreEngine
    /// The store, when it consists of several.
    private let group: StoreGroup?
    let schemas: [String: EntitySchema]
    /// The name of the part of the model that is kept; nil for all of it.
    let configuration: String?
    let runningKeys = RunningKeys()
    private let writer: SaveQueue
    private let state: Locked<State>
    private let numbering = DispatchQueue(label: "signals.numbers")
    private let onClose: @Sendable () -> Void

    private struct State: Sendable {
        var numbers: Range<Int64> = 0..<0
        var block = 256
        var followers: [WeakContext] = []
        /// The groups of stores that this one is part of.
        var groups: [ObjectIdentifier: @Sendable (CommitNotice) -> Void] = [:]
        var listeners: [WeakListener] = []
        var isClosed = false
    }

    private struct WeakContext: Sendable {
        weak var context: ManagedObjectContext?
    }

    private struct WeakListener: Sendable {
        weak var listener: (any CommitListener)?
    }

    init(
        store: any StoreEngine, schemas: [EntitySchema], configuration: String? = nil,
        onClose: @escaping @Sendable () -> Void
    ) {
        self.store = store
        group = store as? StoreGroup
        self.configuration = configuration
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
            switch result {
            case .success(let outcome): if outcome.repeated == nil { self.post(changeSet, outcome, except: origin) }
            // Of several stores, some have their part.
            case .failure(let error): if error.saved != nil { self.postEverything() }
            }
            completion(result)
        }
    }

    private func post(_ changeSet: ChangeSet, _ outcome: CommitOutcome, except origin: ObjectIdentifier) {
        var changed = CommitNotice(changeSet, outcome)
        changed.merge(outcome.consequences)
        if !changed.isEmpty { post(changed, except: origin) }
    }

    /// Puts a notice into the inbox of each context that follows.
    func post(_ notice: CommitNotice, except origin: ObjectIdentifier?) {
        let (followers, groups) = state.withLock { ($0.followers.compactMap(\.context), $0.groups) }
        for follower in followers where ObjectIdentifier(follower) != origin { follower.receive(notice) }
        for listener in listeners { listener.receive(notice) }
        for (group, receive) in groups where group != origin { receive(notice) }
    }

    private func postEverything() {
        var notice = CommitNotice()
        notice.isEverything = true
        post(notice, except: nil)
    }

    /// Asks the store, which the writer has to itself, and tells everyone that anything may have changed.
    private func checkForForeignCommits() {
        if isClosed { return }
        writer.submit(
            SaveQueue.Request(work: .check) { [weak self] answer in
                if case .checked(hasForeignCommits: true) = answer { self?.postEverything() }
            })
    }

    /// A number that no other object has, for an object of the store at a place.
    func nextNumber(at place: Int) throws(SaveError) -> Int64 {
        guard let group else { return try nextNumber() }
        return StoreNumbers.number(try group.members[place].nextNumber(), at: place)
    }

    private func nextNumber() throws(SaveError) -> Int64 {
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

// Of one store among several.
extension StoreCoordinator {
    /// What tells the numbers of the stores apart.
    var numbers: StoreNumbers { group?.numbers ?? StoreNumbers([store.identifier]) }

    /// Tells a group of stores of each commit from now on, other than its own.
    func join(_ group: StoreGroup, _ receive: @escaping @Sendable (CommitNotice) -> Void) {
        state.withLock { $0.groups[ObjectIdentifier(group)] = receive }
    }

    func leave(_ group: StoreGroup) { state.withLock { $0.groups[ObjectIdentifier(group)] = nil } }

    /// Commits a group's parts of saves, and returns when that is durable.
    func commit(_ changeSets: [ChangeSet], from group: StoreGroup) -> [Result<CommitOutcome, SaveError>] {
        if changeSets.isEmpty { return [] }
        let closed = changeSets.map { _ in Result<CommitOutcome, SaveError>.failure(SaveError(.closed)) }
        if isClosed { return closed }
        let origin = ObjectIdentifier(group)
        let answer = wait { answer in
            self.writer.submit(
                SaveQueue.Request(work: .commitAll(changeSets)) { committed in
                    if case .committedAll(let results) = committed {
                        for case (let changeSet, .success(let outcome)) in zip(changeSets, results)
                        where outcome.repeated == nil {
                            self.post(changeSet, outcome, except: origin)
                        }
                    }
                    answer(committed)
                })
        }
        guard case .committedAll(let results) = answer else { return closed }
        return results
    }

    /// The place of the store that a new object goes into. Stops the program where that is not clear.
    func place(of entity: EntityDescription, _ placement: StorePlacement) -> Int {
        guard let group else { return placeInOnlyStore(entity, placement) }
        return group.place(of: entity.name, placement)
    }

    private func placeInOnlyStore(_ entity: EntityDescription, _ placement: StorePlacement) -> Int {
        guard schemas.index(forKey: entity.name) != nil else {
            fatalError("\(entity.name) is in no store: the container's only one has a configuration without it.")
        }
        guard case .configuration(let wanted) = placement, wanted != configuration else { return 0 }
        fatalError(StorePlacement.message(entity.name, wanted, has: [configuration]))
    }
}
