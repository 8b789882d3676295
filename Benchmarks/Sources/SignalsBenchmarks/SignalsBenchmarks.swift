import Foundation
import StoreWorkloads

/// `SignalsBenchmarks [--json] [FILTER]`: measures the benchmarks whose suite is named, or whose id contains the filter.
@main struct SignalsBenchmarks {
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let report: Report = arguments.contains("--json") ? .json : .table
        arguments.removeAll { $0 == "--json" }
        let filter = arguments.first ?? "signals"
        let suites = Suite.matching(filter)
        guard !suites.isEmpty else {
            print("No benchmark matches '\(filter)'. There are:")
            for suite in Suite.all { print("\(suite.name):", suite.benchmarks.map(\.id).joined(separator: ", ")) }
            exit(1)
        }
        defer { StoreWorkloads.tidyUp() }
        if arguments.contains("--profile") {
            for benchmark in suites.flatMap(\.benchmarks) { for _ in 0..<10 { _ = benchmark.ours(2000) } }
            return
        }
        // With a second thread alive nothing is optimised for a process that has but one.
        Thread.detachNewThread { while true { Thread.sleep(forTimeInterval: 60) } }
        report.header()
        for suite in suites {
            for footprint in suite.footprints() { report.line(footprint) }
            for benchmark in suite.benchmarks { report.line(Measurement(of: benchmark)) }
            for figures in suite.figures { for figure in figures() { report.line(figure) } }
        }
    }
}
