import Dispatch
import Foundation
import SignalsCore

/// The callbacks that wait until a lost store is reachable again. One poll of the store serves all of them.
final class ReachabilityQueue: Sendable {
    private static let pause: TimeInterval = 0.1

    private let queue = DispatchQueue(label: "signals.reachability")
    private let state = Locked(State())

    private struct State: Sendable {
        var waiting: [@Sendable () -> Void] = []
        /// The failure with which the store was lost; nil unless it is known to be lost.
        var failure: FetchError?
        var isAsking = false

        /// Returns true if the caller has to poll the store.
        mutating func begin() -> Bool {
            defer { isAsking = true }
            return !isAsking
        }

        mutating func finish() -> [@Sendable () -> Void] {
            defer { self = State() }
            return waiting
        }
    }

    /// The failure with which the store was lost; nil unless it is known to be lost.
    var failure: FetchError? { state.withLock { $0.failure } }

    /// Notes that a store is lost, until it is reachable again, or closed.
    func note(
        _ failure: FetchError, of store: any StoreEngine, _ isClosed: @escaping @Sendable () -> Bool
    ) {
        let begins = state.withLock { state in
            state.failure = failure
            return state.begin()
        }
        if begins { queue.async { self.ask(store, isClosed) } }
    }

    /// Calls `body`, on some thread, when the store is reachable, or closed.
    func wait(
        for store: any StoreEngine, _ isClosed: @escaping @Sendable () -> Bool, _ body: @escaping @Sendable () -> Void
    ) {
        let begins = state.withLock { state in
            state.waiting.append(body)
            return state.begin()
        }
        if begins { queue.async { self.ask(store, isClosed) } }
    }

    private func ask(_ store: any StoreEngine, _ isClosed: @escaping @Sendable () -> Bool) {
        do { if !isClosed() { try store.awaitReachable() } } catch FetchError.unreachable {
            return queue.asyncAfter(deadline: .now() + Self.pause) { self.ask(store, isClosed) }
        } catch {
            // The waiting callers meet the same error, and report it.
        }
        for body in state.withLock({ $0.finish() }) { body() }
    }
}
