extension OrderedPositions {
    /// The members of a list in the order that they had before. One that was not there then follows the one that it
    /// follows now.
    static func restored(_ before: [ManagedObject], in present: [ManagedObject]) -> [ManagedObject] {
        // A row that was gone meanwhile has another object since it came back.
        let now = Dictionary(present.map { ($0.number, $0) }) { first, _ in first }
        let old = Set(before.map(\.number))
        var followers: [Int64?: [ManagedObject]] = [:]
        var previous: Int64?
        for member in present {
            if old.contains(member.number) {
                previous = member.number
            } else {
                followers[previous, default: []].append(member)
            }
        }
        return before.compactMap { now[$0.number] }
            .reduce(into: followers[nil] ?? []) { $0 += [$1] + (followers[$1.number] ?? []) }
    }

    /// The members of a list with some of them at once after the nearest that they followed before and that is still
    /// there, or first.
    static func havingPutBack(
        _ returned: Set<Int64>, as before: [ManagedObject], into present: [ManagedObject]
    ) -> [ManagedObject] {
        let now = Dictionary(present.map { ($0.number, $0) }) { first, _ in first }
        var behind: [Int64?: [ManagedObject]] = [:]
        var previous: Int64?
        for member in before.compactMap({ now[$0.number] }) {
            if returned.contains(member.number) {
                behind[previous, default: []].append(member)
            } else {
                previous = member.number
            }
        }
        // Members added since then come after their present predecessors.
        let inserted = Set(behind.values.joined().map(\.number))
        return present.filter { !inserted.contains($0.number) }
            .reduce(into: behind[nil] ?? []) { $0 += [$1] + (behind[$1.number] ?? []) }
    }
}
