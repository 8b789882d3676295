import Signals
import SignalsBattery
import XCTest

final class FilterTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.filter { _ in true } }.check()
        Lifecycle(passesEverything: true) { $0.filter { $0.isMultiple(of: 2) }.filter { $0 > 2 } }.check()
    }

    func testAsksForOneMoreForEachValueItLeavesOut() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>(.max(2))
        subject.filter { $0.isMultiple(of: 2) }.subscribe(recorder)
        for value in 1...10 { subject.send(value) }
        XCTAssertEqual(recorder.values, [2, 4])
    }

    func testFilteringTwiceIsOneStepWhereTheTypeSaysSo() {
        let publisher: Publishers.Filter<AnyPublisher<Int, Never>> =
            Just(6).eraseToAnyPublisher().filter { $0 > 2 }.filter { $0.isMultiple(of: 2) }
        let recorder = Recorder<Int, Never>()
        publisher.subscribe(recorder)
        XCTAssertEqual(recorder.values, [6])
    }
}
