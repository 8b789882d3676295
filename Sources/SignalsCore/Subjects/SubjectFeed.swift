/// An upstream that a subject may let go of before its own end.
protocol SubjectFeeding: Subscription {
    /// True if nothing more comes.
    var hasEnded: Bool { get }
}

/// The subscriber that feeds a publisher into a subject.
final class SubjectFeed<Target: Subject>: Subscriber, SubjectFeeding {
    typealias Input = Target.Output
    typealias Failure = Target.Failure

    private let target: Locked<Target?>
    private let upstream = UpstreamLink("Subject")

    var hasEnded: Bool { upstream.hasEnded }

    init(_ target: Target) {
        self.target = Locked(target)
    }

    func receive(subscription: any Subscription) {
        guard upstream.attach(subscription) else { return }
        target.withLock { $0 }?.send(subscription: self)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if !upstream.hasEnded { target.withLock { $0 }?.send(input) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard upstream.complete() else { return }
        target.withLock { $0.take() }?.send(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        upstream.request(demand)
    }

    func cancel() {
        upstream.cancel()
        target.release { $0.take() }
    }
}
