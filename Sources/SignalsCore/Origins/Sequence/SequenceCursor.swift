/// The position of a ``PullSubscription`` in its sequence: the iterator, and the element it has already taken from it,
/// so that the end is known as soon as the last element is delivered.
@usableFromInline
final class SequenceCursor<Elements: Sequence> {
    @usableFromInline var iterator: Elements.Iterator
    @usableFromInline var next: Elements.Element?

    @inlinable @inline(never)
    init(_ elements: Elements) {
        iterator = elements.makeIterator()
        next = iterator.next()
    }

    /// Delivers elements as long as they are asked for. True if none is left.
    @inlinable @inline(__always)
    func deliver<Downstream: Subscriber>(to downstream: Downstream, through subscription: PullSubscription) -> Bool
    where Downstream.Input == Elements.Element {
        var iterator = self.iterator
        var next = self.next
        while let element = next, subscription.demand.takeOne() {
            let more = downstream.receive(element)
            if more != .none { subscription.demand.add(more) }
            if subscription.demand.isClosed { return false }
            next = iterator.next()
        }
        self.iterator = iterator
        self.next = next
        return next == nil
    }
}
