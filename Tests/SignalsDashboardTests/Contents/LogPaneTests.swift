import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import Testing

@MainActor @Suite struct LogPaneTests {
    private func screen(_ log: LogPane) -> TestScreen {
        TestScreen(Dashboard("Log") { _ in log.titled("Log") }, columns: 40, rows: 10)
    }

    @Test func itFollowsItsEndUntilAPersonScrollsUp() async {
        let log = LogPane()
        let screen = screen(log)
        for number in 1...20 { log.add("line \(number)") }
        #expect(
            screen.text.contains("line 20") && screen.text.contains("following") && !screen.text.contains("line 14"))
        await screen.press(.up, .up)
        #expect(!screen.text.contains("line 20") && screen.text.contains("2 below"))
        log.add("line 21")
        await screen.settle()
        #expect(screen.text.contains("line 18") && screen.text.contains("3 below"))
        await screen.press(.end)
        #expect(screen.text.contains("line 21") && screen.text.contains("following"))
    }

    @Test func linesComeFromAnyThreadAndTheOldestGo() async {
        let log = LogPane(keeping: 100)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 { group.addTask { for number in 0..<500 { log.add("\(task) \(number)") } } }
        }
        let screen = screen(log)
        #expect(screen.text.contains("499"))
        #expect(log.news().count <= 100)
    }

    @Test func linesThatNobodyCouldSeeAreCountedToo() async {
        let log = LogPane(keeping: 10)
        let screen = screen(log)
        for number in 1...77 { log.add("line \(number)") }
        #expect(screen.text.contains(" 77 ─") && screen.text.contains("line 77"), "\(screen.text)")
        log.add("line 78")
        #expect(log.news().map(\.sentence).last == "line 78")
        #expect(screen.text.contains(" 78 ─"), "\(screen.text)")
    }

    @Test func anyNumberOfLinesMayBeKept() {
        for count in [Int.max, 0, -1] {
            let log = LogPane(keeping: count)
            log.add("one")
            #expect(log.news().map(\.sentence) == ["one"])
        }
    }

    @Test func theNewsAreTheLinesSinceTheLastTime() {
        let log = LogPane()
        log.add("one")
        #expect(log.news().map(\.sentence) == ["one"])
        #expect(log.news().isEmpty)
        log.add("two")
        #expect(log.news().map(\.sentence) == ["two"])
    }

    @Test func tabsShowOneContentWithItsKeys() async {
        let log = LogPane()
        log.add("a line of the log")
        let tabs = Tabs([("Text", "some text"), ("Log", log)])
        let screen = TestScreen(Dashboard("Tabs") { _ in tabs.titled("Both") }, columns: 40, rows: 10)
        #expect(screen.text.contains("▸Text") && screen.text.contains("some text"))
        await screen.press("]")
        #expect(
            screen.text.contains("▸Log") && screen.text.contains("a line of the log")
                && screen.text.contains("following"))
        await screen.press("[")
        #expect(screen.text.contains("some text"))
    }
}
