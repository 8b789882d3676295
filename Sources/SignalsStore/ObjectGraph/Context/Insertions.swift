/// The context's record of the objects that it inserted and has not saved.
struct Insertions {
    /// The store that the latest objects went into, where there is no choice.
    private(set) var latest: InsertionTarget?
    /// The objects that the store gave no number, by the one they have, and why: the next save fails with that.
    private(set) var unnumbered: [Int64: SaveError] = [:]
    /// The numbers of the objects that `findOrCreate` inserted.
    private(set) var foundMissing: Set<Int64> = []
    /// The number of the parent's insertions that have become stored objects.
    private var aliasCount = 0

    mutating func keep(_ target: InsertionTarget) { latest = target }

    /// Notes that the store gave an object no number.
    mutating func note(_ failure: SaveError, for number: Int64) { unnumbered[number] = failure }

    /// Returns why objects have no number of the store, by the ones that they have, and forgets it: these are as good as
    /// others, and for the next object the store is asked again.
    mutating func takeFailures() -> [Int64: SaveError] {
        defer { unnumbered = [:] }
        return unnumbered
    }

    /// Notes objects that were inserted because a search found none.
    mutating func noteMissing(_ numbers: some Sequence<Int64>) { foundMissing.formUnion(numbers) }

    /// Notes the number of the parent's insertions that became stored objects.
    ///
    /// - Returns: true if it is another one than before.
    mutating func noteAliases(_ count: Int) -> Bool {
        defer { aliasCount = count }
        return aliasCount != count
    }

    /// Forgets what a save has saved.
    mutating func didSave() { foundMissing = [] }

    /// Forgets the objects, which are inserted no more.
    mutating func removeAll() { (foundMissing, unnumbered) = ([], [:]) }
}
