import Signals
import Testing

@testable import HouseholdTasks

@Suite struct ImportProgressReportTests {
    private func output(columns: Int?, total: Int) -> String {
        let written = Locked("")
        let console = Console(
            write: { text in
                written.withLock { $0 += text }
                return true
            }, writeError: { _ in }, columns: columns)
        let report = ImportProgressReport(console, total: total)
        for saved in 0...total { report.report(saved: saved) }
        report.clear()
        return written.withLock { $0 }
    }

    @Test func withoutATerminalThereIsALineForEachThousand() {
        #expect(output(columns: nil, total: 2500) == "1000 of 2500 saved\n2000 of 2500 saved\n")
        #expect(output(columns: nil, total: 999) == "")
    }

    @Test func onATerminalThereIsOneBarThatGrowsByWholePercents() {
        let bars = output(columns: 80, total: 1000).split(separator: "\r")
        #expect(bars.count == 101)
        #expect(bars.first?.hasSuffix("   1 % 10 of 1000") == true)
        #expect(bars[99].hasSuffix(" 100 % 1000 of 1000"))
        #expect(bars.allSatisfy { $0.count < 80 && !$0.contains("\u{1B}") && !$0.contains("\n") })
        #expect(bars[100].allSatisfy { $0 == " " })
    }

    @Test(arguments: [1, 2, 5, 12])
    func theBarFitsIntoANarrowTerminal(columns: Int) {
        #expect(output(columns: columns, total: 10).split(separator: "\r").allSatisfy { $0.count < max(columns, 1) })
    }
}
