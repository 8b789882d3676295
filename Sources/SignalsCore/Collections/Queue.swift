/// A first-in, first-out queue. Both ends cost amortised O(1), and an element that is taken out is released at once.
///
/// One element needs no array: most queues of values that wait are empty or hold one.
@usableFromInline
package struct Queue<Value> {
    @usableFromInline var first: Value?

    /// The elements after the first; empty when there is none.
    @usableFromInline var rest = ArrayQueue<Value>()

    /// The number of elements. Stored, so that unspecialised code knows it without a look at the first, for which it
    /// would look up metadata.
    @usableFromInline package var count = 0

    @inlinable
    package init() {}

    @inlinable @inline(__always)
    package var isEmpty: Bool { count == 0 }

    @inlinable
    package mutating func append(_ element: Value) {
        if isEmpty { first = element } else { rest.append(element) }
        count += 1
    }

    @inlinable
    package mutating func popFirst() -> Value? {
        if isEmpty { return nil }
        let element = first.take()
        count -= 1
        if !isEmpty { first = rest.advance() }
        return element
    }

    /// Appends an element. It replaces none: what is returned is nil.
    @inlinable
    mutating func put(_ element: Value) -> Value? {
        append(element)
        return nil
    }

    /// Calls `body` with each element, the first one first.
    @inlinable
    package func forEach(_ body: (Value) -> Void) {
        if let first { body(first) }
        rest.forEach(body)
    }
}

extension Queue: Sendable where Value: Sendable {}
