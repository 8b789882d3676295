/// The answer of a context to a child: objects as values, as they are at one moment.
struct ParentRows: Sendable {
    /// The number of the parent's reports so far: rows of a later report are newer.
    let version: Int64
    /// The numbers of the objects, in the order in which the parent found them.
    let order: [Int64]
    /// Their values, in no particular order.
    let pages: [RowPage]
}
