/// The contributions of rows to their groups, by row ID: the group of each row, and its values if an aggregate needs
/// them.
struct LiveMembers: Sendable {
    private let hasValues: Bool
    private var slots = NumberTable()
    /// The keys by their slots, and the slots by their keys. Nil is a slot that is free.
    private var keys: [[ComparedValue]?] = []
    private var slotsOfKeys: [[ComparedValue]: UInt32] = [:]
    private var free: [UInt32] = []
    private var values: [Int64: [StoredValue]] = [:]
    private let noValues: [StoredValue]

    /// - Parameter aggregations: computed over each group.
    init(_ aggregations: [Aggregation]) {
        hasValues = aggregations.contains { $0.column != nil }
        noValues = aggregations.map { _ in .null }
    }

    var count: Int { slots.count }

    subscript(number: Int64) -> LiveMember? {
        guard let slot = slots[number], let key = keys[Int(slot)] else { return nil }
        return LiveMember(key: key, values: hasValues ? values[number] ?? noValues : noValues)
    }

    mutating func add(_ member: LiveMember, _ number: Int64) {
        slots[number] = slot(of: member.key)
        if hasValues { values[number] = member.values }
    }

    mutating func remove(_ number: Int64) {
        slots[number] = nil
        if hasValues { values[number] = nil }
    }

    /// Forgets a key that no row has any more.
    mutating func removeKey(_ key: [ComparedValue]) {
        guard let slot = slotsOfKeys.removeValue(forKey: key) else { return }
        keys[Int(slot)] = nil
        free.append(slot)
    }

    private mutating func slot(of key: [ComparedValue]) -> UInt32 {
        if let slot = slotsOfKeys[key] { return slot }
        let slot = free.popLast() ?? UInt32(keys.count)
        if Int(slot) == keys.count { keys.append(key) } else { keys[Int(slot)] = key }
        slotsOfKeys[key] = slot
        return slot
    }
}
