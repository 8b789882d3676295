import Signals
import XCTest

final class IgnoreOutputTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.ignoreOutput() }.check()
    }

    func testNoValuePassesButTheEndDoes() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.ignoreOutput().recording()
        for value in 1...3 { source.send(value) }
        XCTAssertTrue(recorder.completions.isEmpty)
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testUpstreamRunsToItsEndThoughNothingIsAskedFor() {
        XCTAssertTrue((1...3).publisher.eraseToAnyPublisher().ignoreOutput().recording(.none).isFinished)
    }
}
