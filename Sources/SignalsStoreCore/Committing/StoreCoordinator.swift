import Dispatch
import Foundation
import SignalsCore
import Synchronization

/// The parts that the contexts of one store share: the store, its writer, the numbers of new objects, and who observes
/// commits. Core Data's `NSPersistentStoreCoordinator`.
package final class StoreCoordinator: Sendable {
    package let store: any StoreEngine
    /// The store, when it consists of several.
    private let group: StoreGroup?
    package let schemas: [String: EntitySchema]
    /// The name of the part of the model that is kept; nil for all of it.
    package let configuration: String?
    /// The name that stores are shared by within a process; nil for one that is shared with nobody.
    package let name: String?
    package let runningKeys = RunningKeys()
    package let observers: CommitObservers
    /// The numbering that distinguishes the stores.
    package let numbers: StoreNumbers
    private let writer: SaveQueue
    private let state: Locked<State>
    private let numbering = DispatchQueue(label: "signals.numbers")
    private let reachability = ReachabilityQueue()
    private let onClose: @Sendable () -> Void

    /// The number of IDs that are reserved first, and that a piece of work that runs alone reserves.
    static let firstBlockSize = 4096

    private struct State: Sendable {
        var numbers: Range<Int64> = 0..<0
        /// The number of IDs that are reserved at once. Each reservation is a commit of its own, for which all callers
        /// wait that make objects, and there are 2^54 IDs.
        var block = StoreCoordinator.firstBlockSize
    }

    /// Beside the lock, since each save looks at it.
    private let closed = Atomic(false)
    private let willCheck = Atomic(false)

    package init(
        store: any StoreEngine, schemas: [EntitySchema], configuration: String? = nil, name: String? = nil,
        onClose: @escaping @Sendable () -> Void
    ) {
        self.store = store
        group = store as? StoreGroup
        numbers = group?.numbers ?? StoreNumbers([store.identifier])
        self.configuration = configuration
        self.name = name
        self.schemas = Dictionary(uniqueKeysWithValues: schemas.map { ($0.name, $0) })
        self.onClose = onClose
        observers = CommitObservers { [weak store] in store?.beginToListen() }
        writer = SaveQueue(store: store, observers: observers)
        state = Locked(State())
        store.watch { [weak self] in self?.checkForForeignCommits() }
    }

    // The last reference may be released on the writer, which would wait for itself.
    deinit {
        guard !closed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        writer.runLater(.last) { [store, onClose, observers] in
            store.close()
            onClose()
            observers.storeDidClose()
        }
    }

    /// The counts of the outcomes of saves.
    package var meter: SaveMeter { writer.meter }

    package var isClosed: Bool { closed.load(ordering: .acquiring) }

    package func close() {
        guard !closed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // Through the writer, so that a save that is under way ends first.
        runAndWait(.last) { [store] in store.close() }
        onClose()
        observers.storeDidClose()
    }

    package func schema(of entityName: String) -> EntitySchema {
        if let schema = schemas[entityName] { return schema }
        fatalError("\(entityName) is in no store: add it to a configuration that one of the stores has.")
    }

    /// Pins the store between two commits, and takes the notices that observers have of exactly that state.
    ///
    /// - Parameters:
    ///   - take: called after all observers were notified of the commits up to the pinned state, and of no later one.
    ///   - completion: called by the writer, which it must not keep waiting.
    package func pin<Taken: Sendable>(
        taking take: @escaping @Sendable () -> Taken,
        _ completion: @escaping @Sendable (Result<(reader: any StoreReader, taken: Taken), any Error>) -> Void
    ) {
        writer.run(.afterCommit) {
            completion(
                Result {
                    if self.isClosed { throw FetchError.closed }
                    return try self.pinNow(take)
                })
        }
    }

    /// Calls `body`, on some thread, when a lost store is reachable again, or the container is closed.
    package func whenReachable(_ body: @escaping @Sendable () -> Void) {
        reachability.wait(for: store, { [weak self] in self?.isClosed ?? true }, body)
    }

    // One caller waits for a lost store, not one after the other: saves wait for each of them.
    private func pinNow<Taken>(_ take: () -> Taken) throws -> (reader: any StoreReader, taken: Taken) {
        if let failure = reachability.failure { throw failure }
        do { return try pinReachable(take) } catch let failure as FetchError {
            if case .unreachable = failure {
                reachability.note(failure, of: store) { [weak self] in self?.isClosed ?? true }
            }
            throw failure
        }
    }

    private func pinReachable<Taken>(_ take: () -> Taken) throws -> (reader: any StoreReader, taken: Taken) {
        var reader = try store.pin()
        // The pinned state has the commits of other processes so far, of which observers were not notified: then they
        // are notified, and the store is pinned again.
        for _ in 0..<3 {
            guard store.mayLackNotices(of: reader), try takeForeignCommits() else { return (reader, take()) }
            reader = try store.pin()
        }
        // It may have what observers were not notified of, which is then in what they take.
        observers.notifyOfEverything()
        return (reader, take())
    }

    /// Commits and returns when it is durable and in the inbox of each context that follows. This thread's slot among the
    /// background tasks is given up meanwhile.
    ///
    /// - Parameter onCommit: called by the writer, which it must not keep waiting, in the order of the commits.
    package func commit(
        _ changeSet: ChangeSet, from origin: ObjectIdentifier, onCommit: (@Sendable () -> Void)? = nil
    ) throws(SaveError) -> CommitOutcome {
        if isClosed { throw SaveError(.closed) }
        if writer.isExclusiveHere { throw SaveError(.busy) }
        var completion: SaveGroup.Completion?
        if let onCommit { completion = { outcomes in if case .success = outcomes.first { onCommit() } } }
        let outcome = BackgroundTasks.givingUpSlot {
            writer.commit { $0.add(changeSet, from: origin, completion) }.first
        }
        guard let outcome else { throw SaveError(.closed) }
        return try outcome.get()
    }

    /// Commits a change set, and calls the completion when it is durable and in the inbox of each context that
    /// follows. The completion is called by the writer, which it must not keep waiting.
    package func commit(
        _ changeSet: ChangeSet, from origin: ObjectIdentifier,
        _ completion: @escaping @Sendable (Result<CommitOutcome, SaveError>) -> Void
    ) {
        if isClosed { return completion(.failure(SaveError(.closed))) }
        if writer.isExclusiveHere { return completion(.failure(SaveError(.busy))) }
        let answer: SaveGroup.Completion = { completion($0[$0.startIndex]) }
        if writer.join(changeSet, from: origin, answer) { return }
        BackgroundTasks.givingUpSlot {
            var group = SaveGroup()
            group.add(changeSet, from: origin, answer)
            writer.lead(group)
        }
    }

    /// Checks the store on the writer, and notifies all observers of other processes' commits.
    private func checkForForeignCommits() {
        // A check that is scheduled and has not begun finds all commits.
        if isClosed || willCheck.exchange(true, ordering: .acquiringAndReleasing) { return }
        writer.run(.beforeCommit) { [weak self] in
            guard let self else { return }
            willCheck.store(false, ordering: .releasing)
            if store.mayHaveForeignCommits { _ = try? takeForeignCommits() }
        }
    }

    /// Notifies all observers of the commits of other processes, if there are any. Called by the writer.
    private func takeForeignCommits() throws -> Bool {
        writer.announce(try store.takeForeignCommits(for: observers.kind))
    }

    /// A number that no other object has, for an object of the store at an index.
    package func nextNumber(at storeIndex: Int) throws(SaveError) -> Int64 {
        guard let group else { return try nextNumber() }
        return StoreNumbers.number(try group.members[storeIndex].nextNumber(), at: storeIndex)
    }

    private func nextNumber() throws(SaveError) -> Int64 {
        if let number = takeNumber() { return number }
        // A caller that has the store to itself must not wait for the writer.
        if let turn = writer.turnHere { return try turn.nextNumber() }
        // One caller reserves a block, and other callers without numbers wait for it.
        let result = BackgroundTasks.givingUpSlot {
            numbering.sync { takeNumber().map(Result.success) ?? reserveBlock() }
        }
        return try result.get()
    }

    private func takeNumber() -> Int64? { state.withLock { $0.numbers.popFirst() } }

    private func reserveBlock() -> Result<Int64, SaveError> {
        if isClosed { return .failure(SaveError(.closed)) }
        let block = state.withLock { $0.block }
        let reserved = Locked(Result<Range<Int64>, SaveError>.failure(SaveError(.busy)))
        runAndWait(.beforeCommit, canBeRefused: true) { [store] in
            let result = Result { () throws(SaveError) in try store.reserveNumbers(block) }
            reserved.withLock { $0 = result }
        }
        return reserved.withLock { $0 }.map { range in
            state.withLock { state in
                state.numbers = range.dropFirst()
                state.block = min(block * 4, 65_536)
            }
            return range.lowerBound
        }
    }

    /// Lets the writer do something and waits for it, with this thread's slot among the background tasks given up.
    ///
    /// - Parameter body: does not keep this object, which may be going away, and which the writer must not be the last to
    ///   release: it would wait for itself to close.
    private func runAndWait(
        _ moment: SaveGroup.Moment, canBeRefused: Bool = false, _ body: @escaping @Sendable () -> Void
    ) {
        let done = DispatchSemaphore(value: 0)
        let refuse: @Sendable () -> Void = { done.signal() }
        BackgroundTasks.givingUpSlot {
            writer.run(moment, refusing: canBeRefused ? refuse : nil) {
                body()
                done.signal()
            }
            done.wait()
        }
    }
}

