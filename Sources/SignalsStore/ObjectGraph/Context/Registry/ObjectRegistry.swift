/// The objects of a context: one for each row, kept as long as it is referenced or has changes.
///
/// A key is the number of a row in any of the context's stores: see `ManagedObject.number`.
struct ObjectRegistry: ~Copyable {
    private let table: IdentityTable
    /// The objects with relationships without an inverse, since their targets do not refer back; nil while there are
    /// none.
    private var leaders: IdentityTable?
    /// The objects that the next save has something to do for, in no particular order.
    private(set) var pending: ContiguousArray<ManagedObject> = []
    /// The number of those that may have positions in lists.
    private(set) var pendingWithPositions = 0
    /// The number of times that an object or its links were changed or taken back, by which children detect such
    /// changes.
    private(set) var changeCount = 0
    /// The pending objects by what fetches ask about; nil before the first fetch that many of them may concern.
    private var index: PendingIndex?
    /// The numbers of the objects that were faults when they came to have changes.
    private var faults: [Int64] = []
    /// The classes of all objects that there were, and that of the last one.
    private var classes: Set<ObjectIdentifier> = []
    private var latestClass: ObjectIdentifier?
    /// The identity of the object that is being made for a row.
    var nextIdentity: ObjectIdentity?
    /// The store that the next new object goes into.
    var nextPlacement = StorePlacement.onlyStore

    init(_ table: IdentityTable) { self.table = table }

    subscript(key: Int64) -> ManagedObject? { table[key] }

    /// Every object that is still in use.
    var all: [ManagedObject] { table.all }

    /// Every object that is still in use and for which a closure returns true.
    func all(where isIncluded: (ManagedObject) -> Bool) -> [ManagedObject] { table.all(where: isIncluded) }

    /// Every object that is still in use and has relationships without an inverse.
    var leadingOneWay: [ManagedObject] { leaders?.all ?? [] }

    /// The pending objects, put in the order in which they were made: once for all steps of a save.
    var pendingInOrder: ContiguousArray<ManagedObject> {
        mutating get {
            let isInOrder = pending.withUnsafeBufferPointer { pending in
                pending.indices.dropFirst().allSatisfy { pending[$0 - 1].number < pending[$0].number }
            }
            if !isInOrder {
                pending.sort { $0.number < $1.number }
                for (slot, object) in pending.enumerated() { object.pendingSlot = slot }
            }
            return pending
        }
    }

    /// True if there is an object of a class, not of its subclasses, or was.
    func hasHad(_ entity: EntityDescription) -> Bool { classes.contains(ObjectIdentifier(entity)) }

    mutating func add(_ object: ManagedObject) {
        table.add(object)
        let entity = ObjectIdentifier(object.entity)
        if entity != latestClass {
            latestClass = entity
            classes.insert(entity)
        }
        if object.entity.leadsOneWay {
            if leaders == nil { leaders = IdentityTable(isNotifiedOfDeinit: false) }
            leaders?.add(object)
        }
        if object.status == .inserted { addToPending(object) }
    }

    /// Takes an object in that is to be inserted again.
    mutating func insert(_ object: ManagedObject) {
        object.status = .inserted
        object.edits = nil
        add(object)
    }

    /// Removes the key of an object that is gone and in no list.
    func forget(_ object: ManagedObject) {
        table.remove(object)
        if object.entity.leadsOneWay { leaders?.remove(object) }
    }

    mutating func remove(_ object: ManagedObject) {
        forget(object)
        removeFromPending(object)
        object.status = .gone
        object.edits = nil
    }

    mutating func set(_ status: ObjectStatus, of object: ManagedObject) {
        object.status = status
        noteChange()
        if status == .clean { removeFromPending(object) } else { addToPending(object) }
    }

    mutating func noteChange() { changeCount &+= 1 }

    /// Ends the list of changes, for a save that was made, and hands it over, in the order in which the objects were made:
    /// then the context keeps none of them.
    mutating func takePending() -> ContiguousArray<ManagedObject> {
        let pending = pendingInOrder
        (self.pending, pendingWithPositions) = ([], 0)
        for object in pending {
            object.pendingSlot = nil
            object.isEntered = false
        }
        index = nil
        faults = []
        return pending
    }

    /// Hands over the objects that have changes, untouched: the context is going away.
    mutating func takeChanged() -> ContiguousArray<ManagedObject> {
        defer { (pending, pendingWithPositions) = ([], 0) }
        return pending
    }

    mutating func takePlacement() -> StorePlacement {
        defer { nextPlacement = .onlyStore }
        return nextPlacement
    }

    /// Puts an object back that `takePending` handed over.
    mutating func keepPending(_ object: ManagedObject) { addToPending(object) }

    private mutating func addToPending(_ object: ManagedObject) {
        guard object.pendingSlot == nil else { return }
        noteChange()
        object.pendingSlot = pending.count
        pending.append(object)
        if object.entity.hasPositions { pendingWithPositions += 1 }
        if object.isUnloaded { faults.append(object.number) }
        index?.add(object)
    }

    // The last one takes the slot, so that nothing else moves.
    private mutating func removeFromPending(_ object: ManagedObject) {
        guard let slot = object.pendingSlot else { return }
        noteChange()
        object.pendingSlot = nil
        if object.entity.hasPositions { pendingWithPositions -= 1 }
        index?.remove(object)
        let last = pending.removeLast()
        if last === object { return }
        pending[slot] = last
        last.pendingSlot = slot
    }
}

// Looking for pending objects.
extension ObjectRegistry {
    /// As few pending objects as this are looked at one by one.
    private static var few: Int { 16 }

    /// The pending objects whose values are still in the store.
    var pendingFaults: [ManagedObject] { faults.compactMap { [table] in table[$0] }.filter(Self.isPendingFault) }

    /// Takes note that pending faults have been read.
    mutating func didReadPendingFaults() {
        faults.removeAll { [table] in !(table[$0].map(Self.isPendingFault) ?? false) }
    }

    private static func isPendingFault(_ object: ManagedObject) -> Bool {
        object.pendingSlot != nil && object.isUnloaded
    }

    /// Returns the number of pending objects that are of one of these classes.
    mutating func pendingCount(of classes: [EntityDescription]) -> Int {
        if pending.count <= Self.few {
            return pending.count { object in classes.contains { $0 === object.entity } }
        }
        return withIndex { index, _ in index.count(of: classes) }
    }

    /// Returns the pending objects of a class, and of some of its subclasses, that a selection of its rows leaves;
    /// maybe more of them.
    mutating func pending(
        _ selection: RowSelection, of entity: EntityDescription, and subclasses: [EntityDescription]
    ) -> [ManagedObject] {
        if pending.count <= Self.few {
            return pending.filter { object in
                object.entity === entity || subclasses.contains { $0 === object.entity }
            }
        }
        let numbers = withIndex { $0.numbers(selection, entity, and: subclasses, in: $1) }
        return numbers.compactMap { [table] in table[$0] }.filter { $0.pendingSlot != nil }
    }

    /// Takes note that a value of an object is another one, or will be, which the index has.
    mutating func enterAgain(_ object: ManagedObject) { index?.change(object) }

    private mutating func withIndex<Result>(_ body: (inout PendingIndex, IdentityTable) -> Result) -> Result {
        var made = index.take() ?? PendingIndex(pending)
        defer { index = made }
        return body(&made, table)
    }
}
