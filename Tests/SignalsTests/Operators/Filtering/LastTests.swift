import Signals
import XCTest

final class LastTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.last() }.check()
    }

    func testTheLastValueIsDeliveredWhenUpstreamFinishes() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.last().recording()
        for value in 1...3 { source.send(value) }
        XCTAssertEqual(recorder.values, [])
        source.send(completion: .finished)
        XCTAssertEqual(recorder.values, [3])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAFailureDropsTheValue() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.last().recording()
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testWithoutValuesItJustFinishes() {
        let recorder = Empty<Int, Never>().last().recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheValueWaitsUntilItIsAskedFor() {
        let recorder = (1...3).publisher.eraseToAnyPublisher().last().recording(.none)
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [3])
    }
}
