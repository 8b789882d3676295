import SignalsCore
import Synchronization

/// The settings that the contexts of a container start with.
final class ContextDefaults: Sendable {
    /// The container's name, for messages.
    var containerName: String { spans.containerName }
    /// The source of the container's spans.
    let spans: SpanSource
    /// The setting for the diagnostics of its queries.
    let diagnosis = QueryDiagnosis()
    /// The handlers of failures that no subscriber received.
    let unobserved = UnobservedFailures()
    private let policy = Locked(MergePolicy.error)

    init(containerName: String = "", instrumentation: (any Instrumentation)? = nil) {
        spans = SpanSource(containerName: containerName, instrumentation: instrumentation)
    }

    private let closed = Atomic(false)

    /// True if the container was closed, though another may have its file open.
    var isClosed: Bool {
        get { closed.load(ordering: .acquiring) }
        set { closed.store(newValue, ordering: .releasing) }
    }

    var mergePolicy: MergePolicy {
        get { policy.withLock { $0 } }
        set { policy.withLock { $0 = newValue } }
    }
}
