import Signals
import SignalsBattery
import XCTest

final class DropTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.dropFirst() }.check()
        Lifecycle { $0.dropFirst(0) }.check()
        Lifecycle { $0.dropFirst(1000) }.check()
    }

    func testTheFirstValuesAreLeftOut() {
        let source = PassthroughSubject<Int, Never>()
        let one = source.dropFirst().recording()
        let three = source.dropFirst(3).recording()
        let none = source.dropFirst(0).recording()
        for value in 1...5 { source.send(value) }
        source.send(completion: .finished)
        XCTAssertEqual(one.values, [2, 3, 4, 5])
        XCTAssertEqual(three.values, [4, 5])
        XCTAssertEqual(none.values, [1, 2, 3, 4, 5])
        XCTAssertTrue(three.isFinished)
    }

    func testLeftOutValuesUseUpNoDemand() {
        let recorder = (1...10).publisher.eraseToAnyPublisher().dropFirst(4).recording(.max(2))
        XCTAssertEqual(recorder.values, [5, 6])
    }

    func testEqualPartsMakeEqualPublishers() {
        XCTAssertEqual(
            Fail<Int, TestFailure>(error: TestFailure()).dropFirst(2),
            Fail<Int, TestFailure>(error: TestFailure()).dropFirst(2))
        XCTAssertNotEqual(
            Fail<Int, TestFailure>(error: TestFailure()).dropFirst(2),
            Fail<Int, TestFailure>(error: TestFailure()).dropFirst(3))
    }
}
