import Foundation
import Signals
import SignalsBattery
import XCTest

final class TimerPublisherTests: XCTestCase {
    func testNothingIsDeliveredBeforeItIsConnected() {
        let timer = Timer.publish(every: 0.001, on: .main, in: .default)
        let recorder = Recorder<Date, Never>()
        timer.subscribe(recorder)
        let later = expectation(description: "some time later")
        RunLoop.main.schedule(after: RunLoop.main.now.advanced(by: .milliseconds(10))) { later.fulfill() }
        wait(for: [later], timeout: 60)
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testDeliversTheDateAgainAndAgainOnTheRunLoop() {
        let third = expectation(description: "the third date")
        let before = Date()
        let recorder = Recorder<Date, Never>(.max(3))
        let following = Timer.publish(every: 0.001, on: .main, in: .default).autoconnect()
            .handleEvents(receiveOutput: { _ in XCTAssertTrue(Thread.isMainThread) })
        following.subscribe(recorder)
        let ending = following.afterValues(3) { third.fulfill() }
        wait(for: [third], timeout: 60)
        ending.cancel()
        recorder.cancel()
        XCTAssertEqual(recorder.values, recorder.values.sorted())
        XCTAssertTrue(recorder.values.allSatisfy { $0 > before })
    }

    func testCancellingTheConnectionStopsTheTimer() {
        let timer = Timer.publish(every: 0.001, on: .main, in: .default)
        let first = expectation(description: "the first date")
        first.assertForOverFulfill = false
        let count = CurrentValueSubject<Int, Never>(0)
        let following = timer.sink { _ in
            count.value += 1
            first.fulfill()
        }
        let connection = timer.connect()
        wait(for: [first], timeout: 60)
        connection.cancel()
        let stopped = count.value
        let later = expectation(description: "some time later")
        RunLoop.main.schedule(after: RunLoop.main.now.advanced(by: .milliseconds(20))) { later.fulfill() }
        wait(for: [later], timeout: 60)
        XCTAssertEqual(count.value, stopped)
        following.cancel()
    }

    func testItsPartsAreKept() {
        let timer = Timer.publish(every: 2, tolerance: 0.5, on: .main, in: .common)
        XCTAssertEqual(timer.interval, 2)
        XCTAssertEqual(timer.tolerance, 0.5)
        XCTAssertEqual(timer.mode, .common)
        XCTAssertTrue(timer.runLoop === RunLoop.main)
        XCTAssertNil(timer.options)
    }
}

extension Publisher where Failure == Never {
    /// Calls the closure with the last of so many values.
    fileprivate func afterValues(_ count: Int, _ body: @escaping @Sendable () -> Void) -> AnyCancellable {
        collect(count).first().sink { _ in body() }
    }
}
