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
    let audience: CommitAudience
    /// What tells the numbers of the stores apart.
    let numbers: StoreNumbers
    private let writer: SaveQueue
    private let state: Locked<State>
    private let numbering = DispatchQueue(label: "signals.numbers")
    private let onClose: @Sendable () -> Void

    private struct State: Sendable {
        var numbers: Range<Int64> = 0..<0
        /// How many are reserved at once. Each time is a commit of its own, for which all wait who make objects, and there
        /// are 2^54 of them.
        var block = 4096
        var isClosed = false
    }

    init(
        store: any StoreEngine, schemas: [EntitySchema], configuration: String? = nil,
        onClose: @escaping @Sendable () -> Void
    ) {
        self.store = store
        group = store as? StoreGroup
        numbers = group?.numbers ?? StoreNumbers([store.identifier])
        self.configuration = configuration
        self.schemas = Dictionary(uniqueKeysWithValues: schemas.map { ($0.name, $0) })
        self.onClose = onClose
        audience = CommitAudience()
        writer = SaveQueue(store: store, audience: audience)
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
        let done = DispatchSemaphore(value: 0)
        BackgroundTasks.givingUpPlace {
            writer.submit(SaveQueue.Request(work: .close) { _ in done.signal() })
            done.wait()
        }
        onClose()
        audience.storeDidClose()
    }

    func schema(of entity: EntityDescription) -> EntitySchema { schemas[entity.name]! }

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
        // What another process committed until the pin is in it, unheard of: then everyone hears, and it is pinned again.
        for _ in 0..<3 {
            guard store.takeForeignCommits() else { return (reader, take()) }
            audience.hearEverything()
            reader = try store.pin()
        }
        let taken = take()
        audience.hearEverything()
        return (reader, taken)
    }

    /// Commits and returns when it is durable and in the inbox of each context that follows.
    ///
    /// - Parameter onCommit: called by the writer, which it must not keep waiting, in the order of the commits.
    func commit(
        _ changeSet: ChangeSet, from origin: ManagedObjectContext, onCommit: (@Sendable () -> Void)? = nil
    ) throws(SaveError) -> CommitOutcome {
        if isClosed { throw SaveError(.closed) }
        let answer = wait(for: .commit([changeSet]), from: ObjectIdentifier(origin), onCommit)
        guard case .committed(let results) = answer, let result = results.first else { throw SaveError(.closed) }
        return try result.get()
    }

    /// Has a change set committed, and calls the completion when it is durable and in the inbox of each context that
    /// follows. The completion is called by the writer, which it must not keep waiting.
    func commit(
        _ changeSet: ChangeSet, from origin: ManagedObjectContext,
        _ completion: @escaping @Sendable (Result<CommitOutcome, SaveError>) -> Void
    ) {
        if isClosed { return completion(.failure(SaveError(.closed))) }
        let request = SaveQueue.Request(work: .commit([changeSet]), origin: ObjectIdentifier(origin)) { answer in
            if case .committed(let results) = answer { completion(results[results.startIndex]) }
        }
        if writer.enter(request) { BackgroundTasks.givingUpPlace { self.writer.lead(request) } }
    }

    /// Asks the store, which the writer has to itself, and tells everyone that anything may have changed.
    private func checkForForeignCommits() {
        if isClosed { return }
        writer.submit(
            SaveQueue.Request(work: .check) { [weak self] answer in
                if case .checked(hasForeignCommits: true) = answer { self?.audience.hearEverything() }
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
        let answer = wait(for: .reserve(block))
        guard case .reserved(let result) = answer else { return .failure(SaveError(.closed)) }
        return result.map { range in
            state.withLock { state in
                state.numbers = range.dropFirst()
                state.block = min(block * 4, 65_536)
            }
            return range.lowerBound
        }
    }

    /// Submits work, which is not to close, and waits for its answer, with this thread's place among the background
    /// tasks given up.
    private func wait(
        for work: SaveQueue.Work, from origin: ObjectIdentifier? = nil, _ onCommit: (@Sendable () -> Void)? = nil
    ) -> SaveQueue.Answer {
        BackgroundTasks.givingUpPlace {
            let outcome = Locked(SaveQueue.Answer.closed)
            writer.submitAndWait(
                SaveQueue.Request(work: work, origin: origin) { answer in
                    if let onCommit, case .committed(let results) = answer, case .success = results.first { onCommit() }
                    outcome.withLock { $0 = answer }
                })
            return outcome.withLock { $0 }
        }
    }
}

// Of one store among several.
extension StoreCoordinator {
    /// Commits a group's parts of saves, and returns when that is durable.
    func commit(_ changeSets: [ChangeSet], from group: StoreGroup) -> [Result<CommitOutcome, SaveError>] {
        if changeSets.isEmpty { return [] }
        let closed = changeSets.map { _ in Result<CommitOutcome, SaveError>.failure(SaveError(.closed)) }
        if isClosed { return closed }
        let answer = wait(for: .commit(changeSets), from: ObjectIdentifier(group))
        guard case .committed(let results) = answer else { return closed }
        return Array(results)
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
