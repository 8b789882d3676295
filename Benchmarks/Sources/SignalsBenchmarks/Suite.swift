/// Benchmarks that belong together, named by the first argument.
struct Suite {
    let name: String
    let benchmarks: [Benchmark]
    /// What is measured in bytes; first, while the heap holds little else.
    var footprints: @Sendable () -> [Footprint] = { [] }
    /// What is printed beside the benchmarks, when the whole suite runs; last.
    var figures: [@Sendable () -> [Figure]] = []

    static let all = [SignalsSuite.suite, StoreSuite.suite, SavesSuite.suite, UnitsSuite.suite]

    /// The suite with this name, or what has it in its id.
    static func matching(_ filter: String) -> [Suite] {
        if let suite = all.first(where: { $0.name == filter }) { return [suite] }
        return all.compactMap { suite in
            let benchmarks = suite.benchmarks.filter { $0.id.contains(filter) }
            return benchmarks.isEmpty ? nil : Suite(name: suite.name, benchmarks: benchmarks)
        }
    }
}
