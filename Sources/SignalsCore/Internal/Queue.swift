/// First in, first out. Both ends cost amortised O(1), and what is taken out is let go of at once.
///
/// One element needs no array: most queues of values that wait are empty or hold one.
@usableFromInline
package struct Queue<Element> {
    @usableFromInline var first: Element?

    /// What is behind the first; empty when there is none.
    @usableFromInline var rest: ContiguousArray<Element?> = []
    @usableFromInline var head = 0

    @inlinable
    package init() {}

    @inlinable
    package var count: Int { first == nil ? 0 : 1 + rest.count - head }

    @inlinable
    package var isEmpty: Bool { first == nil }

    @inlinable
    package mutating func append(_ element: Element) {
        if first == nil { first = element } else { rest.append(element) }
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard let element = first.take() else { return nil }
        if head < rest.count { advance() }
        return element
    }

    /// Removes and returns the element with that number of others before it.
    @inlinable
    mutating func remove(at index: Int) -> Element {
        guard index > 0, let element = rest.remove(at: head + index - 1) else {
            guard let first = popFirst() else { fatalError("A queue has no element \(index).") }
            return first
        }
        if head == rest.count {
            rest.removeAll()
            head = 0
        }
        return element
    }

    /// Appends an element. It replaces none: what is returned is nil.
    @inlinable
    mutating func put(_ element: Element) -> Element? {
        append(element)
        return nil
    }

    /// Calls `body` with each element, the first one first.
    @inlinable
    package func forEach(_ body: (Element) -> Void) {
        if let first { body(first) }
        for case let element? in rest[head...] { body(element) }
    }

    /// Removes and returns all elements beyond the first `count`.
    @inlinable
    mutating func dropSuffix(keeping count: Int) -> [Element] {
        guard self.count > count else { return [] }
        let start = head + max(0, count - 1)
        var dropped = rest[start...].compactMap { $0 }
        rest.removeSubrange(start...)
        if count == 0, let element = first.take() { dropped.insert(element, at: 0) }
        return dropped
    }

    @inlinable
    package mutating func removeAll() {
        self = Queue()
    }

    /// Moves the next element to the front.
    @inlinable @inline(never)
    mutating func advance() {
        first = rest[head].take()
        head += 1
        if head == rest.count {
            rest.removeAll(keepingCapacity: rest.count <= 64)
            head = 0
        } else if head > 64, head * 2 > rest.count {
            rest.removeFirst(head)
            head = 0
        }
    }
}

extension Queue: Sendable where Element: Sendable {}
