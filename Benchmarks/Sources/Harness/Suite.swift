/// Benchmarks that belong together, named by the first argument.
package struct Suite: Sendable {
    let name: String
    let benchmarks: [Benchmark]
    /// The measurements in bytes; first, while the heap holds little else.
    let footprints: [Footprint]
    /// The figures that are printed beside the benchmarks, when the whole suite runs; last.
    let figures: [@Sendable () -> [Figure]]
    /// The least ratio of an id in this build, where one is asked for.
    let marks: [String: Double]

    package init(
        name: String, benchmarks: [Benchmark], footprints: [Footprint] = [],
        figures: [@Sendable () -> [Figure]] = [], marks: [String: Double] = [:]
    ) {
        self.name = name
        self.benchmarks = benchmarks
        self.footprints = footprints
        self.figures = figures
        self.marks = marks
    }

    /// The part of the suite that has the filter in its ids.
    func matching(_ filter: String) -> Suite? {
        let benchmarks = benchmarks.filter { $0.id.contains(filter) }
        let footprints = footprints.filter { $0.id.contains(filter) }
        guard !benchmarks.isEmpty || !footprints.isEmpty else { return nil }
        return Suite(name: name, benchmarks: benchmarks, footprints: footprints, marks: marks)
    }

    /// All that is measured beside a peer.
    var ids: [String] { footprints.map(\.id) + benchmarks.map(\.id) }
}
