/// `handleEvents`
final class Noting: Stage {
    private let id: Int
    private let world: ModelWorld

    init(_ down: any ModelSubscriber, _ id: Int, _ world: ModelWorld) {
        self.id = id
        self.world = world
        super.init(down)
    }

    override func begin(_ subscription: any ModelSubscription) {
        world.note(id, .subscription)
        super.begin(subscription)
    }

    override func value(_ value: Int) -> Int {
        guard down != nil else { return 0 }
        world.note(id, .value(value))
        return super.value(value)
    }

    override func end(_ ending: Ending) {
        guard down != nil else { return }
        world.note(id, .ending(ending))
        super.end(ending)
    }

    override func cancel() {
        if down != nil { world.note(id, .cancel) }
        super.cancel()
    }
}

/// `print`
final class Printing: Stage {
    private let id: Int
    private let world: ModelWorld

    init(_ down: any ModelSubscriber, _ id: Int, _ world: ModelWorld) {
        self.id = id
        self.world = world
        super.init(down)
    }

    override func value(_ value: Int) -> Int {
        guard down != nil else { return 0 }
        world.note(id, .line("receive value: (\(value))"))
        return super.value(value)
    }

    override func end(_ ending: Ending) {
        guard down != nil else { return }
        switch ending {
        case .finished: world.note(id, .line("receive finished"))
        case .failed(let fault): world.note(id, .line("receive error: (\(fault))"))
        }
        super.end(ending)
    }

    override func cancel() {
        if down != nil { world.note(id, .line("receive cancel")) }
        super.cancel()
    }
}

extension ModelPublisher {
    func changingTheEnd(_ change: @escaping (Fault) -> Ending) -> ModelPublisher {
        through {
            ChangingTheEnd($0) { ending in
                if case .failed(let fault) = ending { change(fault) } else { ending }
            }
        }
    }
}
