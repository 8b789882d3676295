import Signals
import SignalsBattery
import XCTest

final class ScanTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.scan(0) { $0 + $1 } }.check()
    }

    func testEveryResultIsDelivered() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.scan(0) { $0 + $1 }.recording()
        for value in 1...4 { source.send(value) }
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1, 3, 6, 10])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testDemandPasses() {
        let recorder = (1...9).publisher.eraseToAnyPublisher().scan(0) { $0 + $1 }.recording(.max(2))
        XCTAssertEqual(recorder.values, [1, 3])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 3, 6])
    }

    func testEachSubscriberStartsAnew() {
        let sums = Record<Int, Never>(output: [1, 2], completion: .finished).scan(0) { $0 + $1 }
        XCTAssertEqual(sums.recording().values, [1, 3])
        XCTAssertEqual(sums.recording().values, [1, 3])
    }

    func testAValueSentWhileAResultIsDeliveredBuildsOnThatResult() {
        let source = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>(onValue: { _, value in if value == 1 { source.send(10) } })
        source.scan(0) { $0 + $1 }.subscribe(recorder)
        source.send(1)
        source.send(100)
        XCTAssertEqual(recorder.values, [1, 11, 111])
    }

    func testAResultWhoseReleaseCancelsIsReleasedAfterTheCompletion() {
        final class Result: Sendable {
            let onRelease: @Sendable () -> Void
            init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
            deinit { onRelease() }
        }
        let source = PassthroughSubject<Int, Never>()
        let events = Locked<[String]>([])
        let sink = source.scan(Result {}) { _, _ in Result { events.withLock { $0.append("released") } } }
            .sink(receiveCompletion: { _ in events.withLock { $0.append("completed") } }, receiveValue: { _ in })
        source.send(1)
        source.send(completion: .finished)
        XCTAssertEqual(events.withLock { $0 }, ["completed", "released"])
        sink.cancel()
    }
}
