/// A type that delivers a sequence of values over time. Combine's `Publisher`.
///
/// A publisher delivers to one or more ``Subscriber``s, by these rules, which every publisher of this module keeps:
/// 1. A subscriber receives exactly one subscription, and nothing before it.
/// 2. It receives no more values than it asked for.
/// 3. It receives at most one completion, and nothing after it, nor after it has cancelled. Operators without a state of
///    their own, such as `map` and `filter`, do not check for that between their closure and the subscriber, as
///    Combine's do not: where the closure itself cancels, its value still comes. ``Subscribers/Sink`` and `assign` drop
///    it.
/// 4. Its events are serial: no two of them overlap, whichever threads they come from. An event that is caused inside
///    the delivery of another, on the same thread, is delivered before the call that causes it returns. A demand may
///    be noted there, and what it calls for follow when the delivery returns, so that a backlog does not recurse. A
///    subscriber that sends to its own subject does recurse, as in Combine: between 6,600 deep, after `share()`, and
///    18,000 it overflowed a stack of 8 MB. Where a scheduler is between the two, also one that runs its actions at once, what
///    is sent comes after the call has returned.
/// 5. No lock is held while a subscriber is called, so that sending, cancelling, subscribing or releasing inside a
///    callback cannot deadlock. (Combine holds a recursive lock there. An event that another thread sends meanwhile
///    waits for the call to return; its thread goes on, but for the bound that ``Subject`` states.)
///
/// Unlike Combine's, a publisher is `Sendable`, and so are its values: whatever it delivers may cross threads.
public protocol Publisher<Output, Failure>: Sendable {
    /// The kind of values that this publisher delivers.
    associatedtype Output: Sendable

    /// The kind of error that may end it, or `Never`.
    associatedtype Failure: Error

    /// Attaches the subscriber. Called by ``subscribe(_:)->()``, which is what callers use.
    ///
    /// - Parameter subscriber: the subscriber, which receives its subscription before anything else, as a rule before
    ///   this call returns and on its thread.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Attaches the subscriber to this publisher.
    ///
    /// ```swift
    /// let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { print($0) })
    /// Just(1).subscribe(sink)  // prints 1
    /// ```
    ///
    /// - Parameter subscriber: the subscriber, which decides by its demand how many values it receives.
    @_transparent  // else the optimizer takes a chain's nested calls for an endless recursion, and stops specialising
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }
}
