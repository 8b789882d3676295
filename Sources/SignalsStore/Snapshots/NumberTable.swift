/// A table of small numbers by row ID. Row IDs are close to each other, since they are given out one after another, so a row
/// takes little more than the four bytes of its value.
struct NumberTable: Sendable {
    private static let pageSize: Int64 = 64
    /// No value.
    private static let nothing = UInt32.max

    private var pages: [Int64: ContiguousArray<UInt32>] = [:]
    private(set) var count = 0

    /// The value of a row; nil if it has none.
    subscript(number: Int64) -> UInt32? {
        get {
            let (page, slot) = Self.slot(of: number)
            guard let value = pages[page]?[slot], value != Self.nothing else { return nil }
            return value
        }
        set {
            let (page, slot) = Self.slot(of: number)
            let value = newValue ?? Self.nothing
            let before = pages[page, default: Self.emptyPage].exchange(value, at: slot)
            count += (value == Self.nothing ? 0 : 1) - (before == Self.nothing ? 0 : 1)
            if value == Self.nothing, pages[page]?.allSatisfy({ $0 == Self.nothing }) ?? false { pages[page] = nil }
        }
    }

    private static let emptyPage = ContiguousArray(repeating: nothing, count: Int(pageSize))

    private static func slot(of number: Int64) -> (page: Int64, slot: Int) {
        (number >> 6, Int(number & (pageSize - 1)))
    }
}

extension ContiguousArray {
    fileprivate mutating func exchange(_ value: Element, at index: Int) -> Element {
        defer { self[index] = value }
        return self[index]
    }
}
