/// One state of a live query's result, and how it differs from the one before.
struct LiveResult: Sendable {
    let rows: SnapshotRows
    let changes: RowChanges
    let store: StoreNumbers
}
