/// A subscription of which the first demand has one effect: a value, and behind it the completion.
///
/// It holds a closure formed where the subscriber's type is known, since a class that is generic over its subscriber
/// runs unspecialised code when it is entered through `any Subscription`.
@usableFromInline
final class OneShotSubscription: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    /// Delivers the value; what it returns delivers the completion, unless the subscriber has cancelled meanwhile.
    @usableFromInline typealias Delivery = @Sendable () -> @Sendable () -> Void

    private enum State: Sendable {
        case ready(Delivery)
        case delivering
        case ended
    }

    private let name: StaticString
    private let state: Locked<State>

    @usableFromInline @inline(never)
    init(_ name: StaticString, _ deliver: @escaping Delivery) {
        self.name = name
        state = Locked(.ready(deliver))
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let delivery = state.withLock { state -> Delivery? in
            guard case .ready(let delivery) = state else { return nil }
            state = .delivering
            return delivery
        }
        guard let complete = delivery?(), end() != nil else { return }
        complete()
    }

    @usableFromInline
    func cancel() {
        _ = end()
    }

    /// The state before, unless it had ended already: it is released after the lock.
    private func end() -> State? {
        state.withLock { state in
            if case .ended = state { return nil }
            defer { state = .ended }
            return state
        }
    }

    @usableFromInline var description: String { "\(name)" }

    @usableFromInline var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline var playgroundDescription: Any { description }
}
