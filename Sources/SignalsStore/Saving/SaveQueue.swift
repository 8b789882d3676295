import Dispatch
import Signals

/// The one writer of a store. Saves that come while it is busy are committed together.
///
/// When it is idle, the caller commits on its own thread, at once. Otherwise the save joins those that wait, and they
/// all go into the next group: a group is whatever arrived while the last one was being synced.
final class SaveQueue: Sendable {
    /// One save that waits. Its completion is called after the commit, on the thread that committed.
    struct Request: Sendable {
        let work: Work
        let completion: @Sendable (Answer) -> Void
    }

    enum Work: Sendable {
        case commit(ChangeSet)
        /// Several saves that came together.
        case commitAll([ChangeSet])
        case reserve(Int)
        /// Finding out whether someone else has committed.
        case check
        /// Something that is to see the store between two groups, when all have heard of what is committed.
        case pause(@Sendable () -> Void)
        case close
    }

    enum Answer: Sendable {
        case committed(Result<CommitOutcome, SaveError>)
        case committedAll([Result<CommitOutcome, SaveError>])
        case reserved(Result<Range<Int64>, SaveError>)
        case checked(hasForeignCommits: Bool)
        case closed
    }

    private enum State: Sendable {
        case idle
        case busy(waiting: [Request])

        /// What the caller does itself, because nobody else writes; nil when the request has to wait.
        mutating func enter(_ request: Request) -> Bool {
            switch self {
            case .idle:
                self = .busy(waiting: [])
                return true
            case .busy(var waiting):
                self = .idle
                waiting.append(request)
                self = .busy(waiting: waiting)
                return false
            }
        }

        /// The next group, or nothing, and then the writer is idle.
        mutating func next() -> [Request] {
            guard case .busy(let waiting) = self, !waiting.isEmpty else {
                self = .idle
                return []
            }
            self = .busy(waiting: [])
            return waiting
        }
    }

    private let store: any StoreEngine
    private let state = Locked(State.idle)
    private let queue = DispatchQueue(label: "signals.writer")

    init(store: any StoreEngine) { self.store = store }

    /// Has the work done and the completion called: at once, on this thread, or with the next group, on another.
    func submit(_ request: Request) { if enter(request) { lead(request) } }

    /// Takes the work in; true when nobody else writes, and the caller has to `lead`.
    func enter(_ request: Request) -> Bool { state.withLock { $0.enter(request) } }

    /// Does the work for which `enter` returned true.
    func lead(_ request: Request) {
        process([request])
        if store.wantsUpkeep { return queue.async { self.drain([]) } }
        let next = state.withLock { $0.next() }
        if !next.isEmpty { queue.async { self.drain(next) } }
    }

    private func drain(_ first: [Request]) {
        var group = first
        repeat {
            process(group)
            if store.wantsUpkeep { store.keepUp() }
            group = state.withLock { $0.next() }
        } while !group.isEmpty
    }

    private func process(_ group: [Request]) {
        var changeSets: [ChangeSet] = []
        var answers: [(ArraySlice<Result<CommitOutcome, SaveError>>) -> Void] = []
        var ends: [Int] = []
        var closings: [Request] = []
        var pauses: [@Sendable () -> Void] = []
        for request in group {
            switch request.work {
            case .commit(let changeSet):
                changeSets.append(changeSet)
                ends.append(changeSets.count)
                answers.append { request.completion(.committed($0[$0.startIndex])) }
            case .commitAll(let several):
                changeSets += several
                ends.append(changeSets.count)
                answers.append { request.completion(.committedAll(Array($0))) }
            case .reserve(let count): request.completion(.reserved(reserve(count)))
            case .check: request.completion(.checked(hasForeignCommits: store.takeForeignCommits()))
            case .pause(let body): pauses.append(body)
            case .close: closings.append(request)
            }
        }
        let outcomes = changeSets.isEmpty ? [] : store.commit(changeSets)
        var start = 0
        for (answer, end) in zip(answers, ends) {
            answer(outcomes[start..<end])
            start = end
        }
        for body in pauses { body() }
        for request in closings {
            store.close()
            request.completion(.closed)
        }
    }

    private func reserve(_ count: Int) -> Result<Range<Int64>, SaveError> {
        do { return .success(try store.reserveNumbers(count)) } catch { return .failure(error) }
    }
}
