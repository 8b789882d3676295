import SignalsDashboard
import Testing

@Suite struct FrameTests {
    @Test func aFrameIsReadAsText() {
        #expect(Frame(lines: ["one", "two"]).text == "one\ntwo")
    }

    @Test func whatDoesNotFitIsLeftOut() {
        let frame = Frame(lines: ["first line", "second line", "third line"])
        #expect(frame.clipped(to: Size(columns: 6, rows: 2)).text == "first…\nsecon…")
    }

    @Test func aSizeHasAtLeastOneCell() {
        #expect(Size(columns: 0, rows: -4) == Size(columns: 1, rows: 1))
    }
}
