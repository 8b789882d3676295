import Signals
import SignalsBattery
import XCTest

final class OutputTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.prefix(2) }.check()
        Lifecycle { $0.prefix(1000) }.check()
        Lifecycle { $0.output(at: 1) }.check()
        Lifecycle { $0.output(in: 1..<3) }.check()
    }

    func testThePrefixFinishesBehindItsLastValueAndThenCancelsUpstream() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>()
        rogue.prefix(2).subscribe(recorder)
        let connection = rogue.connect()
        rogue.send(1)
        XCTAssertEqual(connection.cancels, 0)
        rogue.send(2)
        rogue.send(3)
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(connection.cancels, 1)
    }

    func testAPrefixOfNothingFinishesAtOnce() {
        let recorder = PassthroughSubject<Int, Never>().prefix(0).recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAPrefixThatIsTooLongEndsWithUpstream() {
        let recorder = [1, 2].publisher.eraseToAnyPublisher().prefix(5).recording()
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheOneValueAtAPositionIsDelivered() {
        let source = PassthroughSubject<String, Never>()
        let recorder = source.output(at: 1).recording()
        for value in ["a", "b", "c"] { source.send(value) }
        XCTAssertEqual(recorder.values, ["b"])
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheValuesAtSomePositionsAreDelivered() {
        let letters = ["a", "b", "c", "d", "e"].publisher.eraseToAnyPublisher()
        XCTAssertEqual(letters.output(in: 1...2).recording().values, ["b", "c"])
        XCTAssertEqual(letters.output(in: 3...).recording().values, ["d", "e"])
        XCTAssertEqual(letters.output(in: ..<2).recording().values, ["a", "b"])
        XCTAssertTrue(letters.output(in: 2..<2).recording().isFinished)
    }

    func testTheGreatestPositionIsReachedByNoValue() {
        XCTAssertEqual([1, 2].publisher.map { $0 }.output(at: .max).recording().values, [])
        XCTAssertEqual([1, 2].publisher.map { $0 }.output(in: 0...Int.max).recording().values, [1, 2])
        XCTAssertEqual([1, 2].publisher.map { $0 }.output(in: ...Int.max).recording().values, [1, 2])
        XCTAssertEqual(Just(1).output(at: .max).recording().values, [])
        XCTAssertEqual(Just(1).output(in: 0...Int.max).recording().values, [1])
    }

    func testAPositionThatIsNotReachedDeliversNothing() {
        let recorder = [1, 2].publisher.eraseToAnyPublisher().output(at: 5).recording()
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.isFinished)
    }

    func testForEachValueLeftOutOneMoreIsAskedFor() {
        let recorder = (0...9).publisher.eraseToAnyPublisher().output(in: 4...).recording(.max(2))
        XCTAssertEqual(recorder.values, [4, 5])
    }

    func testValuesSentWhileTheLastIsDeliveredAreIgnored() {
        let source = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>(onValue: { _, value in if value == 1 { source.send(9) } })
        source.prefix(1).subscribe(recorder)
        source.send(1)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.isFinished)
    }
}
