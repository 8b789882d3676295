/// The upstreams of a subject, under its lock.
package struct SubjectUpstreams: Sendable {
    private var subscriptions: [any Subscription] = []

    /// True after the subject's completion: no upstream is taken.
    package private(set) var hasEnded = false

    /// True once a subscriber has asked for values.
    package private(set) var areWanted = false

    package init() {}

    /// The number of upstreams that are kept.
    package var count: Int { subscriptions.count }

    /// Takes an upstream. Those that have ended meanwhile are returned, to be released after the lock; they are looked for
    /// whenever the number has doubled.
    ///
    /// - Returns: nil if it was not taken.
    package mutating func append(_ subscription: any Subscription) -> [any Subscription]? {
        guard !hasEnded else { return nil }
        var ended: [any Subscription] = []
        if subscriptions.count >= 4, subscriptions.count.nonzeroBitCount == 1 {
            ended = subscriptions.filter(\.hasEnded)
            subscriptions.removeAll(where: \.hasEnded)
        }
        subscriptions.append(subscription)
        return ended
    }

    /// Notes that there is a subscriber that wants values. The upstreams are to be asked, the first time.
    package mutating func want() -> [any Subscription] {
        guard !areWanted else { return [] }
        areWanted = true
        return subscriptions
    }

    /// Lets go of all upstreams.
    package mutating func takeAll() -> [any Subscription] {
        subscriptions.takeAll()
    }

    /// Lets go of all upstreams, and takes none from now on.
    package mutating func end() -> [any Subscription] {
        hasEnded = true
        return takeAll()
    }
}

extension Subscription {
    /// True if the subscription is known to have ended.
    fileprivate var hasEnded: Bool { (self as? any SubjectFeeding)?.hasEnded ?? false }
}
