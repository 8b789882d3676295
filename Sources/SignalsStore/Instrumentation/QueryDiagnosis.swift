import SignalsCore
import Synchronization

/// A container's setting for the diagnostics of its queries.
final class QueryDiagnosis: Sendable {
    private let isSet = Atomic(false)
    private let current = Locked<QueryDiagnostics?>(nil)

    /// True if findings are reported. It reads one field.
    var isOn: Bool { isSet.load(ordering: .relaxed) }

    var setting: QueryDiagnostics? {
        get { current.withLock { $0 } }
        set {
            let old = current.withLock { current in
                defer { current = newValue }
                isSet.store(newValue != nil, ordering: .relaxed)
                return current
            }
            withExtendedLifetime(old) {}
        }
    }
}
