// Fetches that are spans, and queries that are looked at.
extension ManagedObjectContext {
    /// Runs a fetch, as a span where somebody hears of that.
    @inline(__always)
    func fetching<Output>(
        _ type: ManagedObject.Type, at site: CallSite?, counting count: (Output) -> Int, _ body: () throws -> Output
    ) rethrows -> Output {
        defaults.spans.isOn || defaults.diagnosis.isOn
            ? try observe(type, at: site, counting: count, body) : try body()
    }

    @inline(never)
    private func observe<Output>(
        _ type: ManagedObject.Type, at site: CallSite?, counting count: (Output) -> Int, _ body: () throws -> Output
    ) rethrows -> Output {
        let outer = fetchSite
        fetchSite = site
        defer { fetchSite = outer }
        let span = defaults.spans.begin(.fetch, of: entity(for: type).name, at: site)
        return try span?.around(counting: count, body) ?? body()
    }

    /// The reader, or one that reports what its queries cost where somebody wants to know.
    @inline(__always)
    func diagnosing(_ reader: any StoreReader) -> any StoreReader {
        defaults.diagnosis.isOn ? diagnosed(reader) : reader
    }

    @inline(never)
    private func diagnosed(_ reader: any StoreReader) -> any StoreReader {
        guard let diagnostics = defaults.diagnosis.setting else { return reader }
        let tally = tally ?? QueryTally(confinement.queue)
        self.tally = tally
        return DiagnosedReader(
            reader, diagnostics, containerName: defaults.containerName, tally: tally, site: fetchSite)
    }
}
