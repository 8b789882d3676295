/// A page of rows, with what it takes to read them as snapshots.
final class SnapshotPage: Sendable {
    let rows: RowPage
    let entity: EntityDescription
    let store: StoreNumbers
    /// By the index of the relationship, the members that were asked for.
    let members: [Int: SnapshotMembers]

    /// - Throws: `FetchError.refusedValue` when the store holds a value that the attribute's type does not accept.
    init(
        checking rows: RowPage, _ entity: EntityDescription, store: StoreNumbers,
        _ members: [Int: SnapshotMembers] = [:]
    ) throws(FetchError) {
        self.members = members
        self.rows = rows
        self.entity = entity
        self.store = store
        for column in entity.slots.indices {
            // Where they are: a slot keeps functions, and would be copied with all of them.
            let refused = entity.slots.withUnsafeBufferPointer { $0[column].codec.firstRefused(rows, column) }
            guard let row = refused else { continue }
            throw FetchError.refusedValue(
                entityName: entity.name, attributeName: entity.attributes[column].name,
                objectID: AnyManagedObjectID(entityName: entity.name, store: store, number: rows.key(row).number),
                value: rows.value(row, column))
        }
    }
}
