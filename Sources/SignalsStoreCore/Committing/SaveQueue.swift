import CPlatform
import Dispatch
import SignalsCore
import Synchronization

/// The one writer of a store. Saves that come while it is busy are committed together.
///
/// When it is idle, the caller commits on its own thread, at once. Otherwise the save joins those that wait, and they
/// all go into the next group: a group is whatever arrived while the last one was being synced.
final class SaveQueue: Sendable {
    typealias Outcome = SaveGroup.Outcome

    private let store: any StoreEngine
    private let observers: CommitObservers
    /// The next group while a thread writes; nil when none does.
    private let next = Locked<SaveGroup?>(nil)
    private let queue = DispatchQueue(label: "signals.writer")
    private let count = Atomic(0)
    /// The thread that has the store to itself; 0 when none has.
    private let ownThread = Atomic<UInt>(0)
    private let own = Locked(ExclusiveState())
    /// The counts of the outcomes of saves.
    let meter = SaveMeter()
    private let watchQueue = DispatchQueue(label: "signals.writer.watch")

    init(store: any StoreEngine, observers: CommitObservers = CommitObservers()) {
        self.store = store
        self.observers = observers
    }

    /// Commits the saves that are added to a group, at once on this thread or with the next group on another. Returns
    /// their outcomes after all observers were notified.
    ///
    /// - Parameter add: adds saves to the group and says which they are; called once.
    @inline(__always)
    func commit(_ add: (inout SaveGroup) -> Range<Int>) -> ArraySlice<Outcome> {
        if let joined = joinNext({ (gate: $0.makeGate(), saves: add(&$0)) }) {
            return joined.gate.wait(for: joined.saves)
        }
        var group = SaveGroup()
        let saves = add(&group)
        return lead(group)[saves]
    }

    /// Adds a save to the next group, whose commit calls the completion. Returns false when no thread writes; then the
    /// caller has to `lead`.
    func join(_ save: ChangeSet, from origin: ObjectIdentifier?, _ completion: @escaping SaveGroup.Completion) -> Bool {
        joinNext { $0.add(save, from: origin, completion) } != nil
    }

    /// Runs an errand, which must not keep the writer waiting: at once, on this thread, or with the next group, on
    /// another.
    ///
    /// - Parameter refuse: called instead when another caller has had the store to itself for too long; nil for an
    ///   errand that can wait.
    func run(
        _ moment: SaveGroup.Moment, refusing refuse: (@Sendable () -> Void)? = nil,
        _ body: @escaping @Sendable () -> Void
    ) {
        if joinNext({ $0.add(moment, refusing: refuse, body) }) != nil { return }
        var group = SaveGroup()
        group.add(moment, body)
        lead(group)
    }

    /// As `run`, on the writer's own thread in any case: the caller does not wait.
    func runLater(_ moment: SaveGroup.Moment, _ body: @escaping @Sendable () -> Void) {
        if joinNext({ $0.add(moment, body) }) != nil { return }
        queue.async {
            var group = SaveGroup()
            group.add(moment, body)
            self.lead(group)
        }
    }

    /// Adds to the next group. Returns nil when no thread writes; then the caller becomes the writer.
    @inline(__always)
    private func joinNext<Result>(_ add: (inout SaveGroup) -> Result) -> Result? {
        next.withLock { next in
            guard next != nil else {
                next = SaveGroup()
                return nil
            }
            return add(&next!)
        }
    }

    /// Does the work of a group on this thread, which has become the writer, and starts the next group.
    @discardableResult
    func lead(_ group: SaveGroup) -> [Outcome] {
        let outcomes = process(group)
        if !grantTicket(of: group) { startNextGroup() }
        return outcomes
    }

    /// Lets the writer's queue do the work that came while this thread wrote.
    private func startNextGroup() {
        if store.needsCheckpoint {
            queue.async { self.drain(nil) }
        } else if let group = takeNext() {
            queue.async { self.drain(group) }
        }
    }

    private func drain(_ first: SaveGroup?) {
        var group = first
        repeat {
            if let group {
                process(group)
                if grantTicket(of: group) { return }
            }
            if store.needsCheckpoint { store.checkpoint() }
            group = takeNext()
        } while group != nil
    }

    /// The next group, or nil, and then the writer is idle.
    private func takeNext() -> SaveGroup? {
        next.withLock { next in
            let group = next.take()
            guard let group, !group.isEmpty else { return nil }
            next = SaveGroup(expecting: group.saves.count)
            return group
        }
    }

    @discardableResult
    private func process(_ group: SaveGroup) -> [Outcome] {
        group.run(.beforeCommit)
        let outcomes = group.saves.isEmpty ? [] : store.commit(group.saves)
        if !group.saves.isEmpty {
            announce(store.takeCommitsBefore(for: observers.kind))
            count.add(outcomes.count { if case .success = $0 { true } else { false } }, ordering: .releasing)
            if !observers.isEmpty { announce(group, outcomes) }
            meter.count(group, outcomes)
        }
        for part in group.parts { part.completion?(outcomes[part.saves]) }
        group.gate?.open(outcomes)
        group.run(.afterCommit)
        group.run(.last)
        return outcomes
    }

