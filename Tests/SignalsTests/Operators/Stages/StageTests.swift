import Signals
import SignalsBattery
import XCTest

/// The properties that all operators made of a step share.
final class StageTests: XCTestCase {
    func testAClosureThatCancelsHasItsValueNotDelivered() {
        let source = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, any Error>()
        let cancelling = source.tryFilter { _ in
            recorder.cancel()
            return true
        }
        cancelling.subscribe(recorder)
        source.send(1)
        source.send(completion: .finished)
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testAClosureThatCancelsHasItsValueNotDeliveredWhereverItHasASubscription() {
        typealias Cancelling = (AnyPublisher<Int, any Error>, @escaping @Sendable () -> Void) -> AnyPublisher<
            Int, any Error
        >
        let operators: [(name: String, make: Cancelling)] = [
            (
                "tryMap",
                { upstream, cancel in
                    upstream.tryMap { value -> Int in
                        cancel()
                        return value
                    }
                    .eraseToAnyPublisher()
                }
            ),
            (
                "handleEvents",
                { upstream, cancel in upstream.handleEvents(receiveOutput: { _ in cancel() }).eraseToAnyPublisher() }
            ),
        ]
        for (name, make) in operators {
            let source = PassthroughSubject<Int, any Error>()
            let recorder = Recorder<Int, any Error>()
            make(source.eraseToAnyPublisher()) { recorder.cancel() }.subscribe(recorder)
            source.send(1)
            source.send(completion: .finished)
            XCTAssertTrue(recorder.values.isEmpty, name)
            XCTAssertTrue(recorder.completions.isEmpty, name)
        }
    }

    func testAClosureThatCancelsAndThrowsHasItsErrorNotDelivered() {
        let source = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, any Error>()
        let cancelling = source.tryScan(0) { _, _ in
            recorder.cancel()
            throw TestFailure()
        }
        cancelling.subscribe(recorder)
        source.send(1)
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testACancelFromTheLastValueLeavesOutTheCompletion() {
        let source = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never> { recorder, _ in recorder.cancel() }
        source.prefix(1).subscribe(recorder)
        source.send(1)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testASendFromInsideTheClosureIsDeliveredBeforeItReturns() {
        let source = PassthroughSubject<Int, Never>()
        let recorder =
            source
            .tryFilter { value in
                if value == 1 { source.send(10) }
                return true
            }
            .recording()
        source.send(1)
        XCTAssertEqual(recorder.values, [10, 1])
    }

    func testDemandInAnswerToAValueReachesUpstream() {
        let rogue = RoguePublisher<Int, Never>()
        let recorder = Recorder<Int, Never>(.max(2), then: .max(3))
        rogue.scan(0) { $0 + $1 }.subscribe(recorder)
        let connection = rogue.connect()
        XCTAssertEqual(connection.requests, [.max(2)])
        XCTAssertEqual(rogue.send(1), .max(3))
    }
}
