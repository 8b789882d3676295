/// The setting that has a container report queries that cost more than they should, each with the line in the program
/// that made it: for finding them while a program is written, as Rails' Bullet does.
///
/// ```swift
/// #if DEBUG
///     container.queryDiagnostics = QueryDiagnostics()
/// #endif
/// ```
/// Each query of a context is looked at: fetches, counts, values, and what is read of single objects later, when their
/// values or relationships are asked for. Not those of live queries, and not what a save reads while it commits. See
/// <doc:Instrumenting>.
public struct QueryDiagnostics: Sendable {
    /// The duration that makes a query a slow one; nil to report none.
    public var slowQueryDuration: Duration?
    /// The number of rows that make a scan worth a report; nil to report none. Nor is one that the request asks for: it
    /// wants all objects, without a condition or a limit.
    ///
    /// SQLite counts these rows as it goes. A server is asked for its plan after each query, and runs those that scan a
    /// table a second time to count. Of a store of another package, the rows are counted that it hands over where it is
    /// asked for a table as a whole.
    public var tableScanRowCount: Int?
    /// The number of queries, the same but for one value, in one piece of work that are reported as N+1; nil to report
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
    ///   - repeatedQueryCount: the number of queries alike, at least 2, that are reported as N+1; nil to report none.
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
