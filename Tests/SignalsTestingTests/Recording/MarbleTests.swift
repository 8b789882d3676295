import Signals
import SignalsTesting
import XCTest

private struct Offline: Error {}

final class MarbleTests: XCTestCase {
    private let scheduler = TestScheduler()

    func testAStringIsPlayedAndRecordedStepByStep() {
        for marbles in ["-a-b-|", "a|", "--[ab]-[c|]", "--(ab)-(c|)", "|", "-a--"] {
            let scheduler = TestScheduler()
            let recorder = scheduler.record(scheduler.publisher(marbles))
            scheduler.advance(by: .seconds(3))
            scheduler.run()
            XCTAssertEqual(recorder.marbles, marbles)
        }
    }

    func testAGroupIsExpectedInEitherForm() {
        let merged = scheduler.publisher("-a-(bc)|").merge(with: scheduler.publisher("-x|"))
        let recorder = scheduler.record(merged)
        scheduler.run()
        XCTAssertEqual(recorder.marbles, "-(ax)-(bc)|")
        XCTAssertEqual(recorder.diagram, "-(ax)-(bc)|")
        XCTAssertEqual(recorder.diagram, "-[ax]-[bc]|")
    }

    func testAFailureIsAHash() {
        let recorder = scheduler.record(scheduler.publisher("-a#", failure: Offline()))
        scheduler.run()
        XCTAssertEqual(recorder.marbles, "-a#")
    }

    func testSpacesAreForTheEye() {
        let recorder = scheduler.record(scheduler.publisher("- a  - b |"))
        scheduler.run()
        XCTAssertEqual(recorder.marbles, "-a-b|")
    }

    func testOperatorsAreShownInTime() {
        let typed = scheduler.publisher("-a-b--c---|")
        let debounced = scheduler.record(typed.debounce(for: .seconds(2), scheduler: scheduler))
        let delayed = scheduler.record(typed.delay(for: .seconds(2), scheduler: scheduler))
        let counted = scheduler.record(typed.map { _ in 1 })
        scheduler.run()
        XCTAssertEqual(debounced.marbles, "-----b--c-|")
        XCTAssertEqual(delayed.marbles, "---a-b--c---|")
        XCTAssertEqual(counted.marbles, "-1-1--1---|")
    }

    func testTwoPublishersAreMergedInTime() {
        let merged = scheduler.publisher("a--b|").merge(with: scheduler.publisher("-c-d-|").map { $0 })
        let recorder = scheduler.record(merged)
        scheduler.run()
        XCTAssertEqual(recorder.marbles, "ac-[bd]-|")
    }

    func testAStepMayBeShorter() {
        let recorder = scheduler.record(
            scheduler.publisher("-a|", step: .milliseconds(10)), step: .milliseconds(5), marble: { _ in "x" })
        scheduler.run()
        XCTAssertEqual(recorder.marbles, "--x-|")
    }

    func testEachSubscriptionBeginsAnew() {
        let publisher = scheduler.publisher("-a|")
        let first = scheduler.record(publisher)
        scheduler.advance(by: .seconds(1))
        let second = scheduler.record(publisher)
        scheduler.run()
        XCTAssertEqual(first.marbles, "-a|")
        XCTAssertEqual(second.marbles, "-a|")
    }

    func testTheEventsSoFarReachUpToNow() {
        let recorder = scheduler.record(scheduler.publisher("-a---b"))
        scheduler.advance(by: .seconds(3))
        XCTAssertEqual(recorder.marbles, "-a--")
    }
}
