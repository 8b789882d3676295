import XCTest

@testable import SignalsCore

final class BufferWorkTests: XCTestCase {
    private typealias State = OutflowState<BufferWork<Int, Never>>

    private func state(
        size: Int, _ prefetch: Publishers.PrefetchStrategy = .byRequest,
        _ whenFull: Publishers.BufferingStrategy<Never> = .dropOldest
    ) -> State {
        var state = State(BufferWork(size: size, prefetch: prefetch, whenFull: whenFull))
        state.delivery.phase = .idle
        return state
    }

    private func values(_ state: inout State) -> [Int] {
        var values: [Int] = []
        while case .value(let value) = state.delivery.next(outer: .idle) { values.append(value) }
        return values
    }

    func testDemandedValuesTakeNoRoomInTheBuffer() {
        var state = state(size: 1)
        _ = state.request(.max(2))
        state.delivery.phase = .delivering(.current)
        for value in 1...2 { state.delivery.waiting.append(value) }
        for value in 3...5 { _ = state.receive(value) }
        XCTAssertEqual(values(&state), [1, 2], "those that were asked for are not dropped for room")
        _ = state.request(.unlimited)
        XCTAssertEqual(values(&state), [5])
    }

    func testUpstreamIsAskedForWhatThereIsRoomForAgain() {
        var state = state(size: 3, .keepFull)
        for value in 1...3 { _ = state.receive(value) }
        guard case .upstream(.max(2)) = state.request(.max(2)) else { return XCTFail("two places are free") }
        guard case .upstream(.max(1)) = state.request(.max(5)) else { return XCTFail("one more is free") }
        guard case .nothing = state.request(.max(5)) else { return XCTFail("no place more is free") }
        XCTAssertEqual(values(&state), [1, 2, 3])
    }

    func testABufferWithoutRoomPassesWhatIsWanted() {
        var state = state(size: 0)
        guard case .drop(1) = state.receive(1) else { return XCTFail("nobody wants it") }
        _ = state.request(.max(1))
        guard case .deliver(.idle, .none) = state.receive(2) else { return XCTFail("it is wanted") }
    }
}
