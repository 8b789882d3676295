import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class ReplaySubjectTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.multicast(subject: ReplaySubject(bufferSize: 2)).autoconnect() }.check()
    }

    func testANewSubscriberReceivesTheLatestValuesAndThenWhatComes() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 2)
        for value in 1...3 { subject.send(value) }
        let recorder = subject.recording()
        XCTAssertEqual(recorder.values, [2, 3])
        subject.send(4)
        XCTAssertEqual(recorder.values, [2, 3, 4])
        XCTAssertEqual(subject.recording().values, [3, 4])
    }

    func testOneThatComesAfterTheEndReceivesTheValuesAndTheCompletion() {
        let subject = ReplaySubject<Int, TestFailure>(bufferSize: 1)
        subject.send(1)
        subject.send(2)
        subject.send(completion: .failure(TestFailure()))
        subject.send(3)
        subject.send(completion: .finished)
        let recorder = subject.recording()
        XCTAssertEqual(recorder.values, [2])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testValuesWaitUntilTheyAreAskedFor() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 3)
        for value in 1...3 { subject.send(value) }
        let recorder = subject.recording(.max(1))
        subject.send(4)
        subject.send(completion: .finished)
        XCTAssertEqual(recorder.values, [1])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertTrue(recorder.completions.isEmpty, "the completion comes behind the values")
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 2, 3, 4])
        XCTAssertTrue(recorder.isFinished)
    }

    func testWithoutABufferOnlyTheCompletionIsKept() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 0)
        subject.send(1)
        let recorder = subject.recording()
        subject.send(2)
        subject.send(completion: .finished)
        XCTAssertEqual(recorder.values, [2])
        let late = subject.recording()
        XCTAssertTrue(late.values.isEmpty)
        XCTAssertTrue(late.isFinished)
    }

    func testAllValuesMayBeKept() {
        let subject = ReplaySubject<Int, Never>(bufferSize: .max)
        for value in 0..<1000 { subject.send(value) }
        XCTAssertEqual(subject.recording().values, Array(0..<1000))
    }

    func testANestedSendIsDeliveredBeforeItReturnsAndInOrder() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 1)
        let first = Recorder<Int, Never>(onValue: { recorder, value in
            guard value == 1 else { return }
            subject.send(2)
            XCTAssertEqual(recorder.values, [1, 2])
        })
        subject.subscribe(first)
        let second = subject.recording()
        subject.send(1)
        XCTAssertEqual([first.values, second.values], [[1, 2], [1, 2]])
    }

    func testOneThatHasCancelledReceivesNothingMoreAndIsReleased() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 1)
        weak var weakRecorder: Recorder<Int, Never>?
        do {
            let recorder = subject.recording()
            weakRecorder = recorder
            subject.send(1)
            recorder.cancel()
            subject.send(2)
            XCTAssertEqual(recorder.values, [1])
        }
        XCTAssertNil(weakRecorder)
    }

    func testValuesBeyondTheBufferAreReleased() {
        final class Payload: Sendable {}
        let subject = ReplaySubject<Payload, Never>(bufferSize: 1)
        weak var weakPayload: Payload?
        do {
            let payload = Payload()
            weakPayload = payload
            subject.send(payload)
        }
        XCTAssertNotNil(weakPayload)
        subject.send(Payload())
        XCTAssertNil(weakPayload)
    }

    func testItsUpstreamIsAskedForAllAndCancelledWithItsEnd() {
        let connections = (0..<3).map { _ in RoguePublisher<Int, Never>.Connection() }
        do {
            let subject = ReplaySubject<Int, Never>(bufferSize: 1)
            subject.send(subscription: connections[0])
            XCTAssertEqual(connections[0].requests, [.unlimited])
            subject.send(completion: .finished)
            XCTAssertEqual(connections[0].cancels, 1)
            subject.send(subscription: connections[1])
            XCTAssertEqual(connections[1].cancels, 1, "a subject that has ended takes no upstream")
        }
        do {
            let subject = ReplaySubject<Int, Never>(bufferSize: 1)
            subject.send(subscription: connections[2])
        }
        XCTAssertEqual(connections[2].cancels, 1, "a subject that is released lets go of its upstream")
    }

    func testThoseWhoSubscribeWhileValuesAreSentMissNoneBetween() {
        let subject = ReplaySubject<Int, Never>(bufferSize: .max)
        let recorders = (0..<20).map { _ in Recorder<Int, Never>() }
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            if side == 0 {
                for value in 0..<500 { subject.send(value) }
            } else {
                for recorder in recorders { subject.subscribe(recorder) }
            }
        }
        for recorder in recorders {
            XCTAssertEqual(recorder.values, Array(0..<500))
            XCTAssertEqual(recorder.overlaps, 0)
        }
    }

    func testAllSubscribersSeeTheValuesOfSeveralSendersInOneOrder() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 1)
        let recorders = [subject.recording(), subject.recording()]
        DispatchQueue.concurrentPerform(iterations: 4) { sender in
            for value in 0..<250 { subject.send(sender * 250 + value) }
        }
        XCTAssertEqual(recorders[0].values.count, 1000)
        XCTAssertEqual(recorders[0].values, recorders[1].values)
        XCTAssertEqual(recorders.map(\.overlaps), [0, 0])
    }
}
