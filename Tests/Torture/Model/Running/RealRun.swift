import Signals
import SignalsTesting

extension Experiment {
    /// The trace by the package.
    var real: Trace {
        let world = RealWorld()
        let subscriber = RealSubscriber(script, world)
        for (time, action) in script.timed { world.at(time) { subscriber.perform(action) } }
        chain.real(world).subscribe(subscriber)
        world.scheduler.advance(to: VirtualTime(.milliseconds(Script.horizon)))
        let trace = Trace(events: subscriber.events, notes: world.notes.withLock { $0 })
        subscriber.perform(.cancel)
        return trace
    }
}

/// A subscriber that follows a script.
final class RealSubscriber: Subscriber {
    private struct State: Sendable {
        var subscription: (any Subscription)?
        var events: [Note] = []
        var values = 0
    }

    private let script: Script
    private let world: RealWorld
    private let state = Locked(State())

    init(_ script: Script, _ world: RealWorld) {
        self.script = script
        self.world = world
    }

    var events: [Note] { state.withLock { $0.events } }

    func receive(subscription: any Subscription) {
        note(.subscription)
        state.withLock { $0.subscription = subscription }
        if script.initial > 0 { subscription.request(demand(script.initial)) }
        perform(in: 0)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        note(.value(input))
        let count = state.withLock { state in
            state.values += 1
            return state.values
        }
        perform(in: count)
        if count > Script.enough { perform(.cancel) }
        return demand(script.returned(for: count))
    }

    func receive(completion: Subscribers.Completion<Fault>) {
        note(.ending(Ending(completion)))
        perform(in: -1)
    }

    func perform(_ action: Action) {
        if world.perform(action) { return }
        let subscription = state.withLock { $0.subscription }
        switch action {
        case .request(let more): subscription?.request(demand(more))
        default: subscription?.cancel()
        }
    }

    private func perform(in event: Int) {
        for action in script.actions(in: event) { perform(action) }
    }

    private func note(_ what: Note.What) {
        let note = Note(time: world.now, what: what)
        state.withLock { $0.events.append(note) }
    }

    private func demand(_ number: Int) -> Subscribers.Demand {
        number == .max ? .unlimited : .max(number)
    }
}
