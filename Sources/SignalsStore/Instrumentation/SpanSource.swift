/// A container's name and its instrumentation, if it has one: where its spans begin.
final class SpanSource: Sendable {
    let containerName: String
    /// True if spans are reported. Reading the instrumentation itself would copy it, which costs more than a span that
    /// is not reported may.
    let isOn: Bool
    private let instrumentation: (any Instrumentation)?

    init(containerName: String, instrumentation: (any Instrumentation)?) {
        (self.containerName, self.instrumentation) = (containerName, instrumentation)
        isOn = instrumentation != nil
    }

    /// Begins a span; nil without an instrumentation, which costs the read of one field.
    @inline(__always)
    func begin(
        _ kind: StoreSpan.Kind, of entityName: @autoclosure () -> String? = nil, at site: CallSite?
    ) -> OngoingSpan? {
        isOn ? beginSpan(kind, entityName(), site) : nil
    }

    @inline(never)
    private func beginSpan(_ kind: StoreSpan.Kind, _ entityName: String?, _ site: CallSite?) -> OngoingSpan? {
        let span = StoreSpan(kind, containerName: containerName, entityName: entityName, callSite: site)
        return instrumentation?.begin(span).map(OngoingSpan.init)
    }
}
