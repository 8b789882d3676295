import Signals
import SignalsAlgorithms
import SignalsBattery
import SignalsTesting
import XCTest

final class TimerTests: XCTestCase {
    private let scheduler = TestScheduler()

    func testDeliversTheMomentAgainAndAgainOnceItIsConnected() {
        let timer = Publishers.Timer(every: .seconds(2), scheduler: scheduler)
        let recorder = timer.recording()
        scheduler.advance(by: .seconds(10))
        XCTAssertEqual(recorder.values, [])
        let connection = timer.connect()
        scheduler.advance(by: .seconds(5))
        XCTAssertEqual(recorder.values, [VirtualTime(.seconds(12)), VirtualTime(.seconds(14))])
        connection.cancel()
        XCTAssertTrue(scheduler.isIdle)
        recorder.cancel()
    }

    func testAMomentThatNobodyHasAskedForIsDropped() {
        let recorder = Recorder<VirtualTime, Never>(.max(1))
        Publishers.Timer(every: .seconds(1), scheduler: scheduler).autoconnect().subscribe(recorder)
        scheduler.advance(by: .seconds(5))
        XCTAssertEqual(recorder.values, [VirtualTime(.seconds(1))])
        recorder.cancel()
        XCTAssertTrue(scheduler.isIdle, "autoconnect() stops it with the last subscriber")
    }

    func testDeliversOnADispatchQueueWithoutARunLoop() {
        let queue = DispatchQueue(label: "timer")
        let third = DispatchSemaphore(value: 0)
        let sink = Publishers.Timer(every: .milliseconds(1), scheduler: queue).autoconnect()
            .collect(3).first().sink { moments in
                dispatchPrecondition(condition: .onQueue(queue))
                XCTAssertEqual(moments, moments.sorted())
                third.signal()
            }
        XCTAssertEqual(third.wait(timeout: .now() + 60), .success)
        sink.cancel()
    }

    func testItsPartsAreKept() {
        let queue = DispatchQueue(label: "timer")
        let timer = Publishers.Timer(
            every: .seconds(2), tolerance: .milliseconds(5), scheduler: queue, options: .init(qos: .utility))
        XCTAssertEqual(timer.interval, .seconds(2))
        XCTAssertEqual(timer.tolerance, .milliseconds(5))
        XCTAssertTrue(timer.scheduler === queue)
        XCTAssertEqual(timer.options?.qos, .utility)
    }
}
