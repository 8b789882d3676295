import Dispatch
import Signals

/// The one writer of a store. Saves that come while it is busy are committed together.
///
/// When it is idle, the caller commits on its own thread, at once. Otherwise the save joins those that wait, and they
/// all go into the next group: a group is whatever arrived while the last one was being synced.
final class SaveQueue: Sendable {
    /// One save that waits. Its completion is called after the commit, on the thread that committed, when everyone has
    /// heard of all that was committed with it.
    final class Request: Sendable {
        let work: Work
        /// Who need not hear of the commit: whose it is.
        let origin: ObjectIdentifier?
        let completion: @Sendable (Answer) -> Void

        init(work: Work, origin: ObjectIdentifier? = nil, completion: @escaping @Sendable (Answer) -> Void) {
            self.work = work
            self.origin = origin
            self.completion = completion
        }
    }

    enum Work: Sendable {
        /// Saves that came together, as a rule one.
        case commit([ChangeSet])
        case reserve(Int)
        /// Finding out whether someone else has committed.
        case check
        /// Something that is to see the store between two groups, when all have heard of what is committed.
        case pause(@Sendable () -> Void)
        case close
    }

    enum Answer: Sendable {
        /// The outcome of each of the saves.
        case committed(ArraySlice<Result<CommitOutcome, SaveError>>)
        case reserved(Result<Range<Int64>, SaveError>)
        case checked(hasForeignCommits: Bool)
        case closed
    }

    /// What is done together, and the gate before which threads wait until it is; nil while none does. One gate for all
    /// of them, since to wake many threads at once takes one call of the system.
    private struct Group: Sendable {
        var requests: [Request] = []
        var gate: DispatchGroup?
    }

    private enum Turn: Sendable {
        /// The caller does the work itself, because nobody else writes.
        case lead
        /// The request is part of the next group. The gate is there if the caller wants to wait.
        case join(DispatchGroup?)
    }

    private enum State: Sendable {
        case idle
        case busy(next: Group)

        mutating func enter(_ request: Request, waiting: Bool) -> Turn {
            switch self {
            case .idle:
                self = .busy(next: Group())
                return .lead
            case .busy(var group):
                self = .idle
                group.requests.append(request)
                if waiting, group.gate == nil {
                    group.gate = DispatchGroup()
                    group.gate?.enter()
                }
                self = .busy(next: group)
                return .join(group.gate)
            }
        }

        /// The next group, or nothing, and then the writer is idle.
        mutating func next() -> Group? {
            guard case .busy(let group) = self, !group.requests.isEmpty else {
                self = .idle
                return nil
            }
            self = .busy(next: Group())
            return group
        }
    }

    private let store: any StoreEngine
    private let audience: CommitAudience
    private let state = Locked(State.idle)
    private let queue = DispatchQueue(label: "signals.writer")

    init(store: any StoreEngine, audience: CommitAudience = CommitAudience()) {
        self.store = store
        self.audience = audience
    }

    /// Has the work done and the completion called: at once, on this thread, or with the next group, on another.
    func submit(_ request: Request) { if enter(request) { lead(request) } }

    /// Has the work done, which is not to close, and returns when the completion was called.
    func submitAndWait(_ request: Request) {
        switch state.withLock({ $0.enter(request, waiting: true) }) {
        case .lead: lead(request)
        case .join(let gate): gate?.wait()
        }
    }

    /// Takes the work in; true when nobody else writes, and the caller has to `lead`.
    func enter(_ request: Request) -> Bool {
        if case .lead = state.withLock({ $0.enter(request, waiting: false) }) { true } else { false }
    }

    /// Does the work for which `enter` returned true.
    func lead(_ request: Request) {
        process(Group(requests: [request]))
        if store.wantsUpkeep { return queue.async { self.drain(nil) } }
        if let next = state.withLock({ $0.next() }) { queue.async { self.drain(next) } }
    }

    private func drain(_ first: Group?) {
        var group = first
        repeat {
            if let group { process(group) }
            if store.wantsUpkeep { store.keepUp() }
            group = state.withLock { $0.next() }
        } while group != nil
    }

    private func process(_ group: Group) {
        let requests = group.requests
        var changeSets: [ChangeSet] = []
        changeSets.reserveCapacity(requests.count)
        for request in requests {
            switch request.work {
            case .commit(let saves): changeSets += saves
            case .reserve(let count): request.completion(.reserved(reserve(count)))
            case .check: request.completion(.checked(hasForeignCommits: store.takeForeignCommits()))
            case .pause, .close: break
            }
        }
        if !changeSets.isEmpty { answer(requests, changeSets, store.commit(changeSets)) }
        group.gate?.leave()
        for request in requests { if case .pause(let body) = request.work { body() } }
        for request in requests {
            guard case .close = request.work else { continue }
            store.close()
            request.completion(.closed)
        }
    }

    /// Tells everyone of the commit, and then those whose saves were in it what became of them.
    private func answer(
        _ group: [Request], _ changeSets: [ChangeSet], _ outcomes: [Result<CommitOutcome, SaveError>]
    ) {
        if !audience.isEmpty { announce(group, changeSets, outcomes) }
        var start = 0
        for request in group {
            guard case .commit(let saves) = request.work else { continue }
            request.completion(.committed(outcomes[start..<start + saves.count]))
            start += saves.count
        }
    }

    private func announce(
        _ group: [Request], _ changeSets: [ChangeSet], _ outcomes: [Result<CommitOutcome, SaveError>]
    ) {
        var parts = CommitAudience.Parts(members: audience.members)
        var index = 0
        for request in group {
            guard case .commit(let saves) = request.work else { continue }
            for _ in saves {
                switch outcomes[index] {
                case .success(let outcome):
                    if outcome.repeated == nil { parts.add(changeSets[index], outcome, of: request.origin) }
                // Of several stores, some have their part: the context reads that too.
                case .failure(let error): if error.saved != nil { parts.addEverything() }
                }
                index += 1
            }
        }
        audience.hear(parts)
    }

    private func reserve(_ count: Int) -> Result<Range<Int64>, SaveError> {
        do { return .success(try store.reserveNumbers(count)) } catch { return .failure(error) }
    }
}
