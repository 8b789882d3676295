import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import Testing

@MainActor @Suite struct PlotTests {
    private func screen(_ plot: Plot, columns: Int, rows: Int) -> TestScreen {
        let dashboard = Dashboard("Plots") { _ in plot }
        return TestScreen(dashboard, columns: columns, rows: rows + 2, now: Date(timeIntervalSince1970: 1_000))
    }

    private func body(_ screen: TestScreen) -> [String] {
        screen.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast().map(String.init)
    }

    @Test func valuesOfOnePeriodAreAddedUp() async {
        let values = PassthroughSubject<Double, Never>()
        let screen = screen(Plot(values, .sparkline, unit: "/s"), columns: 24, rows: 3)
        for count in [1, 2, 4, 8] {
            for _ in 0..<count { values.send(1) }
            await screen.settle()
            await screen.advance(by: .seconds(1))
        }
        #expect(body(screen)[0] == "▁▂▄█                8 /s")
    }

    @Test func aPlotWithoutValuesWaitsForNothing() async {
        let values = PassthroughSubject<Double, Never>()
        let plot = Plot(values, .sparkline, keeping: 3)
        let screen = screen(plot, columns: 24, rows: 3)
        #expect(plot.advance(to: Date(timeIntervalSince1970: 1_000.5)) == nil)
        values.send(1)
        await screen.settle()
        #expect(plot.advance(to: Date(timeIntervalSince1970: 1_000.6)) != nil)
        await screen.advance(by: .seconds(10))
        #expect(plot.advance(to: Date(timeIntervalSince1970: 1_010)) == nil)
    }

    @Test func aGaugeShowsTheLastValue() async {
        let values = CurrentValueSubject<Double, Never>(4)
        let screen = screen(Plot(values, .gauge(of: 8)), columns: 18, rows: 3)
        await screen.settle()
        #expect(body(screen)[0] == "█████░░░░░ 4 of 8")
    }

    @Test func aHistogramCountsByBounds() async {
        let values = PassthroughSubject<Double, Never>()
        let screen = screen(Plot(values, .histogram([1, 10]), unit: "ms"), columns: 30, rows: 4)
        for value in [0.5, 1, 5, 50] { values.send(value) }
        await screen.settle()
        #expect(
            Array(body(screen).prefix(3)) == [
                "≤ 1 ms  ██████████████████  2", "≤ 10 ms █████████           1", "more    █████████           1",
            ])
    }

    @Test func aLineHasAScaleAndDots() async {
        let values = PassthroughSubject<Double, Never>()
        let screen = screen(Plot(values, .line), columns: 10, rows: 3)
        for value in [0.0, 10, 10, 0] {
            values.send(value)
            await screen.settle()
            await screen.advance(by: .seconds(1))
        }
        #expect(body(screen) == [" 10     ⢸⢱", "        ⢸⢸", "  0     ⡸⢸"])
    }
}
