/// The state of a context's reads of values that are asked for one object at a time.
///
/// No method calls out: each access to it is over before an object, an observer or the context is asked for anything.
struct Faulting {
    /// Rows that were read together with another, and are not objects yet.
    private var readAhead: [Int64: (row: RowPage.Row, entity: EntityDescription)] = [:]
    private var neighbors = FaultNeighbors()
    /// The objects that a fetch made and whose `awakeFromFetch()` was not called yet.
    private(set) var fetched: ContiguousArray<ManagedObject> = []
    var lazyReading = LazyReading.works
    /// True if an object whose row turns out to be gone is deleted; false if that stops the program.
    var deletesInaccessible = true

    @inline(__always)
    mutating func noteFetched(_ object: ManagedObject) { fetched.append(object) }

    /// Replaces the objects that wait for `awakeFromFetch()`, and returns those that did until now.
    mutating func exchange(fetched objects: ContiguousArray<ManagedObject>) -> ContiguousArray<ManagedObject> {
        defer { fetched = objects }
        return fetched
    }

    /// Notes that a row of an entity is referred to, and will probably be wanted with those noted before and after it.
    @inline(__always)
    mutating func note(_ number: Int64, of entity: ObjectIdentifier) { neighbors.note(number, of: entity) }

    /// Forgets rows that were read ahead and may be older than what is here or in the store; one of them, or all.
    @inline(__always)
    mutating func forgetReadAhead(_ number: Int64) { if !readAhead.isEmpty { readAhead[number] = nil } }

    mutating func forgetReadAhead() { readAhead = [:] }

    mutating func takeReadAhead(_ number: Int64) -> (row: RowPage.Row, entity: EntityDescription)? {
        readAhead.removeValue(forKey: number)
    }

    mutating func keepReadAhead(_ row: RowPage.Row, _ entity: EntityDescription) {
        readAhead[row.number] = (row, entity)
    }

    /// Returns the number of a row that is to be read, with those that will probably be wanted next and are not read ahead
    /// yet. Where too many rows are, they are forgotten.
    mutating func batch(around number: Int64, of entity: ObjectIdentifier) -> [Int64] {
        let batch = neighbors.batch(around: number, of: entity).filter { readAhead[$0] == nil }
        if readAhead.count > 8 * FaultNeighbors.batchSize { readAhead = [:] }
        return batch
    }

    /// Forgets the rows, after all objects were forgotten.
    mutating func reset() {
        readAhead = [:]
        neighbors.removeAll()
        lazyReading.forgetChanges()
    }
}
