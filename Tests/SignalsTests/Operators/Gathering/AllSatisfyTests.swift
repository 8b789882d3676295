import Signals
import XCTest

final class AllSatisfyTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.allSatisfy { $0 > 1 } }.check()
        Lifecycle { $0.allSatisfy { _ in true } }.check()
    }

    func testTrueIsDeliveredWhenUpstreamFinishes() {
        let numbers = [1, 2, 3].publisher.eraseToAnyPublisher()
        XCTAssertEqual(numbers.allSatisfy { $0 < 5 }.recording().values, [true])
        XCTAssertEqual(Empty<Int, Never>().allSatisfy { $0 < 5 }.recording().values, [true])
    }

    func testFalseIsDeliveredAsSoonAsAValueDoesNot() {
        let rogue = RoguePublisher<Int, Never>()
        let recorder = Recorder<Bool, Never>()
        rogue.allSatisfy { $0 < 2 }.subscribe(recorder)
        let connection = rogue.connect()
        rogue.send(1)
        rogue.send(2)
        XCTAssertEqual(recorder.values, [false])
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(connection.cancels, 1)
    }
}
