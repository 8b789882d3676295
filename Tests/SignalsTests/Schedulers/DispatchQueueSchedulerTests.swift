import Signals
import XCTest

final class DispatchQueueSchedulerTests: XCTestCase {
    typealias Time = DispatchQueue.SchedulerTimeType

    func testRunsAnActionOnTheQueueAndInTheGroup() {
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "scheduler")
        let runs = Locked(0)
        queue.schedule(options: .init(qos: .utility, flags: .barrier, group: group)) { runs.withLock { $0 += 1 } }
        queue.schedule(after: queue.now, tolerance: 0, options: .init(group: group)) { runs.withLock { $0 += 1 } }
        XCTAssertEqual(group.wait(timeout: .now() + 10), .success)
        XCTAssertEqual(runs.withLock { $0 }, 2)
    }

    func testRunsAnActionAfterAMomentAndAgainAndAgain() {
        let queue = DispatchQueue(label: "scheduler")
        let runs = expectation(description: "three runs")
        runs.expectedFulfillmentCount = 3
        runs.assertForOverFulfill = false
        let timer = queue.schedule(after: queue.now.advanced(by: .milliseconds(1)), interval: .milliseconds(1)) {
            runs.fulfill()
        }
        wait(for: [runs], timeout: 10)
        timer.cancel()
    }

    func testTimeCanBeMeasuredAndAdvanced() {
        let start = Time(DispatchTime(uptimeNanoseconds: 1_000_000_000))
        let later = start.advanced(by: .seconds(2))
        XCTAssertEqual(start.distance(to: later), .seconds(2))
        XCTAssertEqual(later.distance(to: start), .seconds(-2))
        XCTAssertLessThan(start, later)
        XCTAssertNotEqual(start.hashValue, later.hashValue)
    }

    func testStretchesOfTimeConvert() {
        XCTAssertEqual(Time.Stride.seconds(1), .milliseconds(1000))
        XCTAssertEqual(Time.Stride.milliseconds(1), .microseconds(1000))
        XCTAssertEqual(Time.Stride.microseconds(1), .nanoseconds(1000))
        XCTAssertEqual(Time.Stride.seconds(0.5), .milliseconds(500))
        XCTAssertEqual(0.5 as Time.Stride, .milliseconds(500))
        XCTAssertEqual(2 as Time.Stride, .seconds(2))
        XCTAssertEqual(Time.Stride(.seconds(3)).timeInterval, .nanoseconds(3_000_000_000))
        XCTAssertEqual(Time.Stride(.never), .nanoseconds(.max))
        XCTAssertEqual(Time.Stride.seconds(.max), .nanoseconds(.max), "what does not fit is the longest there is")
        XCTAssertEqual(Time.Stride.seconds(Double.infinity), .nanoseconds(.max))
        XCTAssertEqual(Time.Stride(exactly: 5), .seconds(5))
        XCTAssertEqual(-(Time.Stride.seconds(1)), .seconds(-1))
    }

    func testAMomentSurvivesCoding() throws {
        let moment = DispatchQueue.main.now
        let data = try JSONEncoder().encode([moment])
        XCTAssertEqual(try JSONDecoder().decode([Time].self, from: data), [moment])
    }
}
