import CoreMetrics
import SignalsStore
import Synchronization

/// Records a container's spans with swift-metrics when they have ended: a timer `signals_store_duration` and a counter
/// `signals_store_rows`, with the dimensions `kind`, `container`, `entity` where there is one, and `outcome`, which is
/// `success` or `failure`.
public final class MeasuredSpans: Instrumentation {
    private struct Key: Hashable {
        let kind: StoreSpan.Kind
        let containerName: String
        let entityName: String?
        let isFailure: Bool
    }

    private struct Recorders: Sendable {
        let timer: CoreMetrics.Timer
        let rows: Counter
    }

    private let factory: any MetricsFactory
    private let recorders = Mutex<[Key: Recorders]>([:])

    /// - Parameter factory: makes the timers and counters; that of the program unless another is given.
    public init(factory: any MetricsFactory = MetricsSystem.factory) { self.factory = factory }

    /// Notes the time, and records the span when it has ended.
    public func begin(_ span: StoreSpan) -> (@Sendable (StoreSpan.Outcome) -> Void)? {
        let start = ContinuousClock.now
        return { outcome in
            let time = (ContinuousClock.now - start).components
            let key = Key(
                kind: span.kind, containerName: span.containerName, entityName: span.entityName,
                isFailure: outcome.error != nil)
            let recorders = self.recorders(for: key)
            recorders.timer.recordNanoseconds(time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000)
            if let count = outcome.count { recorders.rows.increment(by: count) }
        }
    }

    private func recorders(for key: Key) -> Recorders {
        recorders.withLock { recorders in
            if let found = recorders[key] { return found }
            var dimensions = [
                ("kind", key.kind.rawValue), ("container", key.containerName),
                ("outcome", key.isFailure ? "failure" : "success"),
            ]
            if let name = key.entityName { dimensions.append(("entity", name)) }
            let made = Recorders(
                timer: CoreMetrics.Timer(label: "signals_store_duration", dimensions: dimensions, factory: factory),
                rows: Counter(label: "signals_store_rows", dimensions: dimensions, factory: factory))
            recorders[key] = made
            return made
        }
    }
}
