/// The subscriptions to a subject, in their order, and how far a value on its way to them has come.
///
/// They are chained to one another, so that adding and removing are O(1) and take no memory. It belongs to whoever is
/// inside the subject's gate, and none of its functions calls others: what is removed is returned, to be released by the
/// caller, and while a value is on its way it is kept, so that a delivery need not retain what it calls.
@usableFromInline
struct SubscriberChain {
    @usableFromInline typealias Link = Unmanaged<SubjectSubscription>

    /// The links of a subscription in the chain, and its subscriber.
    @usableFromInline
    struct Entry {
        @usableFromInline var position: UInt64 = 0
        @usableFromInline var next: Link?
        @usableFromInline var previous: Link?

        /// The subscriber's `SubjectTarget`, retained by the chain.
        @usableFromInline var target: UnsafeMutableRawPointer?

        /// True from the time it is added to the chain until it is removed. The last, so that the bytes that are left over
        /// are used.
        @usableFromInline var isListed = false

        @inlinable
        init() {}
    }

    @usableFromInline var first: Link?
    @usableFromInline var last: Link?

    /// The position of the next subscription. Positions ascend.
    @usableFromInline var nextPosition: UInt64 = 0

    /// The subscription that the value on its way goes to next, and the position before which it ends.
    @usableFromInline var cursor: Link?
    @usableFromInline var end: UInt64 = 0

    /// The number of deliveries that are under way, one inside the other.
    @usableFromInline var depth = 0

    /// The subscriptions that were removed meanwhile, chained by `next`.
    @usableFromInline var removed: Link?

    @inlinable
    init() {}

    /// Appends a subscription, and retains it and its target.
    @usableFromInline
    mutating func append(_ subscription: SubjectSubscription, _ target: AnyObject) {
        subscription.entry.position = nextPosition
        nextPosition += 1
        subscription.entry.target = Unmanaged.passRetained(target).toOpaque()
        subscription.entry.isListed = true
        subscription.entry.previous = last
        let link = Link.passRetained(subscription)
        if let last { last._withUnsafeGuaranteedRef { $0.entry.next = link } } else { first = link }
        last = link
    }

    /// Removes a subscription. It is kept until it is taken by `takeRemoved`.
    @usableFromInline
    mutating func remove(_ subscription: SubjectSubscription) {
        guard subscription.entry.isListed else { return }
        subscription.entry.isListed = false
        let (previous, next) = (subscription.entry.previous, subscription.entry.next)
        let link = previous.map { $0._withUnsafeGuaranteedRef { $0.entry.next } } ?? first
        if let previous { previous._withUnsafeGuaranteedRef { $0.entry.next = next } } else { first = next }
        if let next { next._withUnsafeGuaranteedRef { $0.entry.previous = previous } } else { last = previous }
        if cursor?.toOpaque() == link?.toOpaque() { cursor = next }
        subscription.entry.previous = nil
        subscription.entry.next = removed
        removed = link
    }

    /// Removes all subscriptions, and returns the first of them. They are still chained, and kept by the caller until it
    /// gives them back to `keepRemoved`.
    mutating func removeAll() -> Link? {
        let all = first
        var link = all
        while let subscription = link {
            link = subscription._withUnsafeGuaranteedRef { subscription in
                subscription.entry.isListed = false
                subscription.entry.previous = nil
                return subscription.entry.next
            }
        }
        (first, last, cursor) = (nil, nil, nil)
        return all
    }

    /// Keeps subscriptions that were removed all at once.
    mutating func keepRemoved(_ all: Link?) {
        guard var tail = all else { return }
        while let next = tail._withUnsafeGuaranteedRef({ $0.entry.next }) { tail = next }
        tail._withUnsafeGuaranteedRef { $0.entry.next = removed }
        removed = all
    }

    /// Returns true if the value on its way has not come to a subscription yet, and will.
    func isAhead(_ subscription: SubjectSubscription) -> Bool {
        guard let cursor, subscription.entry.position < end else { return false }
        return cursor._withUnsafeGuaranteedRef { $0.entry.position <= subscription.entry.position }
    }

    /// Takes the subscriptions that were removed, if no delivery is under way: to be given to `release`.
    @inlinable @inline(__always)
    mutating func takeRemoved() -> Link? {
        depth == 0 && removed != nil ? removed.take() : nil
    }

    /// Releases subscriptions that were removed, and their targets.
    @usableFromInline @inline(never)
    static func release(_ removed: Link?) {
        var link = removed
        while let subscription = link {
            let target = subscription._withUnsafeGuaranteedRef { subscription in
                link = subscription.entry.next.take()
                return subscription.entry.target.take()
            }
            subscription.release()
            if let target { Unmanaged<AnyObject>.fromOpaque(target).release() }
        }
    }
}
