import SignalsBattery
import XCTest

@testable import SignalsCore

final class OutletTests: XCTestCase {
    private func outlet(
        _ recorder: Recorder<Int, TestFailure>, _ surplus: Surplus = .waits
    ) -> Outlet<Int, TestFailure> {
        Outlet(to: AnySubscriber(recorder), surplus: surplus, name: "Outlet")
    }

    func testNothingOvertakesTheSubscription() {
        let recorder = Recorder<Int, TestFailure>()
        let outlet = outlet(recorder)
        outlet.take(1)
        outlet.take(.finished)
        outlet.deliver()
        XCTAssertEqual(recorder.events.count, 0)
        outlet.start()
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testValuesAndTheEndWaitUntilTheyAreAskedFor() {
        let recorder = Recorder<Int, TestFailure>(.max(1))
        let outlet = outlet(recorder)
        outlet.start()
        for value in 1...3 { outlet.take(value) }
        outlet.take(.failure(TestFailure()))
        outlet.deliver()
        XCTAssertEqual(recorder.values, [1])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testSurplusIsReplacedByWhatIsNewer() {
        let recorder = Recorder<Int, TestFailure>(.max(1))
        let outlet = outlet(recorder, .isReplaced)
        outlet.start()
        for value in 1...4 {
            outlet.take(value)
            outlet.deliver()
        }
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 4])
    }

    func testOneCancelRunsTheHookOnce() {
        let cancels = Locked(0)
        let recorder = Recorder<Int, TestFailure>()
        let outlet = outlet(recorder)
        outlet.start(onCancel: { cancels.withLock { $0 += 1 } })
        outlet.cancel()
        outlet.cancel()
        outlet.take(1)
        outlet.deliver()
        XCTAssertEqual(cancels.withLock { $0 }, 1)
        XCTAssertEqual(recorder.values, [])
    }

    func testDeliveriesOfManyThreadsAreSerialAndInTheOrderTaken() {
        let recorder = Recorder<Int, TestFailure>()
        let outlet = outlet(recorder)
        outlet.start()
        let next = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 {
                next.withLock { next in
                    outlet.take(next)
                    next += 1
                }
                outlet.deliver()
            }
        }
        XCTAssertEqual(recorder.overlaps, 0)
        XCTAssertEqual(recorder.values, Array(0..<4000))
    }

    func testUpstreamHearsOfEachDemandAlsoOfWhatIsReturnedForAValue() {
        let demands = Locked<[Subscribers.Demand]>([])
        let recorder = Recorder<Int, TestFailure>(.max(2), then: .max(1))
        let outlet = outlet(recorder)
        outlet.start(onRequest: { demand in demands.withLock { $0.append(demand) } })
        outlet.take(1)
        outlet.deliver()
        recorder.request(.max(5))
        XCTAssertEqual(demands.withLock { $0 }, [.max(2), .max(1), .max(5)])
        outlet.cancel()
        outlet.request(.max(1))
        XCTAssertEqual(demands.withLock { $0 }.count, 3, "nobody is told after a cancel")
    }

    func testLateValuesAreReleasedAfterTheirOwnersLock() {
        let count = Tracked.Count()
        let recorder = Recorder<Tracked, Never>()
        let outlet = Outlet<Tracked, Never>(to: AnySubscriber(recorder), surplus: .waits, name: "Outlet")
        outlet.start()
        outlet.cancel()
        let pending = Locked<Tracked?>(count.make())
        pending.withLock { pending in
            if let value = pending.take() { outlet.take(value) }
        }
        outlet.deliver()
        XCTAssertEqual(count.value, 0)
        XCTAssertTrue(recorder.values.isEmpty)
    }
}
