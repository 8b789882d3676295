import SignalsBattery
import SignalsTesting
import XCTest

@testable import SignalsCore

final class ScheduledOutletTests: XCTestCase {
    private let scheduler = TestScheduler()
    private let recorder = Recorder<Int, TestFailure>()

    private func outlet() -> ScheduledOutlet<Int, TestFailure, TestScheduler> {
        ScheduledOutlet("Test", to: recorder, surplus: .waits, context: SchedulerBox(scheduler, options: nil))
    }

    func testMessagesAreDeliveredOnTheSchedulerInOrder() {
        let outlet = outlet()
        outlet.start(onCancel: {})
        for value in 1...300 { outlet.send(.value(value)) }
        outlet.send(.completion(.finished))
        XCTAssertTrue(recorder.values.isEmpty)
        scheduler.run()
        XCTAssertEqual(recorder.values, Array(1...300))
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testCancellingDropsWhatWaitsForTheScheduler() {
        let cancels = Locked(0)
        let outlet = outlet()
        outlet.start(onCancel: { cancels.withLock { $0 += 1 } })
        outlet.send(.value(1))
        recorder.cancel()
        scheduler.run()
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }
}
