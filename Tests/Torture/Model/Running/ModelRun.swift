extension Experiment {
    /// The trace by the model.
    var model: Trace {
        let world = ModelWorld()
        let subscriber = ScriptedModelSubscriber(script, world)
        for (time, action) in script.timed { world.clock.schedule(at: time) { subscriber.perform(action) } }
        chain.model(world).subscribe(subscriber)
        world.clock.advance(to: Script.horizon)
        var trace = Trace(events: subscriber.events, notes: world.notes)
        trace.isOpenFrom = world.clock.isOpenFrom
        return trace
    }
}

/// A subscriber of the model that follows a script.
final class ScriptedModelSubscriber: ModelSubscriber {
    private(set) var events: [Note] = []
    private let script: Script
    private let world: ModelWorld
    private var subscription: (any ModelSubscription)?
    private var values = 0

    init(_ script: Script, _ world: ModelWorld) {
        self.script = script
        self.world = world
    }

    func begin(_ subscription: any ModelSubscription) {
        note(.subscription)
        self.subscription = subscription
        if script.initial > 0 { subscription.request(script.initial) }
        perform(in: 0)
    }

    func value(_ value: Int) -> Int {
        note(.value(value))
        values += 1
        let count = values
        perform(in: count)
        if count > Script.enough { perform(.cancel) }
        return script.returned(for: count)
    }

    func end(_ ending: Ending) {
        note(.ending(ending))
        perform(in: -1)
    }

    func perform(_ action: Action) {
        if world.perform(action) { return }
        switch action {
        case .request(let more): subscription?.request(more)
        default: subscription?.cancel()
        }
    }

    private func perform(in event: Int) {
        for action in script.actions(in: event) {
            world.clock.noteReentrance()
            perform(action)
        }
    }

    private func note(_ what: Note.What) {
        events.append(Note(time: world.clock.now, what: what))
    }
}
