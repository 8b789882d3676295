import Signals
import XCTest

final class RemoveDuplicatesTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.removeDuplicates() }.check()
        Lifecycle { $0.removeDuplicates { _, _ in true } }.check()
    }

    func testAValueThatEqualsTheOneBeforeIsLeftOut() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.removeDuplicates().recording()
        for value in [1, 1, 2, 2, 2, 1] { source.send(value) }
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1, 2, 1])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testEachValueIsComparedWithTheLastOneThatPassed() {
        let source = PassthroughSubject<Int, Never>()
        let recorder = source.removeDuplicates { $1 - $0 < 3 }.recording()
        for value in [1, 2, 3, 4, 6, 7] { source.send(value) }
        XCTAssertEqual(recorder.values, [1, 4, 7])
    }

    func testForEachValueLeftOutOneMoreIsAskedFor() {
        let recorder = [1, 1, 1, 2, 2, 3].publisher.eraseToAnyPublisher().removeDuplicates().recording(.max(2))
        XCTAssertEqual(recorder.values, [1, 2])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertTrue(recorder.isFinished)
    }

    func testEachSubscriberHasAMemoryOfItsOwn() {
        let source = PassthroughSubject<Int, Never>()
        let distinct = source.removeDuplicates()
        let first = distinct.recording()
        source.send(1)
        let second = distinct.recording()
        source.send(1)
        XCTAssertEqual(first.values, [1])
        XCTAssertEqual(second.values, [1])
    }

    func testAReplacedValueIsReleased() {
        final class Token: Sendable {}
        weak var weakToken: Token?
        let source = PassthroughSubject<Token, Never>()
        let sink = source.removeDuplicates { _, _ in false }.sink { _ in }
        do {
            let token = Token()
            weakToken = token
            source.send(token)
        }
        XCTAssertNotNil(weakToken)
        source.send(Token())
        XCTAssertNil(weakToken)
        sink.cancel()
    }
}