    private func announce(_ group: SaveGroup, _ outcomes: [Outcome]) {
        var committed = CommitObservers.Parts(members: observers.members)
        for part in group.parts {
            for index in part.saves {
                switch outcomes[index] {
                case .success(let outcome):
                    if outcome.repeated == nil { committed.add(group.saves[index], outcome, of: part.origin) }
                // Of several stores, some have their part: the context reads that too.
                case .failure(let error): if error.saved != nil { committed.addEverything() }
                }
            }
        }
        observers.notify(of: committed)
    }
}

// One caller at a time has the store to itself.
extension SaveQueue {
    /// The number of commits, including those of other processes that this process was notified of.
    var commitCount: Int { count.load(ordering: .acquiring) }

    /// Counts other processes' commits, notifies all observers, and returns true if there were any. Called by the
    /// writer.
    @discardableResult
    func announce(_ commits: ForeignCommits) -> Bool {
        if case .none = commits { return false }
        count.add(1, ordering: .releasing)
        observers.notify(of: commits)
        return true
    }

    /// True if this thread has the store to itself: a save from elsewhere would wait for it.
    var isExclusiveHere: Bool { ownThread.load(ordering: .relaxed) == signals_current_thread() }

    /// The turn that this thread has to itself.
    var turnHere: ExclusiveTurn? { isExclusiveHere ? own.withLock { $0.turn } : nil }

    /// Makes this thread the writer, by `exclusively`: at once, or when it is granted what this returns.
    func requestTicket() -> WriterTicket? { joinNext { $0.addTicket() } }

    /// Runs `work` with the store to itself, on this thread, which is the writer, and commits its changes. Other saves
    /// wait meanwhile, and fail when it takes longer than the store's `busyTimeout`.
    ///
    /// - Parameters:
    ///   - work: may be called again, after its changes were rolled back, by a store that other processes write to.
    ///   - onOverdue: called on another thread each time that it took too long.
    ///   - committed: called as the writer, after all observers were notified of the commit.
    /// - Throws: the error of `work`, or the reason why nothing was committed.
    func exclusively(
        _ work: ExclusiveTurn.Work, onOverdue: @escaping @Sendable () -> Void, committed: (ExclusiveTurn) -> Void
    ) throws(SaveError) {
        defer { startNextGroup() }
        let start = SaveMeter.now
        let turn: ExclusiveTurn
        do { turn = try run(work, onOverdue) } catch {
            meter.countRefusal(error)
            throw error
        }
        announce(store.takeCommitsBefore(for: observers.kind))
        for error in turn.refused { meter.countRefusal(error) }
        let applied = turn.applied
        var group = SaveGroup(expecting: applied.count)
        for each in applied { group.add(each.changeSet, from: each.origin, nil) }
        if !applied.isEmpty {
            count.add(applied.count, ordering: .releasing)
            if !observers.isEmpty { announce(group, applied.map { .success($0.outcome) }) }
            meter.countTurn(saves: applied.count, since: start)
        }
        committed(turn)
    }

    private func run(
        _ work: ExclusiveTurn.Work, _ onOverdue: @escaping @Sendable () -> Void
    ) throws(SaveError) -> ExclusiveTurn {
        var last: ExclusiveTurn?
        ownThread.store(signals_current_thread(), ordering: .relaxed)
        let mustWatch = own.withLock { $0.begin(onOverdue) }
        if mustWatch { watch(after: store.busyTimeout) }
        defer {
            ownThread.store(0, ordering: .relaxed)
            own.release { $0.end() }
        }
        try store.exclusively { storeTurn throws(SaveError) in
            let turn = ExclusiveTurn(storeTurn)
            last = turn
            own.release { $0.replaceTurn(turn) }
            try work(turn)
        }
        guard let last else { throw SaveError(.store(reason: "the store did not run the work")) }
        return last
    }

    /// Makes the thread of the first ticket in a group the writer; false when there is none.
    private func grantTicket(of group: SaveGroup) -> Bool {
        guard let ticket = group.tickets.first else { return false }
        next.withLock { $0?.tickets.insert(contentsOf: group.tickets.dropFirst(), at: 0) }
        ticket.decide(granted: true)
        return true
    }

    private func watch(after delay: Double) {
        watchQueue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self else { return }
            let (onOverdue, delay) = self.own.withLock { $0.check(self.store.busyTimeout) }
            if let onOverdue {
                self.next.withLock { $0?.takeImpatient() }?.refuse(SaveError(.busy))
                onOverdue()
            }
            if let delay { self.watch(after: delay) }
        }
    }
}
