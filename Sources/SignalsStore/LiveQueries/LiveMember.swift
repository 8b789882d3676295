/// The contribution of one row to its group.
struct LiveMember: Sendable, Equatable {
    /// The values that the rows of the group have in common, as they are compared.
    let key: [ComparedValue]
    /// The value of each column that something is computed over.
    let values: [StoredValue]
}
