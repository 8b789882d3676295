import Foundation

/// `[--json] [--marks] [FILTER]`: measures the suite that is named, or what has the filter in its id.
package struct Command {
    private let suites: [Suite]
    private let arguments: [String]

    /// The exit code when nothing has the filter in its id; another program may have.
    private static let noMatch: Int32 = 64

    package init(_ suites: [Suite]) {
        self.suites = suites
        arguments = Array(CommandLine.arguments.dropFirst())
    }

    /// Measures, prints, and returns the exit code: with `--marks`, 1 if a ratio is below its mark.
    package func run() -> Int32 {
        let filter = arguments.first { !$0.hasPrefix("--") } ?? suites[0].name
        let named = suites.filter { $0.name == filter }
        let matching = named.isEmpty ? suites.compactMap { $0.matching(filter) } : named
        guard !matching.isEmpty else { return listAll(filter) }
        if arguments.contains("--profile") {
            for benchmark in matching.flatMap(\.benchmarks) {
                for _ in 0..<10 { _ = benchmark.ours(min(benchmark.count, 20_000)) }
            }
            return 0
        }
        // With a second thread alive nothing is optimised for a process that has but one.
        Thread.detachNewThread { while true { Thread.sleep(forTimeInterval: 60) } }
        let missed = measure(matching)
        guard arguments.contains("--marks"), !missed.isEmpty else { return 0 }
        FileHandle.standardError.write(Data("Below their marks: \(missed.joined(separator: ", "))\n".utf8))
        return 1
    }

    /// Returns what is below its mark.
    private func measure(_ suites: [Suite]) -> [String] {
        let report: Report = arguments.contains("--json") ? .json : .table
        var missed: [String] = []
        func line(_ measurement: Measurement, _ suite: Suite) {
            let mark = suite.marks[measurement.id]
            report.line(measurement, mark: mark)
            if let mark, let ratio = measurement.ratio, ratio < mark { missed.append(measurement.id) }
        }
        report.header()
        for suite in suites {
            for footprint in suite.footprints { Measurement(of: footprint).map { line($0, suite) } }
            for benchmark in suite.benchmarks { line(Measurement(of: benchmark), suite) }
            for figures in suite.figures { for figure in figures() { report.line(figure) } }
        }
        return missed
    }

    private func listAll(_ filter: String) -> Int32 {
        let lists = suites.map { "\($0.name): \($0.ids.joined(separator: ", "))\n" }
        FileHandle.standardError.write(Data("No benchmark matches '\(filter)' in:\n\(lists.joined())".utf8))
        return Self.noMatch
    }
}
