import Testing

@testable import SignalsDashboard

@Suite struct FramePaceTests {
    private let start = ContinuousClock.now

    @Test func aThousandChangesAskForOneFrame() {
        var pace = FramePace()
        #expect(pace.request(at: start) == .zero)
        for _ in 0..<1000 { #expect(pace.request(at: start) == nil) }
    }

    @Test func theNextFrameWaitsForItsTurn() {
        var pace = FramePace()
        _ = pace.request(at: start)
        pace.hasDrawn(at: start)
        #expect(pace.request(at: start.advanced(by: .milliseconds(6))) == .milliseconds(10))
    }

    @Test func aChangeAfterAPauseIsDrawnAtOnce() {
        var pace = FramePace()
        _ = pace.request(at: start)
        pace.hasDrawn(at: start)
        #expect(pace.request(at: start.advanced(by: .seconds(1))) == .zero)
    }
}
