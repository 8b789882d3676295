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
        #expect(pace.begin(at: start) == true)
        #expect(pace.end(at: start) == nil)
        #expect(pace.request(at: start.advanced(by: .milliseconds(6))) == .microseconds(10_667))
    }

    @Test func aChangeAfterAPauseIsDrawnAtOnce() {
        var pace = FramePace()
        _ = pace.request(at: start)
        _ = pace.begin(at: start)
        _ = pace.end(at: start)
        #expect(pace.request(at: start.advanced(by: .seconds(1))) == .zero)
    }

    @Test func noFrameIsMadeBeforeTheLastOneIsWritten() {
        var pace = FramePace()
        _ = pace.request(at: start)
        #expect(pace.begin(at: start) == true)
        let later = start.advanced(by: .seconds(1))
        #expect(pace.request(at: later) == nil)
        #expect(pace.begin(at: later) == false)
        #expect(pace.end(at: later) == .zero)
        #expect(pace.begin(at: later) == true)
    }
}
