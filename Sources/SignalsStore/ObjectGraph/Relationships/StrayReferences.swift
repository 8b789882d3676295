/// References whose other ends were not in memory when they were made or read, by the numbers of what they refer to.
struct StrayReferences {
    /// The objects with pending references. They may refer to others by now.
    private var pending: [Int64: Set<Int64>] = [:]
    /// The objects whose references referred to no row when they were read, and those whose to-manys without an inverse
    /// were read while one that they refer to was to be deleted.
    private(set) var dangling: [Int64: Set<Int64>] = [:]

    /// Notes that an object has a pending reference: it is a member of the other end when that is read.
    mutating func note(_ object: Int64, referringTo number: Int64) { pending[number, default: []].insert(object) }

    /// The objects whose pending references came to refer to one that was not in memory.
    func objects(referringTo number: Int64) -> Set<Int64> { pending[number] ?? [] }

    /// Notes that an object refers to one whose row may come back: the object is looked up again then.
    mutating func noteDangling(_ object: Int64, referringTo number: Int64) {
        dangling[number, default: []].insert(object)
    }

    /// Returns the objects with dangling references to a row that exists, and forgets them.
    mutating func takeDangling(_ number: Int64) -> Set<Int64> { dangling.removeValue(forKey: number) ?? [] }

    /// Redirects the references to objects that became one with others.
    mutating func renumber(_ joined: (Int64) -> Int64?) {
        for number in Array(pending.keys) {
            guard let owner = joined(number), let objects = pending.removeValue(forKey: number) else { continue }
            pending[owner, default: []].formUnion(objects)
        }
    }

    /// Forgets pending references, of which none is left.
    mutating func forgetPending() { pending = [:] }
}
