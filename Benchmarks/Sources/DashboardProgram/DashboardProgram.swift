import Dispatch
import Foundation
import Signals
import SignalsDashboard

/// A dashboard of a table, a plot and a log that all change so many times a second, from another thread:
/// `Scripts/measure-dashboard` compares what few and many changes cost.
@main @MainActor
struct DashboardProgram {
    static func main() async throws {
        guard CommandLine.arguments.count == 2, let rate = Int(CommandLine.arguments[1]), rate > 0 else {
            FileHandle.standardError.write(Data("usage: DashboardProgram CHANGES-A-SECOND\n".utf8))
            exit(2)
        }
        let changes = Changes(perSecond: rate)
        let table = LiveTable(
            changes.rows,
            columns: [.number("Row", .fixed(4)) { $0.id }, .number("Changes", .share(min: 8)) { $0.count }])
        let plot = Plot(changes.values, .line, unit: "changes")
        let log = LogPane()
        log.follow(changes.lines)
        let dashboard = Dashboard("Changes") { _ in
            Columns {
                table.titled("Rows")
                log.titled("Log")
            }
            plot.titled("A second").height(.fixed(6))
        }
        changes.start()
        try await dashboard.run()
    }
}
