import Signals
import SignalsBattery
import XCTest

final class DeferredTests: XCTestCase {
    func testMakesAPublisherForEachSubscriberAndNoneBefore() {
        let made = Locked(0)
        let deferred = Deferred { () -> Just<Int> in
            Just(
                made.withLock { made in
                    made += 1
                    return made
                })
        }
        XCTAssertEqual(made.withLock { $0 }, 0)
        let first = Recorder<Int, Never>()
        let second = Recorder<Int, Never>()
        deferred.subscribe(first)
        deferred.subscribe(second)
        XCTAssertEqual(first.values + second.values, [1, 2])
    }
}
