import Dispatch
import SignalsCore

/// Answers requests of several threads, which wait for that. Those that come while others are being answered wait for a
/// turn, and are answered together.
final class GroupedCalls<Request: Sendable, Answer: Sendable>: Sendable {
    /// Returns an answer for each request, in their order, by the deadline of the first.
    typealias Body = @Sendable ([Request], Deadline) throws -> [Answer]

    private let turns: Int
    private let groupSize: Int
    private let body: Body
    private let state = Locked(State())

    /// - Parameters:
    ///   - turns: the greatest number of groups that are being answered at once.
    ///   - groupSize: the greatest number of requests that are answered together.
    ///   - body: answers requests; if it fails for several, each is answered by itself.
    init(turns: Int, groupSize: Int, _ body: @escaping Body) {
        self.turns = turns
        self.groupSize = groupSize
        self.body = body
    }

    /// The number of calls that wait for a turn.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// - Throws: `PostgresFailure` if there was no turn by the deadline, or what the body throws.
    func answer(_ request: Request, _ deadline: Deadline) throws -> Answer {
        guard let call = state.withLock({ $0.begin(request, turns: turns) }) else {
            return try take([], request, deadline)
        }
        if !call.wait(until: deadline.dispatchTime) {
            if state.withLock({ $0.withdraw(call) }) {
                throw PostgresFailure(kind: .timedOut, message: "the server did not answer other reads in time")
            }
            // Another is answering it, whose deadline is over too, or has just handed it the turn.
            _ = call.wait(until: .distantFuture)
        }
        switch call.reply.withLock({ $0 }) {
        case .answer(let answer): return answer
        case .turn: return try take(state.withLock { $0.takeGroup(atMost: groupSize - 1) }, request, deadline)
        case .none: return try body([request], deadline)[0]
        }
    }

    /// Answers a request and others that waited, and hands the turn on.
    private func take(_ others: [Call], _ request: Request, _ deadline: Deadline) throws -> Answer {
        defer { state.withLock { $0.end() }?.resume(.turn) }
        do {
            let answers = try body([request] + others.map(\.request), deadline)
            for (call, answer) in zip(others, answers.dropFirst()) { call.resume(.answer(answer)) }
            return answers[0]
        } catch {
            // It may have failed for one of them.
            for call in others { call.resume(.none) }
            if others.isEmpty { throw error }
            return try body([request], deadline)[0]
        }
    }

    private enum Reply: Sendable {
        case answer(Answer)
        /// It is this call's turn.
        case turn
        /// It has to be answered by itself.
        case none
    }

    private final class Call: Sendable {
        let request: Request
        let reply = Locked(Reply.none)
        private let semaphore = DispatchSemaphore(value: 0)

        init(_ request: Request) { self.request = request }

        func resume(_ reply: Reply) {
            self.reply.withLock { $0 = reply }
            semaphore.signal()
        }

        /// Returns false if nothing came by then.
        func wait(until time: DispatchTime) -> Bool { semaphore.wait(timeout: time) == .success }
    }

    private struct State: Sendable {
        private var running = 0
        private(set) var waiting: [Call] = []

        /// Returns the call if it has to wait; nil if it takes its turn at once.
        mutating func begin(_ request: Request, turns: Int) -> Call? {
            if running < turns {
                running += 1
                return nil
            }
            let call = Call(request)
            waiting.append(call)
            return call
        }

        mutating func takeGroup(atMost count: Int) -> [Call] {
            defer { waiting.removeFirst(min(count, waiting.count)) }
            return Array(waiting.prefix(count))
        }

        /// Returns the call whose turn it is now.
        mutating func end() -> Call? {
            if !waiting.isEmpty { return waiting.removeFirst() }
            running -= 1
            return nil
        }

        /// Returns false if the call does not wait any more.
        mutating func withdraw(_ call: Call) -> Bool {
            guard let index = waiting.firstIndex(where: { $0 === call }) else { return false }
            waiting.remove(at: index)
            return true
        }
    }
}
