/// An operator that goes on with another publisher when one ends, and asks it for what is outstanding.
final class GoingOn: Stage {
    private let next: (Ending) throws -> ModelPublisher?
    private let note: (Int) -> Void
    private var demand = 0
    private var hasBegun = false

    /// - Parameters:
    ///   - next: returns what follows an end, or nil if it is the end of all.
    ///   - note: is told each value.
    init(
        _ down: any ModelSubscriber, note: @escaping (Int) -> Void = { _ in },
        _ next: @escaping (Ending) throws -> ModelPublisher?
    ) {
        self.next = next
        self.note = note
        super.init(down)
    }

    override func begin(_ subscription: any ModelSubscription) {
        if !hasBegun {
            hasBegun = true
            return super.begin(subscription)
        }
        guard down != nil else { return subscription.cancel() }
        up = subscription
        if demand > 0 { subscription.request(demand) }
    }

    override func request(_ more: Int) {
        demand = plus(demand, more)
        super.request(more)
    }

    override func value(_ value: Int) -> Int {
        let source = up
        note(value)
        demand = less(demand)
        let more = super.value(value)
        demand = plus(demand, more)
        if source === up { return more }
        if more > 0 { up?.request(more) }
        return 0
    }

    override func end(_ ending: Ending) {
        guard down != nil else { return }
        up = nil
        do {
            guard let following = try next(ending) else { return super.end(ending) }
            following.subscribe(self)
        } catch {
            super.end(.failed(error as? Fault ?? Fault(code: -1)))
        }
    }
}

extension ModelPublisher {
    func append(_ other: ModelPublisher) -> ModelPublisher {
        through {
            var isFirst = true
            return GoingOn($0) { ending in
                defer { isFirst = false }
                return isFirst && ending == .finished ? other : nil
            }
        }
    }

    func `catch`(_ handler: @escaping (Fault) throws -> ModelPublisher) -> ModelPublisher {
        through {
            var isFirst = true
            return GoingOn($0) { ending in
                guard isFirst, case .failed(let fault) = ending else { return nil }
                isFirst = false
                return try handler(fault)
            }
        }
    }

    /// An attempt that fails before its subscribing has returned is followed by the next after that.
    func retry(_ retries: Int) -> ModelPublisher {
        ModelPublisher { subscriber in
            var left = retries
            var isSubscribing = false
            var again = false
            var stage: GoingOn?
            func attempt() {
                repeat {
                    again = false
                    isSubscribing = true
                    if let stage { subscribe(stage) }
                    isSubscribing = false
                } while again
            }
            let attempts = ModelPublisher { _ in
                if isSubscribing { again = true } else { attempt() }
            }
            stage = GoingOn(subscriber) { ending in
                if ending == .finished || left == 0 { return nil }
                left -= 1
                return attempts
            }
            attempt()
        }
    }

    func replaceEmpty(with replacement: Int) -> ModelPublisher {
        through {
            var isEmpty = true
            return GoingOn($0, note: { _ in isEmpty = false }) { ending in
                guard isEmpty, ending == .finished else { return nil }
                isEmpty = false
                return .sequence([replacement])
            }
        }
    }
}
