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
