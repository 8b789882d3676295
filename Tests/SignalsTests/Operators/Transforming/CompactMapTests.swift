import Signals
import SignalsBattery
import XCTest

final class CompactMapTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.compactMap { $0 > 1 ? $0 : nil } }.check()
    }

    func testNilResultsAreLeftOut() {
        let source = PassthroughSubject<String, TestFailure>()
        let recorder = source.compactMap { Int($0) }.recording()
        for value in ["1", "two", "3"] { source.send(value) }
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1, 3])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testForEachValueLeftOutOneMoreIsAskedFor() {
        let numbers = ["a", "1", "b", "2", "3"].publisher.eraseToAnyPublisher()
        XCTAssertEqual(numbers.compactMap { Int($0) }.recording(.max(2)).values, [1, 2])
    }

    func testTwoTransformationsBecomeOneStep() {
        typealias Source = PassthroughSubject<String, Never>
        let source = Source()
        let mapped: Publishers.CompactMap<Source, Int> = source.compactMap { Int($0) }.map { $0 * 2 }
        let compacted: Publishers.CompactMap<Source, Int> = source.compactMap { Int($0) }.compactMap {
            $0 > 1 ? $0 : nil
        }
        let recorders = [mapped.recording(), compacted.recording()]
        for value in ["1", "x", "2"] { source.send(value) }
        XCTAssertEqual(recorders.map(\.values), [[2, 4], [2]])
    }
}
