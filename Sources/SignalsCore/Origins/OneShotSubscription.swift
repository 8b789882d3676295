/// A subscription with one result: a value, which waits until it is asked for, and after it the completion.
///
/// The result may exist from the beginning, as with `Just`, or come later, as with `Future`. It is delivered by a
/// closure formed where the subscriber's type is known, since a class that is generic over its subscriber runs
/// unspecialised code when it is entered through `any Subscription`.
@usableFromInline
struct OneShotSubscription: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    /// The event that the closure is to deliver.
    @usableFromInline
    enum Step: Sendable {
        case value, completion
    }

    @usableFromInline typealias Delivery = @Sendable (Step) -> Void

    private enum Phase: Sendable {
        case awaited(isWanted: Bool, Source?)
        case ready(Delivery)
        case delivering
        case ended
    }

    /// The future that is to be notified when it is cancelled before the result has come.
    private struct Source: Sendable {
        let future: any FutureListening
        let ticket: FutureTicket
    }

    private struct State: Sendable {
        let name: StaticString
        var phase: Phase

        /// Takes on a phase, and returns the one before, to be released after the lock.
        mutating func enter(_ next: Phase) -> Phase {
            defer { phase = next }
            return phase
        }
    }

    /// One word, so that it fits into `any Subscription` without an allocation.
    private let state: Locked<State>

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(state.storage) }

    /// A subscription whose result is still to come.
    @usableFromInline @inline(never)
    init(_ name: StaticString) {
        state = Locked(State(name: name, phase: .awaited(isWanted: false, nil)))
    }

    /// A subscription whose result exists: a value, and then the completion.
    @usableFromInline @inline(never)
    init(_ name: StaticString, _ deliver: @escaping Delivery) {
        state = Locked(State(name: name, phase: .ready(deliver)))
    }

    /// A subscription to a value that exists.
    @inlinable
    init<S: Subscriber>(_ name: StaticString, _ value: S.Input, to subscriber: S) {
        self.init(name, Self.delivery(of: value, to: subscriber))
    }

    /// Returns the closure that delivers a value and then finishes.
    @inlinable
    static func delivery<S: Subscriber>(of value: S.Input, to subscriber: S) -> Delivery {
        { step in
            switch step {
            case .value: _ = subscriber.receive(value)
            case .completion: subscriber.receive(completion: .finished)
            }
        }
    }

    /// The result has come: a value, and then the completion. What delivers them later takes memory only where they have
    /// to wait until they are asked for.
    @inlinable
    func resolve<S: Subscriber>(_ value: S.Input, to subscriber: S) {
        guard deliverNow() else { return resolve(Self.delivery(of: value, to: subscriber)) }
        _ = subscriber.receive(value)
        if finish() { subscriber.receive(completion: .finished) }
    }

    @usableFromInline
    func resolve(_ deliver: @escaping Delivery) {
        let (isWanted, before) = state.withLock { state -> (Bool, Phase?) in
            guard case .awaited(let isWanted, _) = state.phase else { return (false, nil) }
            return (isWanted, state.enter(isWanted ? .delivering : .ready(deliver)))
        }
        withExtendedLifetime(before) {}
        if isWanted { run(deliver) }
    }

    /// Returns true if the result is waited for; then it is to be delivered now.
    @usableFromInline
    func deliverNow() -> Bool {
        let before = state.withLock { state -> Phase? in
            guard case .awaited(isWanted: true, _) = state.phase else { return nil }
            return state.enter(.delivering)
        }
        return before != nil
    }

    /// Ends after the value was delivered; false if that has happened.
    @usableFromInline
    func finish() -> Bool { end() != nil }

    /// The result has come: only a completion.
    @usableFromInline
    func complete(_ deliver: Delivery) {
        if end() != nil { deliver(.completion) }
    }

    /// Has a future forget a listener if this is cancelled before the result has come; at once if that has happened.
    @usableFromInline
    func listens(to future: any FutureListening, _ ticket: FutureTicket) {
        let isOver = state.withLock { state in
            switch state.phase {
            case .awaited(let isWanted, _):
                state.phase = .awaited(isWanted: isWanted, Source(future: future, ticket: ticket))
                return false
            case .ready, .delivering: return false
            case .ended: return true
            }
        }
        if isOver { future.forget(ticket) }
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        // The phase and not its closure, which would be wrapped in another on its way through generic code.
        let before = state.withLock { state -> Phase? in
            switch state.phase {
            case .awaited(_, let source):
                state.phase = .awaited(isWanted: true, source)
                return nil
            case .ready: return state.enter(.delivering)
            case .delivering, .ended: return nil
            }
        }
        if case .ready(let delivery)? = before { run(delivery) }
    }

    @usableFromInline
    func cancel() {
        if case .awaited(_, let source?) = end() { source.future.forget(source.ticket) }
    }

    private func run(_ deliver: Delivery) {
        deliver(.value)
        if end() != nil { deliver(.completion) }
    }

    /// The state before, unless it had ended already: it is released after the lock.
    private func end() -> Phase? {
        state.withLock { state in
            if case .ended = state.phase { return nil }
            return state.enter(.ended)
        }
    }

    @usableFromInline var description: String { "\(state.withLock { $0.name })" }

    @usableFromInline var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline var playgroundDescription: Any { description }
}
