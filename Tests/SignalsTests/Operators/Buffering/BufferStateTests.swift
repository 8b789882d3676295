import SignalsBattery
import XCTest

@testable import SignalsCore

final class BufferStateTests: XCTestCase {
    private func state(_ size: Int, _ whenFull: Publishers.BufferingStrategy<TestFailure>) -> BufferState<
        Int, TestFailure
    > {
        BufferState(size: size, whenFull: whenFull)
    }

    func testAValueThatIsWantedGoesOutAtOnce() {
        var state = state(0, .dropNewest)
        XCTAssertEqual(state.request(.max(1)), [])
        guard case .putOut = state.receive(1) else { return XCTFail("it was wanted") }
        guard case .drop(2) = state.receive(2) else { return XCTFail("there is no room") }
    }

    func testABufferWithoutRoomDropsWhatItsStrategySays() {
        var newest = state(1, .dropNewest)
        _ = newest.receive(1)
        guard case .drop(2) = newest.receive(2) else { return XCTFail("the newest is dropped") }
        var oldest = state(1, .dropOldest)
        _ = oldest.receive(1)
        guard case .drop(1) = oldest.receive(2) else { return XCTFail("the oldest is dropped") }
        XCTAssertEqual(oldest.request(.unlimited), [2])
        var failing = state(1, .customError { TestFailure() })
        _ = failing.receive(1)
        guard case .fail = failing.receive(2) else { return XCTFail("it fails") }
        XCTAssertEqual(failing.end(), [1])
    }
}
