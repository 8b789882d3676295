/// The merge of two orders of a list with a common base, in which no change of either side is lost.
///
/// The common members come in the order of the side that reordered them. After each of these, and at the start, come
/// first the other side's additions there, then those of this side; additions at a side's end go to the end.
package struct MergedOrder {
    /// The list before either side changed it, where this side put it into another order; nil where it only added and
    /// removed.
    package let base: [Int64]?
    /// The list on this side.
    package let here: [Int64]
    /// True if of two new orders that of the others holds.
    package var prefersOthers = false

    package init(base: [Int64]?, here: [Int64], prefersOthers: Bool = false) {
        self.base = base
        self.here = here
        self.prefersOthers = prefersOthers
    }

    /// The members of one side that the other has not: by what it is after, nil for the start, and at its end.
    private struct Additions {
        var behind: [Int64?: [Int64]] = [:]
        var atEnd: [Int64] = []

        init(_ list: [Int64], _ common: Set<Int64>) {
            var last: Int64?
            for member in list {
                if common.contains(member) {
                    if !atEnd.isEmpty { behind[last] = atEnd }
                    atEnd = []
                    last = member
                } else {
                    atEnd.append(member)
                }
            }
        }
    }

    /// The list when others made this of it; what either side removed has to be left out of it.
    package func list(with others: [Int64]) -> [Int64] {
        let common = Set(here).intersection(others)
        let order = takesHere(others, common) ? here : others
        let (theirs, mine) = (Additions(others, common), Additions(here, common))
        var result = (theirs.behind[nil] ?? []) + (mine.behind[nil] ?? [])
        for member in order where common.contains(member) {
            result += [member] + (theirs.behind[member] ?? []) + (mine.behind[member] ?? [])
        }
        return result + theirs.atEnd + mine.atEnd
    }

    /// True if the order of what both have is that of this side. What either side has taken out has no say in it.
    private func takesHere(_ others: [Int64], _ common: Set<Int64>) -> Bool {
        guard let base = base?.filter(common.contains), Self.isReordered(here, from: base) else { return false }
        return !prefersOthers || !Self.isReordered(others, from: base)
    }

    /// True if the members that two lists have in common are in different orders in them.
    package static func isReordered(_ list: [Int64], from base: [Int64]) -> Bool {
        list.filter(Set(base).contains) != base.filter(Set(list).contains)
    }
}
