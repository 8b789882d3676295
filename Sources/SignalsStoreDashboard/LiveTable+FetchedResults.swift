import SignalsCore
import SignalsDashboard
import SignalsStore

extension LiveTable {
    /// A table over the objects that a request finds, which follows the store's commits.
    ///
    /// ```swift
    /// let results = FetchedResults(FetchRequest<HouseholdTask>(), in: container, readsOnDemand: true)
    /// let tasks = LiveTable(results, columns: [.text("Task", .share()) { $0.name }])
    /// ```
    /// With results that read on demand the table takes eight bytes a row, and only the rows in sight are read.
    ///
    /// - Parameters:
    ///   - results: the objects, which the table keeps.
    ///   - columns: the columns, whose cells read attributes of a snapshot.
    public convenience init<Object, Name>(
        _ results: FetchedResults<Object, Name>, columns: [Column<ObjectSnapshot<Object>>]
    ) where Row == ObjectSnapshot<Object> {
        self.init(results, columns: columns) { $0 }
    }

    /// A table over what is made of the objects that a request finds.
    ///
    /// - Parameters:
    ///   - results: the objects, which the table keeps.
    ///   - columns: the columns.
    ///   - row: makes a row, whose identity is its object's. Called on background threads too, each time that a row is
    ///     needed.
    public convenience init<Object, Name>(
        _ results: FetchedResults<Object, Name>, columns: [Column<Row>],
        row: @escaping @Sendable (ObjectSnapshot<Object>) -> Row
    ) where Row.ID == ManagedObjectID<Object> {
        self.init(Publishers.Map(results.states) { RowUpdate($0, row) }, columns: columns)
        keep(results)
    }
}

extension RowUpdate {
    /// More changes than these cost more than a look at all rows.
    private static var mostChanges: Int { 10_000 }

    fileprivate init<Object>(
        _ state: FetchedState<Object>, _ row: @escaping @Sendable (ObjectSnapshot<Object>) -> Row
    ) where Row.ID == ManagedObjectID<Object> {
        let (snapshots, ids) = (state.snapshots, state.snapshots.objectIDs)
        let rows = RowList<Row>(count: snapshots.count) { position in
            row(snapshots[position])
        } id: { position in
            ids[position]
        } visit: { positions, body in
            snapshots.forEach(in: positions) { body($0, row($1)) }
        } find: { isCancelled, test in
            snapshots.positionsOnDemand(isCancelled: isCancelled) { test(row($0)) }
        }
        self.init(
            rows, difference: state.differenceCount <= Self.mostChanges ? state.difference : nil,
            updated: state.updatedIDs)
    }
}
