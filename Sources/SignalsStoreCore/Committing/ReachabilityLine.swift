import Dispatch
import Foundation
import SignalsCore

/// The line of what waits until a store that was lost is there again. One of them asks the store for all.
final class ReachabilityLine: Sendable {
    private static let pause: TimeInterval = 0.1

    private let queue = DispatchQueue(label: "signals.reachability")
    private let state = Locked(State())

    private struct State: Sendable {
        var waiting: [@Sendable () -> Void] = []
        /// The failure with which the store was lost; nil when it is there, as far as is known.
        var failure: FetchError?
        var isAsking = false

        /// True if the store has to be asked by the caller.
        mutating func begin() -> Bool {
            defer { isAsking = true }
            return !isAsking
        }

        mutating func finish() -> [@Sendable () -> Void] {
            defer { self = State() }
            return waiting
        }
    }

    /// The failure with which the store was lost; nil when it is there, as far as is known.
    var failure: FetchError? { state.withLock { $0.failure } }

    /// Notes that a store is lost, until it is there again, or is closed.
    func note(
        _ failure: FetchError, of store: any StoreEngine, _ isClosed: @escaping @Sendable () -> Bool
    ) {
        let begins = state.withLock { state in
            state.failure = failure
            return state.begin()
        }
        if begins { queue.async { self.ask(store, isClosed) } }
    }

    /// Calls `body`, on some thread, when the store is there, or is closed.
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
            // Whoever waits meets the same, and says so.
        }
        for body in state.withLock({ $0.finish() }) { body() }
    }
}
