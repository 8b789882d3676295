/// A first-in, first-out queue in an array. Both ends cost amortised O(1), and an element that is taken out is released
/// at once.
@usableFromInline
package struct ArrayQueue<Value> {
    @usableFromInline var elements: ContiguousArray<Value?> = []

    /// The index of the first element, -1 if there is none: so unspecialised code knows that without a look at the array,
    /// for which it would look up metadata.
    @usableFromInline var head = -1

    @inlinable
    package init() {}

    @inlinable
    package var count: Int { isEmpty ? 0 : elements.count - head }

    @inlinable @inline(__always)
    package var isEmpty: Bool { head < 0 }

    @inlinable
    package mutating func append(_ element: Value) {
        elements.append(element)
        if isEmpty { head = 0 }
    }

    @inlinable
    package mutating func popFirst() -> Value? {
        isEmpty ? nil : advance()
    }

    /// Removes and returns the element with that number of others before it.
    @inlinable
    mutating func remove(at index: Int) -> Value? {
        if index == 0 { return popFirst() }
        return elements.remove(at: head + index)
    }

    /// Removes and returns all elements beyond the first `count`.
    @inlinable
    mutating func dropSuffix(keeping count: Int) -> [Value] {
        guard self.count > count else { return [] }
        let dropped = elements[(head + count)...].compactMap { $0 }
        elements.removeSubrange((head + count)...)
        if count == 0 { self = ArrayQueue() }
        return dropped
    }

    /// Calls `body` with each element, the first one first.
    @inlinable
    package func forEach(_ body: (Value) -> Void) {
        if isEmpty { return }
        for case let element? in elements[head...] { body(element) }
    }

    @inlinable @inline(never)
    mutating func advance() -> Value? {
        let element = elements[head].take()
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: elements.capacity <= 128)
            head = -1
        } else if head > 64, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}

extension ArrayQueue: Sendable where Value: Sendable {}
