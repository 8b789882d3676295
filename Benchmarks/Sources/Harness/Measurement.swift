/// The cost of one thing on both sides, in nanoseconds a value or in bytes.
struct Measurement {
    let id: String
    let peer: String
    let unit: Unit
    let ours: Double
    let theirs: Double?
    /// The peer's cost divided by ours: the median of the runs that took turns.
    let ratio: Double?

    enum Unit: String { case nanoseconds = "ns", bytes }
}

extension Measurement {
    init(of benchmark: Benchmark) {
        let turns = Self.turns(of: benchmark)
        (id, peer, unit) = (benchmark.id, benchmark.peer, .nanoseconds)
        ours = Self.median(turns.map(\.ours)) ?? 0
        theirs = Self.median(turns.compactMap(\.theirs))
        ratio = Self.median(turns.compactMap { turn in turn.theirs.map { $0 / turn.ours } })
    }

    init?(of footprint: Footprint) {
        guard let bytes = footprint.bytes(of: footprint.ours) else { return nil }
        (id, peer, unit, ours) = (footprint.id, footprint.peer, .bytes, Double(bytes))
        theirs = footprint.theirs.flatMap { footprint.bytes(of: $0) }.map(Double.init)
        ratio = theirs.map { $0 / Double(bytes) }
    }

    private static func turns(of benchmark: Benchmark) -> [(ours: Double, theirs: Double?)] {
        _ = benchmark.ours(benchmark.count / 10)
        _ = benchmark.theirs?(benchmark.count / 10)
        let count = Double(benchmark.count)
        return (0..<benchmark.runs).map { _ in
            (benchmark.ours(benchmark.count) / count, benchmark.theirs.map { $0(benchmark.count) / count })
        }
    }

    private static func median(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.sorted()[values.count / 2]
    }
}
