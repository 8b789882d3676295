import Dispatch
import SignalsCore

/// One subscriber of a live query.
///
/// A commit only notes which rows it touched. When there is a note and the subscriber has demand, the store is pinned
/// between two commits, together with the notes up to there, and the result is brought to exactly that state. So each
/// value is a state that was committed, and a subscriber that is slow gets the newest one when it asks again.
final class LiveSubscription<Upkeep: LiveUpkeep, Downstream: Subscriber>: Subscription, LiveRoundMember
where Downstream.Input == Upkeep.Output, Downstream.Failure == FetchError {
    private struct State: Sendable {
        var downstream: Downstream?
        var demand = Subscribers.Demand.none
        var changes = LiveChanges.everything
        var isWorking = false
        /// True if the downstream has the subscription, before which it must not be notified of the end.
        var isSubscribed = false
        /// True if the container was closed.
        var isClosed = false
        /// The number of times in a row that the store was lost while it was read.
        var losses = 0
        /// The moment of the first of them.
        var firstLoss: ContinuousClock.Instant?

        /// True if work has to begin.
        mutating func begin() -> Bool {
            guard downstream != nil, !isWorking, !isClosed, demand > .none, !changes.isEmpty else { return false }
            isWorking = true
            return true
        }

        mutating func takeChanges() -> LiveChanges {
            defer { changes = LiveChanges() }
            return changes
        }
    }

    /// A store that answers, and is lost each time that it is read, is not waited for any more after so many times, and its
    /// `busyTimeout`: what is read takes too long.
    private static var greatestLosses: Int { 5 }

    private let rounds: LiveRounds
    private let interest: LiveInterest
    private let span: OngoingSpan?
    private let queue = LiveQueues.make()
    private let state: Locked<State>
    /// Taken out by the one piece of work that goes on.
    private let live: Locked<Upkeep?>

    @inline(never)
    init(_ downstream: Downstream, _ live: Upkeep, _ rounds: LiveRounds, _ span: OngoingSpan?) {
        (self.rounds, self.span) = (rounds, span)
        self.live = Locked(live)
        interest = LiveInterest(live.query, rounds.coordinator.schemas.values, live.included)
        state = Locked(State(downstream: downstream))
    }

    deinit { rounds.leave(ObjectIdentifier(self)) }

    func request(_ demand: Subscribers.Demand) {
        start(
            state.withLock { state in
                state.demand += demand
                return state.begin()
            })
    }

    func cancel() {
        rounds.leave(ObjectIdentifier(self))
        // Returned, so that what they hold goes away after the lock.
        _ = state.withLock { $0.downstream.take() }
        _ = live.withLock { $0.take() }
        span?.end()
    }

    func add(_ notices: ArraySlice<CommitNotice>) {
        start(
            state.withLock { state in
                for notice in notices { state.changes.add(notice, interest) }
                return state.begin()
            })
    }

    func isConcerned(by touched: TouchedRows) -> Bool {
        if interest.readsOtherRows || !interest.included.isEmpty { return true }
        guard touched.contains(of: interest.entityNames, where: { _ in true }) else { return false }
        // Before the first result, and while it reads, it is notified of all commits.
        guard state.withLock({ $0.changes.isEmpty && !$0.isWorking }) else { return true }
        return live.withLock { $0?.isConcerned(by: touched, of: interest.entityNames) ?? true }
    }

    func end() { endIfClosed { $0.isClosed = true } }

    /// Takes note that the downstream has the subscription.
    func didSubscribe() { endIfClosed { $0.isSubscribed = true } }

    private func endIfClosed(_ note: (inout State) -> Void) {
        let isEnd = state.withLock { state in
            note(&state)
            return state.isClosed && state.isSubscribed
        }
        if isEnd { queue.async { self.end(.finished) } }
    }

    private func start(_ begins: Bool) { if begins { queue.async { self.work() } } }

    private func work() {
        rounds.coordinator.pin(taking: takeChanges) { result in
            self.queue.async { self.finish(result) }
        }
    }

    private func takeChanges() -> LiveChanges {
        let notices = rounds.take(for: ObjectIdentifier(self))
        return state.withLock { state in
            for notice in notices { state.changes.add(notice, interest) }
            return state.takeChanges()
        }
    }

    private func finish(_ pinned: Result<(reader: any StoreReader, taken: LiveChanges), any Error>) {
        do {
            let (reader, changes) = try pinned.get()
            if let result = try update(reader, changes) { deliver(result) }
        } catch FetchError.closed { return end(.finished) } catch FetchError.unreachable where mayWait {
            return rounds.coordinator.whenReachable { [weak self] in self?.beginNextUpdate(afterLoss: true) }
        } catch { return end(.failure(error as? FetchError ?? .store(reason: "\(error)"))) }
        beginNextUpdate()
    }

    private var mayWait: Bool {
        let (now, patience) = (ContinuousClock.now, Duration.seconds(rounds.coordinator.store.busyTimeout))
        return state.withLock { state in
            state.losses += 1
            let first = state.firstLoss ?? now
            state.firstLoss = first
            return state.losses <= Self.greatestLosses || now - first < patience
        }
    }

    private func beginNextUpdate(afterLoss isLost: Bool = false) {
        start(
            state.withLock { state in
                state.isWorking = false
                // The changes that were taken may be lost, too.
                if isLost { state.changes = .everything } else { (state.losses, state.firstLoss) = (0, nil) }
                return state.begin()
            })
    }

    private func update(_ reader: any StoreReader, _ changes: LiveChanges) throws -> Upkeep.Output? {
        guard !changes.isEmpty, var present = live.withLock({ $0.take() }) else { return nil }
        let result = Result { try present.update(from: reader, changes) }
        live.withLock { $0 = present }
        // Cancelled meanwhile, nothing of it is kept.
        if state.withLock({ $0.downstream == nil }) { _ = live.withLock { $0.take() } }
        return try result.get()
    }

    private func deliver(_ result: Upkeep.Output) {
        let downstream = state.withLock { state -> Downstream? in
            // Pinned before the container was closed.
            if state.isClosed { return nil }
            state.demand -= 1
            return state.downstream
        }
        guard let downstream else { return }
        span?.countOne()
        let more = downstream.receive(result)
        state.withLock { $0.demand += more }
    }

    private func end(_ completion: Subscribers.Completion<FetchError>) {
        rounds.leave(ObjectIdentifier(self))
        let downstream = state.withLock { $0.downstream.take() }
        if case .failure(let error) = completion { span?.end(error) } else { span?.end() }
        downstream?.receive(completion: completion)
    }
}
