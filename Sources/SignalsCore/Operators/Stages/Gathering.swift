/// The subscriber between upstream and downstream of an operator that is made of a ``Reduction``.
///
/// It asks upstream for values without limit. The result waits until it is asked for; a failure does not.
@usableFromInline
struct Gathering<Input: Sendable, Output: Sendable, Failure: Error, Thrown: Error, ResultFailure: Error>: Subscriber {
    @usableFromInline typealias Work = Reduction<Input, Output, Thrown>

    @usableFromInline let link: UpstreamLink
    @usableFromInline let outlet: Outlet<Output, ResultFailure>
    @usableFromInline let reduction: Work
    @usableFromInline let fail: @Sendable (Failure) -> ResultFailure
    @usableFromInline let rethrow: @Sendable (Thrown) -> ResultFailure

    @inlinable
    init<Downstream: Subscriber>(
        _ name: StaticString, to downstream: Downstream, _ reduction: Work,
        fail: @escaping @Sendable (Failure) -> ResultFailure,
        rethrow: @escaping @Sendable (Thrown) -> ResultFailure
    ) where Downstream.Input == Output, Downstream.Failure == ResultFailure {
        link = UpstreamLink(name)
        outlet = Outlet(to: AnySubscriber(downstream), surplus: .waits, name: name)
        self.reduction = reduction
        self.fail = fail
        self.rethrow = rethrow
    }

    @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) {
        guard link.attach(subscription) else { return }
        outlet.start(onCancel: { [link] in link.cancel() })
        link.request(.unlimited)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard link.isAttached else { return .none }
        do throws(Thrown) {
            if try reduction.take(input) == .isComplete, link.interrupt() { finish() }
        } catch {
            if link.interrupt() { end(with: .failure(rethrow(error))) }
        }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.complete() else { return }
        switch completion {
        case .finished: finish()
        case .failure(let error): end(with: .failure(fail(error)))
        }
    }

    @usableFromInline
    func finish() {
        if let result = reduction.result() { outlet.take(result) }
        end(with: .finished)
    }

    @usableFromInline
    func end(with completion: Subscribers.Completion<ResultFailure>) {
        outlet.take(completion)
        outlet.deliver()
    }
}

extension Gathering where ResultFailure == Failure, Thrown == Never {
    /// A gathering whose reduction cannot throw.
    @inlinable
    init<Downstream: Subscriber>(_ name: StaticString, to downstream: Downstream, _ reduction: Work)
    where Downstream.Input == Output, Downstream.Failure == ResultFailure {
        self.init(name, to: downstream, reduction, fail: { $0 }, rethrow: absurd)
    }
}

extension Gathering where ResultFailure == any Error, Thrown == any Error {
    /// A gathering whose reduction may throw.
    @inlinable
    init<Downstream: Subscriber>(_ name: StaticString, to downstream: Downstream, _ reduction: Work)
    where Downstream.Input == Output, Downstream.Failure == ResultFailure {
        self.init(name, to: downstream, reduction, fail: { $0 }, rethrow: { $0 })
    }
}
