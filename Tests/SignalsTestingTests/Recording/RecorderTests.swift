import Signals
import SignalsTesting
import XCTest

private struct Offline: Error, Equatable {}

final class RecorderTests: XCTestCase {
    private let subject = PassthroughSubject<Int, Offline>()

    /// Sends from another thread, so that the test has to wait.
    private func sendInBackground(_ values: [Int], then completion: Subscribers.Completion<Offline>? = nil) {
        DispatchQueue.global().async { [subject] in
            for value in values { subject.send(value) }
            if let completion { subject.send(completion: completion) }
        }
    }

    func testNextWaitsForOneElementAfterAnother() throws {
        let recorder = subject.record()
        sendInBackground([1, 2, 3])
        XCTAssertEqual(try wait(for: recorder.next()), 1)
        XCTAssertEqual(try wait(for: recorder.next(2)), [2, 3])
    }

    func testElementsAreAllElementsWhenThePublisherHasFinished() throws {
        let recorder = subject.record()
        sendInBackground([1, 2], then: .finished)
        XCTAssertEqual(try wait(for: recorder.elements), [1, 2])
    }

    func testSingleLastFinishedAndCompletion() throws {
        let recorder = Just(7).record()
        XCTAssertEqual(try wait(for: recorder.single), 7)
        XCTAssertEqual(try wait(for: recorder.last), 7)
        XCTAssertNoThrow(try wait(for: recorder.finished))
        XCTAssertEqual(try wait(for: recorder.completion), .finished)
    }

    func testLastOfNothingIsNil() throws {
        XCTAssertNil(try wait(for: Empty<Int, Never>().record().last))
    }

    func testThePublishersOwnErrorIsThrown() {
        let recorder = subject.record()
        sendInBackground([1], then: .failure(Offline()))
        XCTAssertThrowsError(try wait(for: recorder.elements)) { XCTAssertEqual($0 as? Offline, Offline()) }
        XCTAssertThrowsError(try wait(for: recorder.finished)) { XCTAssertEqual($0 as? Offline, Offline()) }
        XCTAssertThrowsError(try wait(for: recorder.single)) { XCTAssertEqual($0 as? Offline, Offline()) }
        XCTAssertThrowsError(try wait(for: recorder.last)) { XCTAssertEqual($0 as? Offline, Offline()) }
        XCTAssertThrowsError(try wait(for: recorder.next(2))) { XCTAssertEqual($0 as? Offline, Offline()) }
        XCTAssertEqual(try wait(for: recorder.completion), .failure(Offline()))
    }

    func testValuesBeforeAFailureAreHandedOut() throws {
        let recorder = subject.record()
        sendInBackground([1], then: .failure(Offline()))
        XCTAssertEqual(try wait(for: recorder.next()), 1)
    }

    func testTooFewAndTooManyElementsAreErrors() {
        XCTAssertThrowsError(try wait(for: Just(1).record().next(2))) {
            XCTAssertEqual($0 as? RecordingError, .notEnoughElements(expected: 2, received: 1))
        }
        XCTAssertThrowsError(try wait(for: Empty<Int, Never>().record().single)) {
            XCTAssertEqual($0 as? RecordingError, .notEnoughElements(expected: 1, received: 0))
        }
        let recorder = subject.record()
        sendInBackground([1, 2])
        XCTAssertThrowsError(try wait(for: recorder.single)) {
            XCTAssertEqual($0 as? RecordingError, .tooManyElements(received: 2))
        }
    }

    func testATimeoutSaysWhatHasCome() {
        let recorder = subject.record()
        subject.send(1)
        XCTAssertThrowsError(try wait(for: recorder.elements, timeout: 0)) {
            XCTAssertEqual($0 as? RecordingError, .timedOut(seconds: 0, received: 1))
            XCTAssertTrue("\($0)".contains("1 elements did"))
        }
    }

    func testRecordedEventsCanBeReadWithoutWaiting() {
        let recorder = subject.record()
        subject.send(1)
        subject.send(2)
        XCTAssertEqual(recorder.received, [1, 2])
    }

    func testReleasingOrCancellingEndsTheSubscription() {
        let cancels = CurrentValueSubject<Int, Never>(0)
        let publisher = subject.handleEvents(receiveCancel: { cancels.value += 1 })
        do { _ = publisher.record() }
        XCTAssertEqual(cancels.value, 1)
        let recorder = publisher.record()
        recorder.cancel()
        subject.send(1)
        XCTAssertEqual(cancels.value, 2)
        XCTAssertEqual(recorder.received, [])
    }

    func testTheRunLoopRunsWhileTheTestWaits() throws {
        let recorder = Just(1).receive(on: DispatchQueue.main).record()
        XCTAssertEqual(try wait(for: recorder.elements), [1])
    }

    func testAnAsyncTestAwaits() async throws {
        let recorder = subject.record()
        sendInBackground([1, 2, 3], then: .finished)
        let first = try await recorder.next().value
        let rest = try await recorder.next(2).value
        XCTAssertEqual([first] + rest, [1, 2, 3])
        let all = try await recorder.elements.value
        XCTAssertEqual(all, [1, 2, 3])
    }

    func testACancelledTaskStopsWaiting() async {
        let recorder = subject.record()
        let waiting = Task { try await recorder.next().value }
        waiting.cancel()
        let result = await waiting.result
        XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    }

    func testManyTasksAwaitOneElementEach() async throws {
        let recorder = subject.record()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await recorder.next().value } }
            sendInBackground(Array(1...50))
            return try await group.reduce(0, +)
        }
        XCTAssertEqual(sum, 50 * 51 / 2)
    }
}
