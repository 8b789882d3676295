extension OrderedPositions {
    /// The members of a list in the order that they had before. One that was not there then follows the one that it
    /// follows now; one that was put back follows at once the one that it followed then, or comes first.
    static func restored(
        _ before: [ManagedObject], in present: [ManagedObject], havingPutBack returned: Set<Int64> = []
    ) -> [ManagedObject] {
        let (old, now) = (Set(before.map(\.number)), Set(present.map(\.number)))
        var followers: [Int64?: [ManagedObject]] = [:]
        var previous: Int64?
        for member in present where !returned.contains(member.number) {
            if old.contains(member.number) {
                previous = member.number
            } else {
                followers[previous, default: []].append(member)
            }
        }
        var order: [ManagedObject] = []
        previous = nil
        for member in before where now.contains(member.number) {
            if !returned.contains(member.number) {
                order += followers.removeValue(forKey: previous) ?? []
                previous = member.number
            }
            order.append(member)
        }
        return order + (followers[previous] ?? [])
    }
}
