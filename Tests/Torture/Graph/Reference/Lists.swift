/// Merges two orders of a list that began with one (S9.7).
///
/// - Parameters:
///   - isReorderedHere: true if the program made the order here.
///   - prefersStored: true if of two new orders the stored one holds.
/// - Returns: the common members in the order that holds, and what either side added behind what it was behind.
func mergedList(
    base: [Int], here: [Int], stored: [Int], isReorderedHere: Bool, prefersStored: Bool
) -> [Int] {
    let common = Set(here).intersection(stored)
    // What either side took out has no say in the order of the others.
    let known = base.filter(common.contains)
    let isReorderedThere = stored.filter(known.contains) != known
    let takesHere = isReorderedHere && here.filter(known.contains) != known && !(isReorderedThere && prefersStored)
    let order = (takesHere ? here : stored).filter(common.contains)
    let theirs = additions(stored, common)
    let mine = additions(here, common)
    var result = (theirs.behind[nil] ?? []) + (mine.behind[nil] ?? [])
    for member in order { result += [member] + (theirs.behind[member] ?? []) + (mine.behind[member] ?? []) }
    return unique(result + theirs.atEnd + mine.atEnd)
}

/// Merges the order here with the stored one, where nothing is saved.
func mergedList(base: [Int], here: [Int], stored: [Int], prefersStored: Bool) -> [Int] {
    mergedList(
        base: base, here: here, stored: stored,
        isReorderedHere: here.filter(base.contains) != base.filter(here.contains), prefersStored: prefersStored)
}

/// Returns what is not common in a list: behind which common member, and at its end.
private func additions(_ list: [Int], _ common: Set<Int>) -> (behind: [Int?: [Int]], atEnd: [Int]) {
    var behind: [Int?: [Int]] = [:]
    let end = list.lastIndex(where: common.contains).map { $0 + 1 } ?? 0
    var last: Int?
    for member in list[..<end] {
        if common.contains(member) { last = member } else { behind[last, default: []].append(member) }
    }
    return (behind, Array(list[end...]))
}

private func unique(_ list: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return list.filter { seen.insert($0).inserted }
}
