import SignalsStore
import Tracing

/// Hands a container's spans to swift-distributed-tracing, as parts of the trace in whose task they were asked for, with
/// the attributes that OpenTelemetry names for databases and code.
public struct TracedSpans: SignalsStore.Instrumentation {
    private let tracer: any Tracer

    /// - Parameter tracer: takes the spans; that of the program unless another is given.
    public init(_ tracer: any Tracer = InstrumentationSystem.tracer) { self.tracer = tracer }

    /// Starts a span of the trace, which ends with this one.
    public func begin(_ span: StoreSpan) -> (@Sendable (StoreSpan.Outcome) -> Void)? {
        let name = [span.kind.rawValue, span.entityName].compactMap(\.self).joined(separator: " ")
        let traced = start(name, at: span.callSite)
        traced.updateAttributes { attributes in
            attributes["db.operation.name"] = span.kind.rawValue
            attributes["db.namespace"] = span.containerName
            if let name = span.entityName { attributes["db.collection.name"] = name }
            if let site = span.callSite {
                attributes["code.file.path"] = site.fileID
                attributes["code.line.number"] = Int(site.line)
            }
        }
        return { outcome in end(traced, outcome) }
    }

    private func start(_ name: String, at site: CallSite?) -> any Tracing.Span {
        guard let site else { return tracer.startSpan(name, ofKind: .client) }
        return tracer.startSpan(name, ofKind: .client, function: "", file: site.fileID, line: site.line)
    }

    private func end(_ traced: any Tracing.Span, _ outcome: StoreSpan.Outcome) {
        if let count = outcome.count { traced.attributes["signals.count"] = count }
        if let error = outcome.error {
            traced.recordError(error)
            traced.setStatus(SpanStatus(code: .error))
        }
        traced.end()
    }
}