// One caller at a time has the store to itself.
extension StoreCoordinator {
    /// The number of commits to any of the stores that this process has seen.
    package var commitCount: Int { group?.members.reduce(0) { $0 + $1.commitCount } ?? writer.commitCount }

    /// True if anything was committed since the count was taken, by other processes too. Blocks.
    package func hasCommits(since count: Int) -> Bool {
        if commitCount != count { return true }
        for member in group?.members ?? [self] {
            member.runAndWait(.beforeCommit, canBeRefused: true) { [weak member] in
                _ = try? member?.takeForeignCommits()
            }
        }
        return commitCount != count
    }

    /// Runs `work` with the store to itself, on this thread, from before its first read until its changes are
    /// committed.
    ///
    /// - Parameters:
    ///   - work: may be called again, after its changes were rolled back, by a store that other processes write to.
    ///   - onOverdue: called on another thread each time that it took longer than the store's `busyTimeout`.
    ///   - committed: called as the writer, which it must not keep waiting, after all observers were notified of the commit.
    /// - Throws: the error of `work`, or the reason why nothing was committed.
    package func exclusively(
        _ work: ExclusiveTurn.Work, onOverdue: @escaping @Sendable () -> Void = {},
        committed: () -> Void = {}
    ) throws(SaveError) {
        if isClosed { throw SaveError(.closed) }
        if writer.isExclusiveHere { throw SaveError(.busy) }
        if let ticket = writer.requestTicket(), !BackgroundTasks.givingUpSlot({ ticket.wait() }) {
            throw SaveError(.busy)
        }
        do throws(SaveError) {
            try writer.exclusively(work, onOverdue: onOverdue) { turn in
                let numbers = turn.takeNumbers()
                state.withLock { if $0.numbers.isEmpty { $0.numbers = numbers } }
                committed()
            }
        } catch {
            // Of several stores, some have their part.
            if error.saved != nil { observers.notifyOfEverything() }
            throw error
        }
    }

