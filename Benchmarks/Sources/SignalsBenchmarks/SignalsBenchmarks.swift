import Foundation

/// `SignalsBenchmarks [--json] [FILTER]`: measures the benchmarks whose suite is named, or whose id contains the filter.
@main struct SignalsBenchmarks {
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let report: Report = arguments.contains("--json") ? .json : .table
        arguments.removeAll { $0 == "--json" }
        let filter = arguments.first ?? "signals"
        let chosen = SignalsSuite.benchmarks.filter { filter == "signals" || $0.id.contains(filter) }
        guard !chosen.isEmpty else {
            print(
                "No benchmark matches '\(filter)'. There are: signals,",
                SignalsSuite.benchmarks.map(\.id).joined(separator: ", "))
            exit(1)
        }
        if arguments.contains("--profile") {
            for benchmark in chosen { benchmark.ours(2000) }
            return
        }
        // With a second thread alive nothing is optimised for a process that has but one.
        Thread.detachNewThread { while true { Thread.sleep(forTimeInterval: 60) } }
        report.header()
        // First, while the heap holds little else.
        if filter == "signals" { SignalsSuite.footprints.forEach { report.line($0) } }
        for benchmark in chosen { report.line(Measurement(of: benchmark)) }
    }
}
