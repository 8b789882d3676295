/// A queue: first in, first out.
struct FIFO<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            head += 1
            if head == elements.count {
                // What many took room for is given back.
                elements.removeAll(keepingCapacity: head <= 1024)
                head = 0
            } else if head > 64, head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head].take()
    }
}

extension FIFO: Sendable where Element: Sendable {}
