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
