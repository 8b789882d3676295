import SignalsStore

/// Several instrumentations as one, such as a log beside a trace.
///
/// ```swift
/// let container = try PersistentContainer(
///     name: "Household", model: model, stores: [.sqlite(at: url)],
///     instrumentation: SeveralInstrumentations(LoggedSpans(logger), MeasuredSpans(), TracedSpans()))
/// ```
public struct SeveralInstrumentations: Instrumentation {
    private let all: [any Instrumentation]

    /// - Parameter all: the instrumentations, which hear of each span in this order.
    public init(_ all: any Instrumentation...) { self.all = all }

    /// Begins the span with each; nil where none is interested.
    public func begin(_ span: StoreSpan) -> (@Sendable (StoreSpan.Outcome) -> Void)? {
        let ends = all.compactMap { $0.begin(span) }
        if ends.isEmpty { return nil }
        return { outcome in for end in ends { end(outcome) } }
    }
}
