/// The subscription that an operator hands downstream, as the operator's way out uses it.
@usableFromInline
package protocol OutflowLink: AnyObject, NamedSubscription {
    /// A link that awaits its subscription.
    ///
    /// - Parameter name: the name that `print()` and a debugger show, the operator's.
    init(_ name: StaticString)

    /// True if downstream wants nothing more, not even the completion.
    var isCancelled: Bool { get }

    /// Takes the subscription. False, and the subscription is cancelled, if there is one already or all has ended.
    func attach(_ subscription: any Subscription) -> Bool

    /// Begins to hand a closure what downstream does.
    func open(_ handler: @escaping LinkHandler)

    /// Asks upstream.
    func requestUpstream(_ demand: Subscribers.Demand)

    /// Ends because upstream has completed. True the first time.
    func complete() -> Bool
}

/// A call by downstream.
@usableFromInline
package enum LinkCall: Sendable {
    case request(Subscribers.Demand)
    case cancel
}

/// Told of a call by downstream, it returns what upstream is asked for, nil for nothing.
@usableFromInline package typealias LinkHandler = @Sendable (LinkCall) -> Subscribers.Demand?
