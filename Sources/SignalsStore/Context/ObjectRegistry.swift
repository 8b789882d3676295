/// The objects of a context: one for each row, kept as long as someone uses it or it has changes.
struct ObjectRegistry {
    private struct Entry {
        weak var object: ManagedObject?
    }

    private var entries: [Int64: Entry] = [:]
    private var sweepAt = 1024
    /// The objects that the next save has something to do for.
    private(set) var pending: [Int64: ManagedObject] = [:]
    /// Who the object that is being made for a row is.
    var nextIdentity: ObjectIdentity?

    subscript(number: Int64) -> ManagedObject? { entries[number]?.object }

    /// Every object that is still in use.
    var all: [ManagedObject] { entries.values.compactMap(\.object) }

    mutating func add(_ object: ManagedObject) {
        if entries.count >= sweepAt {
            entries = entries.filter { $0.value.object != nil }
            sweepAt = max(1024, entries.count * 2)
        }
        entries[object.number] = Entry(object: object)
        if object.status == .inserted { pending[object.number] = object }
    }

    /// Takes an object in that is to be inserted again.
    mutating func insert(_ object: ManagedObject) {
        object.status = .inserted
        object.edits = nil
        add(object)
    }

    mutating func remove(_ object: ManagedObject) {
        entries[object.number] = nil
        pending[object.number] = nil
        object.status = .gone
        object.edits = nil
    }

    mutating func set(_ status: ObjectStatus, of object: ManagedObject) {
        object.status = status
        pending[object.number] = status == .clean ? nil : object
    }
}
