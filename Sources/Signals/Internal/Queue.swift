/// First in, first out. Both ends cost amortised O(1), and what is taken out is let go of at once.
@usableFromInline
package struct Queue<Element> {
    @usableFromInline var elements: ContiguousArray<Element?> = []
    @usableFromInline var head = 0

    @inlinable
    package init() {}

    @inlinable
    package var count: Int { elements.count - head }

    @inlinable
    package var isEmpty: Bool { head == elements.count }

    @inlinable
    package mutating func append(_ element: Element) {
        elements.append(element)
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer { compact() }
        head += 1
        return elements[head - 1].take()
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
        for case let element? in elements[head...] { body(element) }
    }

    /// Removes and returns all elements beyond the first `count`.
    @inlinable
    mutating func dropSuffix(keeping count: Int) -> [Element] {
        guard self.count > count else { return [] }
        let dropped = elements[(head + count)...].compactMap { $0 }
        elements.removeSubrange((head + count)...)
        return dropped
    }

    @inlinable
    package mutating func removeAll() {
        elements = []
        head = 0
    }

    @inlinable
    mutating func compact() {
        if head == elements.count {
            elements.removeAll(keepingCapacity: elements.count <= 64)
            head = 0
        } else if head > 64, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
    }
}

extension Queue: Sendable where Element: Sendable {}
