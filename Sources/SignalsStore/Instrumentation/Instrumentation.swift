/// An observer of a container's saves, fetches, migrations and subscriptions while they happen, for traces, metrics and
/// logs.
///
/// ```swift
/// struct SlowQueries: Instrumentation {
///     func begin(_ span: StoreSpan) -> (@Sendable (StoreSpan.Outcome) -> Void)? {
///         guard span.kind == .fetch else { return nil }
///         let start = ContinuousClock.now
///         return { _ in
///             let time = ContinuousClock.now - start
///             if time > .milliseconds(50) { print("\(span) took \(time)") }
///         }
///     }
/// }
/// let container = try PersistentContainer(
///     name: "Household", model: model, stores: [.sqlite(at: url)], instrumentation: SlowQueries())
/// ```
/// Each span that began ends once. Spans overlap: those of saves that share a commit, and those of the fetches in a
/// save's closure. See <doc:Instrumenting>.
public protocol Instrumentation: Sendable {
    /// Called when a span begins, on the thread that asked for it, which waits meanwhile: task-local values, such as the
    /// trace that a request belongs to, are those of the caller.
    ///
    /// It must not use the container.
    ///
    /// - Parameter span: the span that begins.
    /// - Returns: a closure that is called once when the span has ended, on any thread, which it must not keep waiting;
    ///   nil for a span that is of no interest.
    func begin(_ span: StoreSpan) -> (@Sendable (StoreSpan.Outcome) -> Void)?
}
