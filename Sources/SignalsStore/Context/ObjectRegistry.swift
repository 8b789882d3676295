/// The objects of a context: one for each row, kept as long as someone uses it or it has changes.
///
/// A key names a row in any of the context's stores: see `ManagedObject.key`.
struct ObjectRegistry: ~Copyable {
    private var table = IdentityTable()
    /// The objects that the next save has something to do for, in no particular order.
    private(set) var pending: ContiguousArray<ManagedObject> = []
    /// Who the object that is being made for a row is.
    var nextIdentity: ObjectIdentity?

    subscript(key: Int64) -> ManagedObject? { table[key] }

    /// Every object that is still in use.
    var all: [ManagedObject] { table.all }

    /// Those of the pending objects, in the order in which they were made.
    var pendingInOrder: ContiguousArray<ManagedObject> {
        let isInOrder = zip(pending, pending.dropFirst()).allSatisfy { $0.number < $1.number }
        return isInOrder ? pending : ContiguousArray(pending.sorted { $0.number < $1.number })
    }

    mutating func add(_ object: ManagedObject) {
        if object.status == .inserted { addToPending(object) } else { table.set(object, held: false) }
    }

    /// Takes an object in that is to be inserted again.
    mutating func insert(_ object: ManagedObject) {
        object.status = .inserted
        object.edits = nil
        add(object)
    }

    mutating func remove(_ object: ManagedObject) {
        table.remove(object.key)
        removeFromPending(object)
        object.status = .gone
        object.edits = nil
    }

    mutating func set(_ status: ObjectStatus, of object: ManagedObject) {
        object.status = status
        if status != .clean {
            addToPending(object)
        } else if object.pendingPlace != nil {
            removeFromPending(object)
            table.set(object, held: false)
        }
    }

    /// Ends the list of changes, for a save that was made, and hands it over.
    mutating func takePending() -> ContiguousArray<ManagedObject> {
        defer { pending = [] }
        for object in pending { object.pendingPlace = nil }
        return pending
    }

    /// Lets go of what was taken from the list: forgets objects that are gone, or that no one else uses.
    mutating func letGo(_ objects: consuming ContiguousArray<ManagedObject>) {
        for index in objects.indices where objects[index].pendingPlace == nil {
            let key = objects[index].key
            if objects[index].status == .gone || isKnownUniquelyReferenced(&objects[index]) {
                table.remove(key)
            } else {
                table.set(objects[index], held: false)
            }
        }
    }

    private mutating func addToPending(_ object: ManagedObject) {
        guard object.pendingPlace == nil else { return }
        object.pendingPlace = pending.count
        pending.append(object)
        table.set(object, held: true)
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
