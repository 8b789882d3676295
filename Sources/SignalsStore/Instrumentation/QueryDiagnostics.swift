/// The setting for a container's reports of queries that cost more than they should, each with the line in the program
/// that made it. It is meant for development, as Rails' Bullet is.
///
/// ```swift
/// #if DEBUG
///     container.queryDiagnostics = QueryDiagnostics()
/// #endif
/// ```
/// It covers each query of a context: fetches, counts, values, and later reads of single objects, when their values or
/// relationships are accessed. It does not cover live queries, nor what a save reads while it commits. See
/// <doc:Instrumenting>.
public struct QueryDiagnostics: Sendable {
    /// The duration that makes a query a slow one; nil to report none.
    public var slowQueryDuration: Duration?
    /// The number of rows that make a scan worth a report; nil to report none. A scan for a request without a condition
    /// and without a limit is never reported, since it asks for all objects.
    ///
    /// SQLite counts these rows as it goes. A server is asked for its plan after each query, and runs those that scan a
    /// table a second time to count. Of a store of another package, the rows are counted that it returns when it is
    /// asked for a whole table.
    public var tableScanRowCount: Int?
    /// The number of queries in one piece of work, the same but for one value, that are reported as N+1; nil to report
    /// none.
    public var repeatedQueryCount: Int?
    /// The function that is called with each finding, after the query, on the thread that made it, which waits. No lock is
    /// held meanwhile, but the context is in the midst of its work: the handler must not use the container.
    public var handler: @Sendable (QueryFinding) -> Void

    /// A setting.
    ///
    /// - Parameters:
    ///   - slowQueryDuration: the duration that makes a query a slow one; nil to report none.
    ///   - tableScanRowCount: the number of rows that make a scan worth a report; nil to report none.
    ///   - repeatedQueryCount: the number of similar queries, at least 2, that are reported as N+1; nil to report none.
    ///   - handler: called with each finding; nil to print a line to standard error.
    public init(
        slowQueryDuration: Duration? = .milliseconds(100), tableScanRowCount: Int? = 1000,
        repeatedQueryCount: Int? = 10, handler: (@Sendable (QueryFinding) -> Void)? = nil
    ) {
        self.slowQueryDuration = slowQueryDuration
        self.tableScanRowCount = tableScanRowCount
        self.repeatedQueryCount = repeatedQueryCount
        self.handler = handler ?? { $0.print() }
    }
}
