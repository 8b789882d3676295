/// The status of an object, which determines what the next save does for it.
enum ObjectStatus: UInt8, Sendable {
    /// As in the store.
    case clean
    /// Not in the store yet.
    case inserted
    /// In the store, with other values.
    case updated
    /// In the store, and to be removed.
    case deleted
    /// Not in the store and in no context: deleted and saved, or inserted and rolled back.
    case gone
    /// Being made for a row, or for what a child context inserted: what its initialiser assigns does not count.
    case loading

    /// True if the next save has something to do for the object.
    var isPending: Bool { self == .inserted || self == .updated || self == .deleted }
}
