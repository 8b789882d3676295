import SignalsCore
import SignalsStore

/// Remembers the findings of a container's diagnostics.
final class FindingLog: Sendable {
    private let findings = Locked<[QueryFinding]>([])

    /// A setting that reports what the caller says, and nothing else.
    func diagnostics(slow: Duration? = nil, scan: Int? = nil, repeated: Int? = nil) -> QueryDiagnostics {
        QueryDiagnostics(slowQueryDuration: slow, tableScanRowCount: scan, repeatedQueryCount: repeated) { finding in
            self.findings.withLock { $0.append(finding) }
        }
    }

    /// Returns what was found since the last call, and forgets it.
    func take() -> [QueryFinding] {
        findings.withLock { findings in
            defer { findings = [] }
            return findings
        }
    }
}
