import SignalsCore

/// A meter of queries in the store that runs them: their statements, and the number of rows that they scan.
package final class QueryMeter: Sendable {
    /// The readings since they were taken last.
    package struct Reading: Sendable {
        /// The statements without their values, or, of a store of another package, what it was asked for.
        package var statements: [String] = []
        /// The number of rows that scans of tables looked at; 0 where that is not counted.
        package var scannedRowCount = 0
        /// The time that was not the query's own.
        package var pause = Duration.zero
    }

    /// True if scans are to be counted where that costs something.
    package let countsScans: Bool
    private let reading = Locked(Reading())

    package init(countsScans: Bool) { self.countsScans = countsScans }

    package func note(_ statement: String, scannedRowCount: Int) {
        reading.withLock { reading in
            reading.statements.append(statement)
            reading.scannedRowCount += scannedRowCount
        }
    }

    /// Runs work that is not part of the query.
    package func pausing<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = ContinuousClock.now
        defer { reading.withLock { $0.pause += ContinuousClock.now - start } }
        return try body()
    }

    package func take() -> Reading {
        reading.withLock { reading in
            defer { reading = Reading() }
            return reading
        }
    }
}
