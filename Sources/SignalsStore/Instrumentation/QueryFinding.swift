import Foundation

/// A query that costs more than it should, as ``QueryDiagnostics`` reports it.
public struct QueryFinding: Sendable {
    /// The reason why a query is reported.
    public enum Kind: String, Sendable, CaseIterable {
        /// It took long.
        case slowQuery = "slow query"
        /// It looked at many rows one after the other. An index may help: see ``FetchRequest/explain(in:)``.
        case tableScan = "table scan"
        /// Others like it came before, in the same piece of work: N+1. Prefetching reads the targets of many objects at
        /// once: see `FetchRequest.relationshipKeyPathsForPrefetching`.
        case repeatedQuery = "N+1"
    }

    /// The reason.
    public let kind: Kind
    /// The name of the container.
    public let containerName: String
    /// The name of the class whose objects were read, or of the join table of a relationship.
    public let entityName: String
    /// The statement, with a placeholder for each value; for a store of another package, a description of the request.
    public let statement: String
    /// The time that the store took.
    public let duration: Duration
    /// The number of rows or values that were found.
    public let rowCount: Int
    /// The number of rows that were looked at one after the other; 0 if that is unknown.
    public let scannedRowCount: Int
    /// The number of queries like this one, with it, in the piece of work; 1 where they are not counted.
    public let queryCount: Int
    var site: QuerySite?

    /// The line in the program that made the query: of a fetch the file and line, as in `MyApp/TaskList.swift:12`; of what
    /// was read when an object's values or relationship were asked for, the function too, as in
    /// `show() at /home/me/MyApp/Sources/MyApp/TaskList.swift:12`; in an optimised build the path may begin in the package.
    /// Nil if nothing is known, such as without symbols.
    ///
    /// It is looked up in the program's debug information at the first access, which can take a second for each call
    /// stack.
    public var caller: String? { site?.description }
}

extension QueryFinding: CustomStringConvertible {
    /// One line for a log: the kind of finding, its place in the program, and the statement.
    public var description: String {
        "\(kind.rawValue) in \(containerName), \(caller ?? "caller not known"): \(measure): \(shortStatement)"
            .replacing("\n", with: " ")
    }

    /// The statement without the placeholders in the middle of long lists.
    private var shortStatement: String {
        statement.replacing(/(\?\d+), (?:\?\d+, )+(\?\d+)/) { "\($0.1), …, \($0.2)" }
    }

    private var measure: String {
        switch kind {
        case .slowQuery: "\(duration) for \(rowCount) rows of \(entityName)"
        case .tableScan: "looked at \(scannedRowCount) rows to find \(rowCount) of \(entityName)"
        case .repeatedQuery: "asked \(queryCount) times for \(entityName)"
        }
    }

    /// Prints a line to standard error.
    func print() { FileHandle.standardError.write(Data("Signals: \(self)\n".utf8)) }
}
