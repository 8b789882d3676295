/// The division of a length among parts that stand side by side: columns of a screen, rows of it, columns of a table.
///
/// Each part gets its least length first. While the sum does not fit, the part of the lowest priority goes, of equals
/// the later one. What is left goes to the parts that fit their content, from the first on, and then to the others by
/// weight, with remainders from the first on. So each length has exactly one division, which can be worked out by hand.
struct Division {
    /// The requirements of one part.
    struct Part: Hashable {
        var length: Length
        var priority = 5
        /// The length its content needs.
        var least = 1
        /// The length its content has a use for.
        var most = Int.max

        /// Longer than any screen, and short enough to be added up.
        private static let longest = 1 << 20

        /// The length without which it is left out.
        fileprivate var minimum: Int {
            let needed =
                switch length {
                case .fixed(let count): max(count, 0)
                case .fits: min(max(least, 0), max(most, 0))
                case .share(_, let min, _): max(min, least)
                }
            return min(needed, Self.longest)
        }
    }

    /// The length of each part; nil for one that was left out.
    private(set) var lengths: [Int?]

    /// Divides `room`, with `gap` between two parts.
    init(_ parts: [Part], room: Int, gap: Int = 0) {
        var kept = Array(parts.indices)
        func needed() -> Int { kept.reduce(0) { $0 + parts[$1].minimum } + gap * max(0, kept.count - 1) }
        while kept.count > 1, needed() > room {
            guard
                let last = kept.indices.min(by: { one, other in
                    (parts[kept[one]].priority, -one) < (parts[kept[other]].priority, -other)
                })
            else { break }
            kept.remove(at: last)
        }
        lengths = Array(repeating: nil, count: parts.count)
        for part in kept { lengths[part] = min(parts[part].minimum, max(room, 0)) }
        var left = max(0, room - needed())
        for part in kept where parts[part].length == .fits && left > 0 {
            let more = min(left, max(0, parts[part].most - parts[part].minimum))
            lengths[part] = (lengths[part] ?? 0) + more
            left -= more
        }
        share(left, among: kept, parts)
    }

    /// Shares `room` by weight. A part that would get less than its least has that, one that would get more than its
    /// most has that, and the others share what is left.
    private mutating func share(_ room: Int, among kept: [Int], _ parts: [Part]) {
        let all = kept.compactMap { part in
            Self.share(of: parts[part]).map { (part: part, weight: $0.weight, most: $0.most) }
        }
        var open = all
        var pool = room + all.reduce(0) { $0 + (lengths[$1.part] ?? 0) }
        while !open.isEmpty {
            let total = open.reduce(0) { $0 + $1.weight }
            let low = open.filter { pool * $0.weight / total < parts[$0.part].minimum }
            let bound = low.isEmpty ? open.filter { pool * $0.weight / total > $0.most } : low
            guard !bound.isEmpty else { break }
            for share in bound {
                let length = low.isEmpty ? share.most : min(parts[share.part].minimum, max(pool, 0))
                lengths[share.part] = length
                pool -= length
            }
            open.removeAll { share in bound.contains { $0.part == share.part } }
        }
        let total = max(1, open.reduce(0) { $0 + $1.weight })
        for share in open { lengths[share.part] = max(0, pool) * share.weight / total }
        var left = pool - open.reduce(0) { $0 + (lengths[$1.part] ?? 0) }
        // Remainders go to the first; what nobody was to have goes to those who can have more.
        for share in open where left > 0 && (lengths[share.part] ?? 0) < share.most {
            lengths[share.part] = (lengths[share.part] ?? 0) + 1
            left -= 1
        }
        for share in all where left > 0 {
            let more = min(left, max(0, share.most - (lengths[share.part] ?? 0)))
            lengths[share.part] = (lengths[share.part] ?? 0) + more
            left -= more
        }
    }

    private static func share(of part: Part) -> (weight: Int, most: Int)? {
        guard case .share(let weight, let min, let max) = part.length else { return nil }
        return (Swift.min(Swift.max(weight, 1), 1 << 20), Swift.max(max, min, part.least))
    }
}
