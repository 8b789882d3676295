/// Elements of which the least comes first: a binary heap, in which adding one and taking the first out costs the logarithm
/// of their number.
struct PriorityQueue<Element: Comparable & Sendable>: Sendable {
    /// The heap: no element is greater than the two at twice its place plus one and plus two.
    private var elements: [Element] = []

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0, elements[place] < elements[(place - 1) / 2] {
            elements.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func popFirst() -> Element? {
        guard let last = elements.popLast() else { return nil }
        guard let first = elements.first else { return last }
        elements[0] = last
        sink(from: 0)
        return first
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        elements.removeAll(where: isUnwanted)
        for place in elements.indices.reversed() where 2 * place + 1 < elements.count { sink(from: place) }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while 2 * place + 1 < elements.count {
            var least = 2 * place + 1
            if least + 1 < elements.count, elements[least + 1] < elements[least] { least += 1 }
            guard elements[least] < elements[place] else { return }
            elements.swapAt(place, least)
            place = least
        }
    }
}
