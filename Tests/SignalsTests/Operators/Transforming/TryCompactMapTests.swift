import Signals
import SignalsBattery
import XCTest

final class TryCompactMapTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryCompactMap { $0 > 1 ? $0 : nil } }.check()
        Lifecycle { $0.tryCompactMap { if $0 > 1 { throw TestFailure() } else { Int?.none } } }.check()
    }

    func testNilResultsAreLeftOut() {
        let recorder = ["1", "two", "3"].publisher.tryCompactMap { Int($0) }.recording()
        XCTAssertEqual(recorder.values, [1, 3])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAThrownErrorEndsIt() {
        let recorder = ["1", "", "3"].publisher
            .tryCompactMap { if $0.isEmpty { throw TestFailure() } else { Int($0) } }
            .recording()
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.failure is TestFailure)
    }

    func testTwoTransformationsBecomeOneStep() {
        typealias Source = PassthroughSubject<String, Never>
        let source = Source()
        let fused: Publishers.TryCompactMap<Source, Int> =
            source.tryCompactMap { Int($0) }.compactMap { $0 > 1 ? $0 : nil }
        let recorder = fused.recording()
        for value in ["1", "x", "2"] { source.send(value) }
        XCTAssertEqual(recorder.values, [2])
    }
}
