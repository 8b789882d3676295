import Synchronization

/// The life of the one subscription that an operator or a subscriber has to its upstream: awaited, attached, ended.
///
/// It accepts one subscription, ends once, and lets go of the subscription then, so that nothing leaks when upstream
/// keeps the subscriber. An operator that passes demand on unchanged hands it to its downstream as the subscription.
@usableFromInline
final class UpstreamLink: Subscription, CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
    @usableFromInline
    enum State: Sendable {
        case awaited
        case attached(any Subscription)
        case ended
    }

    @usableFromInline let state = Locked(State.awaited)
    @usableFromInline let ended = Atomic<Bool>(false)
    private let name: StaticString

    /// A link that awaits its subscription.
    ///
    /// - Parameter name: what `print()` and a debugger show, the operator's.
    @usableFromInline @inline(never)
    init(_ name: StaticString) {
        self.name = name
    }

    /// Whether it has ended: then no value is passed on.
    @inlinable @inline(__always)
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    /// Takes the subscription. False, and the subscription is cancelled, if there is one already or all has ended.
    @usableFromInline
    func attach(_ subscription: any Subscription) -> Bool {
        let isTaken = state.withLock { state in
            guard case .awaited = state else { return false }
            state = .attached(subscription)
            return true
        }
        if !isTaken { subscription.cancel() }
        return isTaken
    }

    /// Passes the demand on, if attached.
    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        let subscription: (any Subscription)? = state.withLock { state in
            if case .attached(let subscription) = state { subscription } else { nil }
        }
        subscription?.request(demand)
    }

    /// Ends because upstream has completed. True the first time.
    @usableFromInline
    func complete() -> Bool {
        end().isFirst
    }

    /// Ends and cancels upstream.
    @usableFromInline
    func cancel() {
        _ = interrupt()
    }

    /// Ends and cancels upstream. True the first time.
    @usableFromInline
    func interrupt() -> Bool {
        let (isFirst, subscription) = end()
        subscription?.cancel()
        return isFirst
    }

    private func end() -> (isFirst: Bool, subscription: (any Subscription)?) {
        ended.store(true, ordering: .releasing)
        return state.withLock { state in
            defer { state = .ended }
            return switch state {
            case .awaited: (true, nil)
            case .attached(let subscription): (true, subscription)
            case .ended: (false, nil)
            }
        }
    }

    @usableFromInline var description: String { "\(name)" }

    @usableFromInline var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline var playgroundDescription: Any { description }
}
