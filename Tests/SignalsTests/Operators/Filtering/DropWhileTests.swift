import Signals
import XCTest

final class DropWhileTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.drop { $0 < 2 } }.check()
        Lifecycle { $0.drop { _ in true } }.check()
    }

    func testAllFromTheFirstThatDoesNotFulfilTheConditionPass() {
        let source = PassthroughSubject<Int, Never>()
        let recorder = source.drop { $0 < 3 }.recording()
        for value in [1, 2, 3, 1, 2] { source.send(value) }
        source.send(completion: .finished)
        XCTAssertEqual(recorder.values, [3, 1, 2])
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheClosureIsNotCalledAnyMoreOnceItReturnedFalse() {
        let calls = Locked(0)
        let recorder = (1...5).publisher.eraseToAnyPublisher()
            .drop { value in
                calls.withLock { $0 += 1 }
                return value < 2
            }
            .recording()
        XCTAssertEqual(recorder.values, [2, 3, 4, 5])
        XCTAssertEqual(calls.withLock { $0 }, 2)
    }

    func testForEachValueLeftOutOneMoreIsAskedFor() {
        let recorder = (1...9).publisher.eraseToAnyPublisher().drop { $0 < 5 }.recording(.max(1))
        XCTAssertEqual(recorder.values, [5])
    }
}
