/// First in, first out. Both ends cost amortised O(1), and what is taken out is let go of at once.
///
/// One element needs no array: most queues of values that wait are empty or hold one.
@usableFromInline
package struct Queue<Element> {
    @usableFromInline var first: Element?

    /// The elements after the first; empty when there is none.
    @usableFromInline var rest = ArrayQueue<Element>()

    @inlinable
    package init() {}

    @inlinable
    package var count: Int { first == nil ? 0 : 1 + rest.count }

    @inlinable
    package var isEmpty: Bool { first == nil }

    @inlinable
    package mutating func append(_ element: Element) {
        if first == nil { first = element } else { rest.append(element) }
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard let element = first.take() else { return nil }
        if !rest.isEmpty { first = rest.advance() }
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
        rest.forEach(body)
    }

    @inlinable
    package mutating func removeAll() {
        self = Queue()
    }
}

extension Queue: Sendable where Element: Sendable {}
