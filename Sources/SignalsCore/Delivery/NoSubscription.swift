/// The stand-in that a link holds before its subscription and after the end.
///
/// Not nil, since an optional existential is copied and destroyed through metadata that are looked up each time.
@usableFromInline
struct NoSubscription: Subscription {
    @inlinable
    init() {}

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier() }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {}

    @usableFromInline
    func cancel() {}

    /// Puts the stand-in in place of a subscription, and returns that.
    @inlinable
    static func replacing(_ subscription: inout any Subscription) -> any Subscription {
        var taken: any Subscription = NoSubscription()
        swap(&taken, &subscription)
        return taken
    }
}
