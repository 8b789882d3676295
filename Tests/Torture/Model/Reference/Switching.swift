/// `switchToLatest`: the publisher that came last is heard, and asked for what is outstanding.
final class Switching: ModelSubscription {
    private var down: (any ModelSubscriber)?
    private var demand = 0
    private var upstream: (any ModelSubscription)?
    private var inner: (any ModelSubscription)?
    private var generation = 0
    private var isUpstreamOpen = true
    private var isInnerOpen = false

    private init(_ down: any ModelSubscriber) {
        self.down = down
    }

    static func latest(
        _ publisher: ModelPublisher, _ transform: @escaping (Int) -> ModelPublisher
    ) -> ModelPublisher {
        ModelPublisher { subscriber in
            let switching = Switching(subscriber)
            publisher.subscribe(
                Ear(
                    begin: { subscription in
                        switching.upstream = subscription
                        subscriber.begin(switching)
                        switching.upstream?.request(.max)
                    },
                    value: { value in
                        switching.move(to: transform(value))
                        return 0
                    },
                    end: { ending in
                        switching.upstream = nil
                        switching.isUpstreamOpen = false
                        switching.finish(ending)
                    }))
        }
    }

    func request(_ more: Int) {
        demand = plus(demand, more)
        inner?.request(more)
    }

    func cancel() {
        down = nil
        generation += 1
        upstream?.cancel()
        upstream = nil
        inner?.cancel()
        inner = nil
    }

    private func move(to publisher: ModelPublisher) {
        guard down != nil else { return }
        generation += 1
        let mine = generation
        let former = inner
        inner = nil
        former?.cancel()
        isInnerOpen = true
        publisher.subscribe(
            Ear(
                begin: { [self] subscription in
                    guard mine == generation, down != nil else { return subscription.cancel() }
                    inner = subscription
                    if demand > 0 { subscription.request(demand) }
                },
                value: { [self] value in
                    guard mine == generation, let down else { return 0 }
                    demand = less(demand)
                    let more = down.value(value)
                    demand = plus(demand, more)
                    if mine == generation { return more }
                    if more > 0 { inner?.request(more) }
                    return 0
                },
                end: { [self] ending in
                    guard mine == generation else { return }
                    inner = nil
                    isInnerOpen = false
                    finish(ending)
                }))
    }

    private func finish(_ ending: Ending) {
        guard ending != .finished || (!isUpstreamOpen && !isInnerOpen) else { return }
        let subscriber = down
        cancel()
        subscriber?.end(ending)
    }
}
