/// A publisher that is subscribed to once, for all subscribers of a subject.
final class ModelMulticast {
    private let upstream: ModelPublisher
    private let subject: ModelSubject
    private var connection: (any ModelSubscription)?
    private var connections = 0
    private var isConnecting = false
    private let clock: ModelClock
    private var count = 0
    private var wasLeftAfterTheEnd = false

    init(_ upstream: ModelPublisher, _ subject: ModelSubject, _ clock: ModelClock) {
        self.clock = clock
        self.upstream = upstream
        self.subject = subject
    }

    var publisher: ModelPublisher { subject.publisher }

    func connect() {
        connections += 1
        let mine = connections
        upstream.subscribe(
            Ear(
                begin: { [self] subscription in
                    guard mine == connections else { return subscription.cancel() }
                    connection = subscription
                    subject.send(subscription)
                },
                value: { [self] value in
                    subject.send(value)
                    return 0
                },
                end: { [self] ending in
                    if let connection { subject.forget(connection) }
                    connection = nil
                    subject.send(ending)
                }))
    }

    func disconnect() {
        connections += 1
        let subscription = connection
        connection = nil
        if let subscription { subject.forget(subscription) }
        subscription?.cancel()
    }

    /// Connects with the first subscriber, and until the last has cancelled. Whether it connects again when all is over is
    /// left open.
    var autoconnected: ModelPublisher {
        ModelPublisher { [self] subscriber in
            if wasLeftAfterTheEnd { clock.leaveOpen() }
            count += 1
            let isFirst = count == 1
            publisher.subscribe(
                Counted(subscriber) { [self] in
                    count -= 1
                    if subject.hasEnded { wasLeftAfterTheEnd = true }
                    if count == 0, !isConnecting { disconnect() }
                })
            if isFirst {
                isConnecting = true
                connect()
                isConnecting = false
            }
            if count == 0 { disconnect() }
        }
    }

    private final class Counted: Stage {
        private var leave: (() -> Void)?

        init(_ down: any ModelSubscriber, _ leave: @escaping () -> Void) {
            self.leave = leave
            super.init(down)
        }

        override func cancel() {
            super.cancel()
            let leave = leave
            self.leave = nil
            leave?()
        }
    }
}
