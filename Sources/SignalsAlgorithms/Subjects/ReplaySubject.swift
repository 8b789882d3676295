import SignalsCore

/// A subject that keeps its latest values, and hands them to every new subscriber. Reactive Extensions' `ReplaySubject`.
///
/// ```swift
/// let saves = ReplaySubject<String, Never>(bufferSize: 2)
/// for title in ["Vacuum", "Iron", "Dust"] { saves.send(title) }
/// let printing = saves.sink { print($0) }  // prints "Iron", "Dust", then what comes
/// ```
///
/// **Demand**: what a subscriber has not asked for waits for it, without limit. **Completion**: after the values that
/// wait; a subscriber that comes later receives the kept values and then the completion. **Threads**: values are
/// delivered on the thread that sends, to each subscriber in the order in which they were sent; if another thread is
/// inside a subscriber, that one delivers the value afterwards.
public final class ReplaySubject<Output: Sendable, Failure: Error>: Subject {
    /// The number of values that are kept.
    public let bufferSize: Int
    private let state: Locked<State>

    private struct State: Sendable {
        var kept = Queue<Output>()
        var completion: Subscribers.Completion<Failure>?
        var outlets = TicketList<Outlet<Output, Failure>>()
        var upstreams = SubjectUpstreams()
    }

    /// A subject that keeps values for subscribers to come.
    ///
    /// - Parameter bufferSize: the number of values that it keeps, the latest ones; with 0 a new subscriber receives only the
    ///   completion, if it has come, and `Int.max` keeps all. The program stops if it is negative.
    @inline(never)
    public init(bufferSize: Int) {
        requireNotNegative(bufferSize, for: "ReplaySubject(bufferSize:)")
        self.bufferSize = bufferSize
        state = Locked(State())
    }

    deinit {
        for upstream in state.withLock({ $0.upstreams.takeAll() }) { upstream.cancel() }
    }

    /// Keeps a value and delivers it.
    ///
    /// - Parameter value: the value.
    public func send(_ value: Output) {
        let (outlets, oldest) = state.withLock { state -> (TicketList<Outlet<Output, Failure>>, Output?) in
            guard state.completion == nil else { return (TicketList(), nil) }
            state.outlets.forEach { $0.take(value) }
            state.kept.append(value)
            return (state.outlets, state.kept.count > bufferSize ? state.kept.popFirst() : nil)
        }
        outlets.forEach { $0.deliver() }
        withExtendedLifetime(oldest) {}
    }

    /// Ends the subject, notifies its subscribers and releases them. The kept values stay.
    ///
    /// - Parameter completion: the end, normal or with an error.
    public func send(completion: Subscribers.Completion<Failure>) {
        let ended = state.withLock { state -> (TicketList<Outlet<Output, Failure>>, [any Subscription])? in
            guard state.completion == nil else { return nil }
            state.completion = completion
            state.outlets.forEach { $0.take(completion) }
            return (state.outlets.removeAll(), state.upstreams.end())
        }
        guard let (outlets, upstreams) = ended else { return }
        for upstream in upstreams { upstream.cancel() }
        outlets.forEach { $0.deliver() }
    }

    /// Gives the subject an upstream, from which it asks for values without limit.
    ///
    /// - Parameter subscription: the upstream's subscription, cancelled when the subject ends or is released.
    public func send(subscription: any Subscription) {
        let ended = state.withLock { $0.upstreams.append(subscription) }
        if ended != nil { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    /// Attaches a subscriber, which receives the kept values, then each new one.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let outlet = Outlet(to: AnySubscriber(subscriber), surplus: .waits, name: "ReplaySubject")
        let ticket = state.withLock { state in
            state.kept.forEach { outlet.take($0) }
            if let completion = state.completion { outlet.take(completion) }
            return state.completion == nil ? state.outlets.append(outlet) : nil
        }
        outlet.start(onCancel: { [weak self] in if let ticket { self?.remove(ticket) } })
    }

    private func remove(_ ticket: TicketList<Outlet<Output, Failure>>.Ticket) {
        state.release { $0.outlets.remove(ticket) }
    }
}
