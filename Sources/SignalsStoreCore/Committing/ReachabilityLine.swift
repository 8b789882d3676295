import Dispatch
import Foundation
import SignalsCore

/// The line of what waits until a store that was lost is there again. One of them asks the store for all.
final class ReachabilityLine: Sendable {
    private static let pause: TimeInterval = 0.1

    private let queue = DispatchQueue(label: "signals.reachability")
    private let waiting = Locked<[@Sendable () -> Void]>([])

    /// Calls `body`, on some thread, when the store is there, or is closed.
    func wait(
        for store: any StoreEngine, _ isClosed: @escaping @Sendable () -> Bool, _ body: @escaping @Sendable () -> Void
    ) {
        let isFirst = waiting.withLock { waiting in
            waiting.append(body)
            return waiting.count == 1
        }
        if isFirst { queue.async { self.ask(store, isClosed) } }
    }

    private func ask(_ store: any StoreEngine, _ isClosed: @escaping @Sendable () -> Bool) {
        do { if !isClosed() { try store.awaitReachable() } } catch FetchError.unreachable {
            return queue.asyncAfter(deadline: .now() + Self.pause) { self.ask(store, isClosed) }
        } catch {
            // Whoever waits meets the same, and says so.
        }
        for body in waiting.withLock({ waiting in waiting.take() }) { body() }
    }
}

extension [@Sendable () -> Void] {
    fileprivate mutating func take() -> Self {
        defer { self = [] }
        return self
    }
}
