/// The stand-in that a link holds before its subscription and after the end.
///
/// Not nil, since an optional existential is copied and destroyed through metadata that are looked up each time.
struct NoSubscription: Subscription {
    var combineIdentifier: CombineIdentifier { CombineIdentifier() }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {}

    /// Puts the stand-in in place of a subscription, and returns that.
    static func replacing(_ subscription: inout any Subscription) -> any Subscription {
        var taken: any Subscription = NoSubscription()
        swap(&taken, &subscription)
        return taken
    }
}
