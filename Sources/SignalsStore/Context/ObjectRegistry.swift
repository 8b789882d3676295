/// The objects of a context: one for each row, kept as long as someone uses it or it has changes.
///
/// A key names a row in any of the context's stores: see `ManagedObject.key`.
struct ObjectRegistry: ~Copyable {
    private let table: IdentityTable
    /// The objects that the next save has something to do for, in no particular order.
    private(set) var pending: ContiguousArray<ManagedObject> = []
    /// Who the object that is being made for a row is.
    var nextIdentity: ObjectIdentity?
    /// Which store the next new object goes into.
    var nextPlacement = StorePlacement.onlyStore

    init(_ table: IdentityTable) { self.table = table }

    subscript(key: Int64) -> ManagedObject? { table[key] }

    /// Every object that is still in use.
    var all: [ManagedObject] { table.all }

    /// Those of the pending objects, in the order in which they were made.
    var pendingInOrder: ContiguousArray<ManagedObject> {
        let isInOrder = pending.withUnsafeBufferPointer { pending in
            pending.indices.dropFirst().allSatisfy { pending[$0 - 1].number < pending[$0].number }
        }
        return isInOrder ? pending : ContiguousArray(pending.sorted { $0.number < $1.number })
    }

    mutating func add(_ object: ManagedObject) {
        table.add(object)
        if object.status == .inserted { addToPending(object) }
    }

    /// Takes an object in that is to be inserted again.
    mutating func insert(_ object: ManagedObject) {
        object.status = .inserted
        object.edits = nil
        add(object)
    }

    /// Has a key found no more, for an object that is gone and in no list.
    func forget(_ object: ManagedObject) { table.remove(object) }

    mutating func remove(_ object: ManagedObject) {
        table.remove(object)
        removeFromPending(object)
        object.status = .gone
        object.edits = nil
    }

    mutating func set(_ status: ObjectStatus, of object: ManagedObject) {
        object.status = status
        if status == .clean { removeFromPending(object) } else { addToPending(object) }
    }

    /// Ends the list of changes, for a save that was made, and hands it over: then the context keeps none of them.
    mutating func takePending() -> ContiguousArray<ManagedObject> {
        defer { pending = [] }
        for object in pending { object.pendingPlace = nil }
        return pending
    }

    /// Hands over the objects that have changes, untouched: the context is going away.
    mutating func surrender() -> ContiguousArray<ManagedObject> {
        defer { pending = [] }
        return pending
    }

    mutating func takePlacement() -> StorePlacement {
        defer { nextPlacement = .onlyStore }
        return nextPlacement
    }

    /// Puts an object back that `takePending` handed over.
    mutating func keepPending(_ object: ManagedObject) { addToPending(object) }

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
