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

/// One row of a page.
@usableFromInline
struct SnapshotRow: Sendable {
    let page: SnapshotPage
    let index: Int

    var number: Int64 { page.rows.key(index).number }

    /// True if both are of the same object with the same values.
    func isSame(as other: SnapshotRow) -> Bool {
        if page === other.page, index == other.index { return true }
        guard number == other.number, page.store == other.page.store else { return false }
        let columns = page.rows.entity.attributes.indices
        return columns.allSatisfy { page.rows.value(index, $0) == other.page.rows.value(other.index, $0) }
            && page.members.allSatisfy { $1[index] == other.page.members[$0]?[other.index] }
    }
}
