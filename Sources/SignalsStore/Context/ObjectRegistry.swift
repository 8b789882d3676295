/// The objects of a context: one for each row, kept as long as someone uses it or it has changes.
///
/// A key names a row in any of the context's stores: see `ManagedObject.key`.
struct ObjectRegistry {
    private struct Entry {
        weak var object: ManagedObject?
    }

    private var entries: [Int64: Entry] = [:]
    private var sweepAt = 1024
    /// The objects that the next save has something to do for, in no particular order.
    private(set) var pending: ContiguousArray<ManagedObject> = []
    /// Who the object that is being made for a row is.
    var nextIdentity: ObjectIdentity?

    subscript(key: Int64) -> ManagedObject? { entries[key]?.object }

    /// Every object that is still in use.
    var all: [ManagedObject] { entries.values.compactMap(\.object) }

    mutating func add(_ object: ManagedObject) {
        if entries.count >= sweepAt {
            entries = entries.filter { $0.value.object != nil }
            sweepAt = max(1024, entries.count * 2)
        }
        entries[object.key] = Entry(object: object)
        if object.status == .inserted { addToPending(object) }
    }

    mutating func remove(_ object: ManagedObject) {
        entries[object.key] = nil
        removeFromPending(object)
        object.status = .gone
        object.edits = nil
    }

    mutating func set(_ status: ObjectStatus, of object: ManagedObject) {
        object.status = status
        if status == .clean { removeFromPending(object) } else { addToPending(object) }
    }

    private mutating func addToPending(_ object: ManagedObject) {
        guard object.pendingPlace == nil else { return }
        object.pendingPlace = pending.count
        pending.append(object)
    }

    // The last one takes the place, so that nothing else moves.
    private mutating func removeFromPending(_ object: ManagedObject) {
        guard let place = object.pendingPlace else { return }
        object.pendingPlace = nil
        let last = pending.removeLast()
        if last === object { return }
        pending[place] = last
        last.pendingPlace = place
    }
}
