import XCTest

@testable import SignalsCore

final class DemandMeterTests: XCTestCase {
    func testCountsDownAndStops() {
        let meter = DemandMeter()
        XCTAssertFalse(meter.takeOne())
        meter.add(.max(2))
        XCTAssertEqual([meter.takeOne(), meter.takeOne(), meter.takeOne()], [true, true, false])
        meter.add(.unlimited)
        meter.add(.max(1))
        XCTAssertTrue(meter.takeOne())
        XCTAssertEqual(meter.current, .unlimited)
    }

    func testClosesOnceAndForGood() {
        let meter = DemandMeter()
        meter.add(.unlimited)
        XCTAssertTrue(meter.close())
        XCTAssertFalse(meter.close())
        meter.add(.unlimited)
        XCTAssertFalse(meter.takeOne())
        XCTAssertEqual(meter.current, .none)
    }

    func testConcurrentTakersGetNoMoreThanThereIs() {
        let meter = DemandMeter()
        meter.add(.max(1000))
        let taken = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 where meter.takeOne() { taken.withLock { $0 += 1 } }
        }
        XCTAssertEqual(taken.withLock { $0 }, 1000)
    }
}
