/// The contributions of rows to their groups, by the rows' numbers: of each row its group, and values only where
/// something is computed of them.
struct LiveMembers: Sendable {
    private let hasValues: Bool
    private var places = NumberTable()
    /// The keys by their places, and the places by their keys. Nil is a place that is free.
    private var keys: [[ComparedValue]?] = []
    private var placesOfKeys: [[ComparedValue]: UInt32] = [:]
    private var free: [UInt32] = []
    private var values: [Int64: [StoredValue]] = [:]
    private let noValues: [StoredValue]

    /// - Parameter aggregations: computed over each group.
    init(_ aggregations: [Aggregation]) {
        hasValues = aggregations.contains { $0.column != nil }
        noValues = aggregations.map { _ in .null }
    }

    var count: Int { places.count }

    subscript(number: Int64) -> LiveMember? {
        guard let place = places[number], let key = keys[Int(place)] else { return nil }
        return LiveMember(key: key, values: hasValues ? values[number] ?? noValues : noValues)
    }

    mutating func add(_ member: LiveMember, _ number: Int64) {
        places[number] = place(of: member.key)
        if hasValues { values[number] = member.values }
    }

    mutating func remove(_ number: Int64) {
        places[number] = nil
        if hasValues { values[number] = nil }
    }

    /// Forgets a key that no row has any more.
    mutating func removeKey(_ key: [ComparedValue]) {
        guard let place = placesOfKeys.removeValue(forKey: key) else { return }
        keys[Int(place)] = nil
        free.append(place)
    }

    private mutating func place(of key: [ComparedValue]) -> UInt32 {
        if let place = placesOfKeys[key] { return place }
        let place = free.popLast() ?? UInt32(keys.count)
        if Int(place) == keys.count { keys.append(key) } else { keys[Int(place)] = key }
        placesOfKeys[key] = place
        return place
    }
}
