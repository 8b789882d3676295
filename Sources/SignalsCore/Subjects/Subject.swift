/// A publisher that code outside puts values into. Combine's `Subject`.
///
/// All of `send` may be called from any thread, and inside the callbacks of a subscriber.
///
/// The subjects of this package deliver serially, without a lock. A value that a thread sends while another one is
/// inside a subscriber is left to that thread, and the sender goes on. A sender may have to wait itself, as it always
/// does in Combine, so that no thread delivers for others without end, and no more than 128 values wait: it waits for
/// the subscriber that is called at the moment, and then delivers the waiting values and its own. It waits no longer
/// than a tenth of a second; then it leaves its value nevertheless, so that a subscriber that waits for another sender
/// does not deadlock. Values come in the order in which they were sent: a value that was left comes before those that a
/// subscriber sends after it.
///
/// A subject and a subscriber of it that neither cancels nor receives the end keep each other. Those of `sink` and
/// `assign` end with their cancellable; end a subject whose other subscribers do not cancel.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Delivers a value to the subscribers that want one.
    ///
    /// - Parameter value: the value.
    func send(_ value: Output)

    /// Ends the subject and notifies its subscribers. What is sent later is ignored.
    ///
    /// - Parameter completion: the end, normal or with an error.
    func send(completion: Subscribers.Completion<Failure>)

    /// Gives the subject an upstream, from which it asks for values without limit, as soon as it has a use for them.
    ///
    /// - Parameter subscription: the upstream's subscription, cancelled when the subject ends or is released.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Delivers a signal to the subscribers.
    @inlinable
    public func send() {
        send(())
    }
}

extension Publisher {
    /// Feeds this publisher into a subject.
    ///
    /// ```swift
    /// let titles = PassthroughSubject<String, Never>()
    /// let feeding = Just("Water plants").subscribe(titles)
    /// ```
    ///
    /// The subject asks for values without limit, a ``PassthroughSubject`` once a subscriber wants some. The completion
    /// ends the subject too.
    ///
    /// - Parameter subject: the subject that receives all values and the completion.
    /// - Returns: the cancellable that ends the feeding when it is cancelled or released.
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
    where Output == S.Output, Failure == S.Failure {
        let feed = SubjectFeed(subject)
        subscribe(feed)
        return AnyCancellable(feed)
    }
}
