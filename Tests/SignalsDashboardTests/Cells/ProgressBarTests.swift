import SignalsDashboard
import Testing

@Suite struct ProgressBarTests {
    @Test(arguments: [(0, "[----------]   0 %"), (5, "[#####-----]  50 %"), (10, "[##########] 100 %")])
    func theBarShowsTheShareThatIsDone(completed: Int, text: String) {
        #expect(ProgressBar(completed: completed, total: 10).text(width: 18) == text)
    }

    @Test func oneHundredPercentMeansAllOfIt() {
        #expect(ProgressBar(completed: 9_999, total: 10_000).percent == 99)
        #expect(ProgressBar(completed: 0, total: 0).percent == 100)
    }

    @Test func countsOutOfRangeAreTheNearestThatMakeSense() {
        #expect(ProgressBar(completed: 12, total: 10).percent == 100)
        #expect(ProgressBar(completed: -1, total: 10).percent == 0)
    }

    @Test func amountsMayBeAsLargeAsNumbersAre() {
        let bar = ProgressBar(completed: .max / 2, total: .max)
        #expect(bar.percent == 49)
        #expect(bar.text(width: 18) == "[####------]  49 %")
        #expect(ProgressBar(completed: .max, total: .max).percent == 100)
    }

    @Test func theBarIsNeverWiderThanItsPlace() {
        for columns in 0...40 {
            #expect(ProgressBar(completed: 3, total: 7).text(width: columns).displayWidth <= columns)
        }
    }
}