    /// True if the work of several callers may be committed in one turn.
    package var sharesTurns: Bool { store.sharesTurns }
}

// Of one store among several.
extension StoreCoordinator {
    /// Commits a group's parts of saves, and returns when that is durable.
    package func commit(_ changeSets: [ChangeSet], from group: StoreGroup) -> [Result<CommitOutcome, SaveError>] {
        if changeSets.isEmpty { return [] }
        if isClosed { return changeSets.map { _ in .failure(SaveError(.closed)) } }
        return BackgroundTasks.givingUpSlot {
            Array(writer.commit { $0.add(changeSets, from: ObjectIdentifier(group)) })
        }
    }

    /// The index of the store that a new object goes into. Stops the program where that is not clear.
    package func storeIndex(of entityName: String, _ placement: StorePlacement) -> Int {
        guard let group else { return indexInOnlyStore(entityName, placement) }
        return group.storeIndex(of: entityName, placement)
    }

    private func indexInOnlyStore(_ entityName: String, _ placement: StorePlacement) -> Int {
        guard schemas.index(forKey: entityName) != nil else {
            fatalError("\(entityName) is in no store: the container's only one has a configuration without it.")
        }
        guard case .configuration(let wanted) = placement, wanted != configuration else { return 0 }
        fatalError(StorePlacement.message(entityName, wanted, has: [configuration]))
    }
}
