import Signals
import XCTest

/// The duties of every operator, whatever else it does: the rules of `Publisher`, under a well-behaved upstream, a
/// rogue one, and several threads.
///
/// An operator's test calls `Lifecycle { $0.map { $0 + 1 } }.check()`.
package struct Lifecycle<Result: Publisher> {
    package typealias Upstream = AnyPublisher<Int, TestFailure>

    private let make: @Sendable (Upstream) -> Result
    private let passesEverything: Bool
    private let file: StaticString
    private let line: UInt

    /// - Parameter passesEverything: whether the operator has no state of its own, so that it passes on what a rogue
    ///   upstream does, and the subscriber has to guard itself, as `sink` does.
    package init(
        passesEverything: Bool = false, file: StaticString = #filePath, line: UInt = #line,
        _ make: @escaping @Sendable (Upstream) -> Result
    ) {
        self.make = make
        self.passesEverything = passesEverything
        self.file = file
        self.line = line
    }

    package func check() {
        for completion in [Subscribers.Completion<TestFailure>.finished, .failure(TestFailure())] {
            checkThatNothingFollowsTheEnd(completion)
            checkThatEverythingIsReleased(after: completion)
        }
        checkThatASecondSubscriptionIsCancelled()
        checkThatAValueBeforeTheSubscriptionDoesNoHarm()
        checkThatCancellingWhileAValueIsDeliveredEndsIt()
        checkThatCancellingTwiceCancelsOnce()
        checkThatCancellingReleasesEverything()
        checkThatDemandIsKept()
        checkThatDemandAddsUp()
        checkThatCallsFromInsideCannotDeadlock()
        checkThatConcurrentSendersAreSerial()
    }

    private func expect(_ condition: Bool, _ claim: @autoclosure () -> String) {
        XCTAssertTrue(condition, claim(), file: file, line: line)
    }

    /// Subscribes, with a guard between them if the operator has none.
    private func subscribe(_ recorder: Recorder<Result.Output, Result.Failure>, to publisher: Result) {
        if passesEverything {
            publisher.handleEvents().subscribe(recorder)
        } else {
            publisher.subscribe(recorder)
        }
    }

    private func checkThatNothingFollowsTheEnd(_ completion: Subscribers.Completion<TestFailure>) {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Result.Output, Result.Failure>()
        subscribe(recorder, to: make(rogue.eraseToAnyPublisher()))
        rogue.connect()
        for value in 1...3 { rogue.send(value) }
        rogue.send(completion: completion)
        rogue.send(completion: .finished)
        rogue.send(4)
        expect(recorder.subscriptionCount == 1, "one subscription, not \(recorder.subscriptionCount)")
        expect(recorder.completions.count == 1, "one completion, not \(recorder.completions)")
        expect(!recorder.hasEventsAfterCompletion, "nothing after the completion: \(recorder.events)")
    }

    private func checkThatASecondSubscriptionIsCancelled() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let sink = Subscribers.Sink<Result.Output, Result.Failure>(receiveCompletion: { _ in }, receiveValue: { _ in })
        make(rogue.eraseToAnyPublisher()).subscribe(sink)
        let first = rogue.connect()
        let second = rogue.connect()
        expect(first.cancels == 0, "the first subscription stays")
        expect(second.cancels == 1, "a second subscription is cancelled")
    }

    private func checkThatAValueBeforeTheSubscriptionDoesNoHarm() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Result.Output, Result.Failure>()
        subscribe(recorder, to: make(rogue.eraseToAnyPublisher()))
        rogue.send(0)
        rogue.connect()
        rogue.send(1)
        rogue.send(completion: .finished)
        expect(recorder.completions.count == 1, "the end arrives after a value that came too early")
    }

    private func checkThatCancellingWhileAValueIsDeliveredEndsIt() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Result.Output, Result.Failure>(onValue: { recorder, _ in recorder.cancel() })
        make(subject.eraseToAnyPublisher()).subscribe(recorder)
        for value in 1...300 { subject.send(value) }
        let count = recorder.values.count
        subject.send(completion: .finished)
        expect(count <= 1, "cancelling inside the first value leaves it the last, not \(count) values")
        if count == 1 { expect(recorder.completions.isEmpty, "no completion after a cancel") }
    }

    private func checkThatCancellingTwiceCancelsOnce() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<Result.Output, Result.Failure>(.none)
        subscribe(recorder, to: make(rogue.eraseToAnyPublisher()))
        let connection = rogue.connect()
        let sink = AnyCancellable(recorder.cancel)
        sink.cancel()
        sink.cancel()
        expect(connection.cancels == 1, "upstream is cancelled once, not \(connection.cancels) times")
        rogue.send(1)
        rogue.send(completion: .finished)
        expect(recorder.values.isEmpty && recorder.completions.isEmpty, "nothing after a cancel")
    }

    private func checkThatEverythingIsReleased(after completion: Subscribers.Completion<TestFailure>) {
        weak var weakRecorder: Recorder<Result.Output, Result.Failure>?
        let subject = PassthroughSubject<Int, TestFailure>()
        do {
            let recorder = Recorder<Result.Output, Result.Failure>()
            weakRecorder = recorder
            make(subject.eraseToAnyPublisher()).subscribe(recorder)
            for value in 1...3 { subject.send(value) }
            subject.send(completion: completion)
        }
        expect(weakRecorder == nil, "the subscriber is released after \(completion), though it keeps its subscription")
    }

    private func checkThatCancellingReleasesEverything() {
        weak var weakRecorder: Recorder<Result.Output, Result.Failure>?
        let subject = PassthroughSubject<Int, TestFailure>()
        do {
            let recorder = Recorder<Result.Output, Result.Failure>()
            weakRecorder = recorder
            make(subject.eraseToAnyPublisher()).subscribe(recorder)
            subject.send(1)
            recorder.cancel()
        }
        expect(weakRecorder == nil, "the subscriber is released after a cancel, though it keeps its subscription")
    }

    private func checkThatDemandIsKept() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Result.Output, Result.Failure>(.max(2))
        make(subject.eraseToAnyPublisher()).subscribe(recorder)
        for value in 1...300 { subject.send(value) }
        expect(recorder.values.count <= 2, "two values at most were asked for, \(recorder.values.count) came")
        recorder.request(.max(3))
        for value in 301...600 { subject.send(value) }
        subject.send(completion: .finished)
        expect(recorder.values.count <= 5, "five values at most were asked for, \(recorder.values.count) came")
    }

    /// However a subscriber asks for everything, it gets the same as one that asks once.
    private func checkThatDemandAddsUp() {
        let once = record(.unlimited)
        let twice = record(.unlimited) { $0.request(.unlimited) }
        let returned = record(.unlimited, then: .unlimited)
        let counted = record(.max(Int.max - 1), then: .unlimited) { $0.request(.max(Int.max - 1)) }
        let more = record(.unlimited, then: .max(1))
        for (way, recorder) in [
            ("asks twice", twice), ("returns .unlimited", returned), ("asks for more than there is", counted),
            ("returns .max(1)", more),
        ] {
            expect(
                "\(recorder.events)" == "\(once.events)",
                "a subscriber that \(way) gets \(recorder.events.count) events, not \(once.events.count)")
        }
        let grown = record(.max(1), then: .unlimited)
        let kept = record(.max(1), then: .max(1))
        let none = record(.max(3), then: .max(0))
        expect(
            grown.completions.count == 1, "the end comes to a subscriber that returns .unlimited for the first value")
        expect(kept.completions.count == 1, "the end comes to a subscriber that asks for one value after another")
        expect(none.values.count <= 3, "three values at most were asked for, \(none.values.count) came")
    }

    /// The events of a subscriber that asks in the given way, from an upstream that delivers what it is asked for.
    private func record(
        _ demand: Subscribers.Demand, then demandPerValue: Subscribers.Demand = .none,
        _ ask: (Recorder<Result.Output, Result.Failure>) -> Void = { _ in }
    ) -> Recorder<Result.Output, Result.Failure> {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Result.Output, Result.Failure>(demand, then: demandPerValue)
        make(subject.eraseToAnyPublisher()).subscribe(recorder)
        ask(recorder)
        for value in 1...20 { subject.send(value) }
        subject.send(completion: .finished)
        return recorder
    }

    private func checkThatCallsFromInsideCannotDeadlock() {
        let make = make
        underAWatchdog(file: file, line: line) {
            let subject = PassthroughSubject<Int, TestFailure>()
            let publisher = make(subject.eraseToAnyPublisher())
            let others = Locked<[AnyCancellable]>([])
            let sent = Locked(0)
            let sink = publisher.sink(receiveCompletion: { _ in }) { _ in
                let count = sent.withLock { sent in
                    sent += 1
                    return sent
                }
                guard count < 5 else { return }
                let other = publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
                subject.send(count)
                let released = others.withLock { others in
                    defer { others = [other] }
                    return others
                }
                withExtendedLifetime(released) {}
                if count == 4 { subject.send(completion: .finished) }
            }
            for value in 1...10 { subject.send(value) }
            subject.send(completion: .finished)
            sink.cancel()
        }
    }

    private func checkThatConcurrentSendersAreSerial() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Result.Output, Result.Failure>()
        make(subject.eraseToAnyPublisher()).subscribe(recorder)
        DispatchQueue.concurrentPerform(iterations: 4) { sender in
            for value in 0..<250 { subject.send(sender * 250 + value) }
        }
        subject.send(completion: .finished)
        expect(recorder.overlaps == 0, "\(recorder.overlaps) events overlapped")
        expect(recorder.completions.count == 1, "one completion after concurrent senders")
        expect(!recorder.hasEventsAfterCompletion, "nothing after the completion")
    }
}
