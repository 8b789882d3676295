import SignalsCore
import SignalsStoreCore

/// The metrics of a container, to be observed by a screen. It belongs to the main actor.
///
/// ```swift
/// @StateObject var metrics = MetricsState(container)
/// // … Text("\(metrics.value.saves) saved")
/// ```
/// It changes after saves, at most once an interval, and costs nothing while nothing is saved.
@MainActor
public final class MetricsState: ObservableObject {
    /// The metrics as they were read last.
    @Published public private(set) var value: ContainerMetrics

    private let container: PersistentContainer
    private let interval: Duration

    /// The metrics of a container, which is kept.
    ///
    /// - Parameters:
    ///   - container: the container.
    ///   - interval: the shortest time between two changes.
    public init(_ container: PersistentContainer, every interval: Duration = .milliseconds(250)) {
        (self.container, self.interval) = (container, interval)
        value = container.metrics
        wait()
    }

    /// Reads the metrics now.
    public func update() { value = container.metrics }

    /// Reads what was saved before it waits, too.
    private func wait() {
        container.coordinator.meter.onNextChange { [weak self, interval] in
            Task { @MainActor in
                // It throws in a task that was cancelled, which this one never is.
                try? await Task.sleep(for: interval)
                self?.wait()
            }
        }
        update()
    }
}
