import Signals
import XCTest

final class TryFilterTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryFilter { $0 > 1 } }.check()
        Lifecycle { $0.tryFilter { if $0 > 1 { throw TestFailure() } else { true } } }.check()
    }

    func testOnlyWhatFulfilsTheConditionPasses() {
        let recorder = [1, 2, 3, 4].publisher.tryFilter { $0.isMultiple(of: 2) }.recording()
        XCTAssertEqual(recorder.values, [2, 4])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAThrownErrorEndsItAndCancelsUpstream() {
        let rogue = RoguePublisher<Int, Never>()
        let recorder = Recorder<Int, any Error>()
        rogue.tryFilter { if $0 == 2 { throw TestFailure() } else { true } }.subscribe(recorder)
        let connection = rogue.connect()
        for value in 1...3 { rogue.send(value) }
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.failure is TestFailure)
        XCTAssertEqual(connection.cancels, 1)
    }

    func testForEachValueLeftOutOneMoreIsAskedFor() {
        let recorder = (1...10).publisher.tryFilter { $0 > 7 }.recording(.max(2))
        XCTAssertEqual(recorder.values, [8, 9])
    }

    func testTwoConditionsBecomeOneStep() {
        let source = PassthroughSubject<Int, Never>()
        let one: Publishers.TryFilter<PassthroughSubject<Int, Never>> = source.tryFilter { $0 > 1 }.filter { $0 < 4 }
        let two: Publishers.TryFilter<PassthroughSubject<Int, Never>> = source.tryFilter { $0 > 1 }.tryFilter { $0 < 4 }
        let three: Publishers.TryFilter<PassthroughSubject<Int, Never>> = source.filter { $0 > 1 }.tryFilter { $0 < 4 }
        let recorders = [one, two, three].map { $0.recording() }
        for value in 1...5 { source.send(value) }
        for recorder in recorders { XCTAssertEqual(recorder.values, [2, 3]) }
    }
}
