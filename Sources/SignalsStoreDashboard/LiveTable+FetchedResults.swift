import SignalsCore
import SignalsDashboard
import SignalsStore

extension LiveTable {
    /// A table over the objects that a request finds, which follows the store's commits.
    ///
    /// ```swift
    /// let results = FetchedResults(FetchRequest<HouseholdTask>(), in: container)
    /// let tasks = LiveTable(results, columns: [.text("Task", .share()) { $0.name }])
    /// ```
    /// - Parameters:
    ///   - results: the objects, which the table keeps.
    ///   - columns: the columns, whose cells read attributes of a snapshot.
    public convenience init<Object, Name>(
        _ results: FetchedResults<Object, Name>, columns: [Column<ObjectSnapshot<Object>>]
    ) where Row == ObjectSnapshot<Object> {
        self.init(results.$snapshots, columns: columns)
        keep(results)
    }
}
