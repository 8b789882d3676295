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

/// The assignments to an object that is in the store, since it was read.
struct ObjectEdits {
    /// The row's version when the first of them was made.
    var baseVersion: Int64
    /// By the attribute's index, the value that was replaced.
    var base: [Int: StoredValue] = [:]
    /// By the index of what is transient and has no stored form, the value that was replaced.
    var unencodable: [Int: any Sendable] = [:]
    /// The references that are nil since the delete rule of what they referred to made them so: the store does the same
    /// where that is deleted, and only there.
    var implied: Set<Int> = []
    /// Of an object that is to be deleted, by the column: what its own rule had it let go of.
    var released: [Int: Int64] = [:]
}

/// The identity of a new object.
struct ObjectIdentity {
    // SAFETY: the context, which makes and takes it for each object, keeps the model, and that its entities.
    unowned(unsafe) let entity: EntityDescription
    let number: Int64
    let version: Int64
    let status: ObjectStatus
}
