import Signals
import XCTest

final class TryReduceTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryReduce(0) { $0 + $1 } }.check()
        Lifecycle { $0.tryReduce(0) { _, _ in throw TestFailure() } }.check()
    }

    func testAllValuesAreCombinedIntoOne() {
        let recorder = (1...4).publisher.eraseToAnyPublisher().tryReduce(0) { $0 + $1 }.recording()
        XCTAssertEqual(recorder.values, [10])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAThrownErrorEndsItAndCancelsUpstream() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Int, any Error>()
        rogue.tryReduce(0) { _, _ in throw TestFailure() }.subscribe(recorder)
        let connection = rogue.connect()
        rogue.send(1)
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.failure is TestFailure)
        XCTAssertEqual(connection.cancels, 1)
    }
}
