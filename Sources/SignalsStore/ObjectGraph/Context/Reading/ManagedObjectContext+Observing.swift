// Fetches that are spans, and queries that are looked at.
extension ManagedObjectContext {
    /// Runs a fetch, as a span where an instrumentation observes those.
    @inline(__always)
    func fetching<Output>(
        _ type: ManagedObject.Type, at site: CallSite?, counting count: (Output) -> Int, _ body: () throws -> Output
    ) rethrows -> Output {
        let found =
            defaults.spans.isOn || defaults.diagnosis.isOn
            ? try observe(type, at: site, counting: count, body) : try body()
        resumeLazyReading()
        return found
    }

    @inline(never)
    private func observe<Output>(
        _ type: ManagedObject.Type, at site: CallSite?, counting count: (Output) -> Int, _ body: () throws -> Output
    ) rethrows -> Output {
        let outer = queryWatch.exchange(site)
        defer { _ = queryWatch.exchange(outer) }
        let span = defaults.spans.begin(.fetch, of: entity(for: type).name, at: site)
        return try span?.around(counting: count, body) ?? body()
    }

    /// The reader, or one that reports the costs of its queries if diagnostics are on.
    @inline(__always)
    func diagnosing(_ reader: any StoreReader) -> any StoreReader {
        defaults.diagnosis.isOn ? diagnosed(reader) : reader
    }

    @inline(never)
    private func diagnosed(_ reader: any StoreReader) -> any StoreReader {
        guard let diagnostics = defaults.diagnosis.setting else { return reader }
        let tally = queryWatch.tally(on: confinement.queue)
        return DiagnosedReader(reader, diagnostics, containerName: defaults.containerName, tally: tally) {
            [unowned self] in report($0)
        }
    }

    /// Hands a finding to the handler, with the line where this context was used; of a parent, the child does.
    private func report(_ finding: QueryFinding) {
        if queryWatch.hold(finding) { return }
        var finding = finding
        finding.site = QuerySite(queryWatch.site)
        defaults.diagnosis.setting?.handler(finding)
    }

    /// Runs a read of the parent on its queue, where the call stack of the read is not visible.
    func ask<Output: Sendable>(_ parent: ManagedObjectContext, _ body: () throws -> Output) rethrows -> Output {
        if !defaults.diagnosis.isOn { return try parent.performAndWait(body) }
        let (output, findings) = try parent.performAndWait {
            let outer = parent.queryWatch.exchange(held: [])
            defer { _ = parent.queryWatch.exchange(held: outer) }
            return (try body(), parent.queryWatch.held ?? [])
        }
        findings.forEach(report)
        return output
    }
}
