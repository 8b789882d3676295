import Signals
import SignalsDashboard
import SignalsDashboardTesting
import XCTest

private struct Item: Identifiable, Sendable {
    var id: Int
}

final class TabsTests: XCTestCase {
    @MainActor
    private func items(_ ids: [Int]) -> LiveTable<Item> {
        let table = LiveTable(
            CurrentValueSubject<[Item], Never>(ids.map { Item(id: $0) }), columns: [.number("") { $0.id }])
        table.hasHeader = false
        return table
    }

    @MainActor
    func testTheTitleOfTheTabThatIsShownIsInSightHoweverManyThereAre() async {
        for (columns, count) in [(20, 4), (20, 30), (120, 30), (7, 3)] {
            let tabs = Tabs((0..<count).map { (title: "Tab \($0)", content: "text \($0)" as any Content) })
            let screen = TestScreen(Dashboard("x") { _ in tabs.titled("Both") }, columns: columns, rows: 5)
            for shown in Array(0..<count) + [0, count - 1] {
                tabs.shown = shown
                await screen.settle()
                XCTAssertTrue(screen.text.contains("▸Tab \(shown)".prefix(columns - 2)), "\(shown)\n\(screen.text)")
            }
        }
    }

    @MainActor
    func testATitleIsClickedWhereItIsSeen() async throws {
        let tabs = Tabs((0..<30).map { (title: "Tab \($0)", content: "text \($0)" as any Content) })
        let screen = TestScreen(Dashboard("x") { _ in tabs }, columns: 40, rows: 4)
        tabs.shown = 20
        await screen.settle()
        let rows = screen.text.split(separator: "\n").map(String.init)
        let row = try XCTUnwrap(rows.firstIndex { $0.contains("▸Tab 20") })
        let title = try XCTUnwrap(rows[row].range(of: "Tab 19"))
        await screen.click(column: rows[row].distance(from: rows[row].startIndex, to: title.lowerBound), row: row)
        XCTAssertEqual(tabs.shown, 19)
    }

    @MainActor
    func testAClickInTabsWithoutRoomForTitlesIsForTheContent() async {
        let table = items([1, 2, 3])
        let tabs = Tabs([(title: "One", content: table), (title: "Two", content: "two")])
        let screen = TestScreen(Dashboard("x") { _ in tabs }, columns: 20, rows: 4)
        await screen.settle()
        await screen.press(.down)
        XCTAssertEqual(table.selected?.id, 2)
        await screen.resize(columns: 20, rows: 1)
        XCTAssertTrue(screen.text.contains("2"), screen.text)
        XCTAssertTrue(tabs.take(.click(column: 8, row: 0)))
        XCTAssertEqual(tabs.shown, 0)
        XCTAssertEqual(table.selected?.id, 2)
    }

    @MainActor
    func testAContentInTabsInsideTabsIsObserved() {
        let log = LogPane()
        let inner = Tabs([(title: "Log", content: log)])
        let outer = Tabs([(title: "Inner", content: inner)])
        XCTAssertTrue(outer.inner.contains { $0 === log })
        let columns = Tabs([
            (
                title: "Both",
                content: Columns {
                    log; "text"
                }
            )
        ])
        XCTAssertTrue(columns.inner.contains { $0 === log })
    }

    @MainActor
    func testTheNewsOfAContentAmongOthersInATabIsReported() {
        let log = LogPane()
        let tabs = Tabs([
            (title: "Other", content: "text"),
            (
                title: "Both",
                content: Rows {
                    log.titled("Log"); "text"
                }
            ),
        ])
        _ = tabs.news()
        log.add("It rains.")
        XCTAssertEqual(tabs.news().map(\.sentence), ["It rains."])
    }

    @MainActor
    func testAPlotAmongOthersInATabIsToldTheTime() async {
        let values = PassthroughSubject<Double, Never>()
        let plot = Plot(values, .sparkline)
        let tabs = Tabs([
            (title: "Other", content: "text"),
            (
                title: "Plot",
                content: Rows {
                    plot.titled("Rate"); "text"
                }
            ),
        ])
        tabs.shown = 1
        let screen = TestScreen(Dashboard("x") { _ in tabs }, columns: 40, rows: 12)
        values.send(7)
        await screen.settle()
        await screen.advance(by: .seconds(2))
        XCTAssertTrue(screen.text.contains("█▁"), screen.text)
    }
}
