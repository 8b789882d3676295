import Signals
import SignalsBattery
import XCTest

/// The properties that all operators made of a reduction share.
final class GatheringTests: XCTestCase {
    func testUpstreamIsAskedForEverythingAtOnceAndOnce() {
        let rogue = RoguePublisher<Int, Never>()
        let recorder = Recorder<Int, Never>(.none)
        rogue.max().subscribe(recorder)
        let connection = rogue.connect()
        recorder.request(.max(1))
        recorder.request(.max(1))
        XCTAssertEqual(connection.requests, [.unlimited])
    }

    func testAResultThatIsThereBeforeItIsAskedForIsDeliveredOnce() {
        let recorder = (1...3).publisher.eraseToAnyPublisher().count().recording(.none)
        recorder.request(.max(1))
        recorder.request(.unlimited)
        XCTAssertEqual(recorder.values, [3])
        XCTAssertTrue(recorder.isFinished)
    }

    func testACancelInsideTheResultLeavesOutTheCompletion() {
        let recorder = Recorder<Int, Never> { recorder, _ in recorder.cancel() }
        (1...3).publisher.eraseToAnyPublisher().count().subscribe(recorder)
        XCTAssertEqual(recorder.values, [3])
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testAClosureThatCancelsHasNoAnswerDelivered() {
        let source = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Bool, Never>()
        let cancelling = source.contains { _ in
            recorder.cancel()
            return true
        }
        cancelling.subscribe(recorder)
        source.send(1)
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testAfterACancelWhatWasGatheredIsReleased() {
        final class Token: Sendable {}
        weak var weakToken: Token?
        let source = PassthroughSubject<Token, Never>()
        let recorder = source.last().recording()
        do {
            let token = Token()
            weakToken = token
            source.send(token)
        }
        XCTAssertNotNil(weakToken)
        recorder.cancel()
        XCTAssertNil(weakToken)
    }
}
