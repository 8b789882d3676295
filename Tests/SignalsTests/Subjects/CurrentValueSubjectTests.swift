import Signals
import SignalsBattery
import XCTest

final class CurrentValueSubjectTests: XCTestCase {
    func testHandsANewSubscriberTheLatestValue() {
        let subject = CurrentValueSubject<Int, Never>(1)
        subject.send(2)
        let recorder = Recorder<Int, Never>()
        subject.subscribe(recorder)
        subject.value = 3
        XCTAssertEqual(recorder.values, [2, 3])
        XCTAssertEqual(subject.value, 3)
    }

    func testASubscriberThatWaitsReceivesTheLatestValueOnceItAsks() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let recorder = Recorder<Int, Never>(.none)
        subject.subscribe(recorder)
        subject.send(2)
        subject.send(3)
        XCTAssertEqual(recorder.values, [])
        recorder.request(.max(2))
        XCTAssertEqual(recorder.values, [3])
        subject.send(4)
        subject.send(5)
        XCTAssertEqual(recorder.values, [3, 4])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [3, 4, 5])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [3, 4, 5], "nothing is delivered twice")
    }

    func testTheDemandThatASubscriberReturnsBringsAValueThatItSetMeanwhile() {
        func values(_ count: Int, _ publish: (CurrentValueSubject<Int, Never>) -> AnyPublisher<Int, Never>) -> [Int] {
            let subject = CurrentValueSubject<Int, Never>(0)
            let values = Locked<[Int]>([])
            publish(subject).subscribe(
                AnySubscriber(
                    receiveSubscription: { $0.request(.max(1)) },
                    receiveValue: { value in
                        values.withLock { $0.append(value) }
                        if value < count { subject.value += 1 }
                        return .max(1)
                    }))
            return values.withLock { $0 }
        }
        // More than a recursion for each would have stack for.
        XCTAssertEqual(values(100_000) { $0.eraseToAnyPublisher() }, Array(0...100_000))
        XCTAssertEqual(values(5) { $0.map { $0 }.eraseToAnyPublisher() }, Array(0...5))
        XCTAssertEqual(values(5) { $0.merge(with: Empty()).eraseToAnyPublisher() }, Array(0...5))
        XCTAssertEqual(values(5) { $0.flatMap { Just($0) }.eraseToAnyPublisher() }, Array(0...5))
        XCTAssertEqual(values(5) { subject in Just(1).flatMap { _ in subject }.eraseToAnyPublisher() }, Array(0...5))
        XCTAssertEqual(
            values(5) { $0.buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest).eraseToAnyPublisher() },
            Array(0...5))
    }

    func testWhoMissedAValueMeanwhileHasItBehindTheOthersWhoseTurnItWas() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let seen = Locked<[String]>([])
        subject.dropFirst().subscribe(
            AnySubscriber(
                receiveSubscription: { $0.request(.max(1)) },
                receiveValue: { value in
                    seen.withLock { $0.append("first \(value)") }
                    if value == 1 { subject.value = 2 }
                    return .max(1)
                }))
        let second = subject.dropFirst().sink { value in seen.withLock { $0.append("second \(value)") } }
        subject.value = 1
        XCTAssertEqual(seen.withLock { $0 }, ["first 1", "second 1", "second 2", "first 2"])
        second.cancel()
    }

    func testAfterTheEndItKeepsItsValueAndTellsWhoComes() {
        let subject = CurrentValueSubject<Int, TestFailure>(1)
        let early = Recorder<Int, TestFailure>()
        subject.subscribe(early)
        subject.send(completion: .failure(TestFailure()))
        subject.send(2)
        let late = Recorder<Int, TestFailure>()
        subject.subscribe(late)
        XCTAssertEqual(subject.value, 1)
        XCTAssertEqual(early.completions, [.failure(TestFailure())])
        XCTAssertEqual(late.values, [])
        XCTAssertEqual(late.completions, [.failure(TestFailure())])
    }

    func testTheValueIsNewInsideASubscriber() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let seen = Locked<[Int]>([])
        let sink = subject.sink { _ in seen.withLock { $0.append(subject.value) } }
        subject.send(2)
        XCTAssertEqual(seen.withLock { $0 }, [1, 2])
        sink.cancel()
    }

    func testANestedSendReachesAllInOneOrder() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let sink = subject.sink { if $0 == 1 { subject.send(2) } }
        let recorder = Recorder<Int, Never>()
        subject.subscribe(recorder)
        subject.send(1)
        XCTAssertEqual(recorder.values, [0, 1, 2])
        XCTAssertEqual(subject.value, 2)
        sink.cancel()
    }

    func testAfterConcurrentSendsEverySubscriberHasTheValueLast() {
        for _ in 0..<20 {
            let subject = CurrentValueSubject<Int, Never>(-1)
            let recorders = (0..<3).map { _ in Recorder<Int, Never>() }
            for recorder in recorders { subject.subscribe(recorder) }
            DispatchQueue.concurrentPerform(iterations: 4) { sender in
                for value in 0..<100 { subject.send(sender * 100 + value) }
            }
            for recorder in recorders {
                XCTAssertEqual(recorder.overlaps, 0)
                XCTAssertEqual(recorder.values.count, 401)
                XCTAssertEqual(recorder.values.last, subject.value)
            }
        }
    }

    func testASubscriberHasTheValueWhenSubscribingReturnsWhileOthersSend() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let misses = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for value in 0..<500 {
                guard thread == 0 else { return subject.send(value) }
                let recorder = Recorder<Int, Never>()
                subject.subscribe(recorder)
                if recorder.values.isEmpty { misses.withLock { $0 += 1 } }
                recorder.cancel()
            }
        }
        XCTAssertEqual(misses.withLock { $0 }, 0)
    }

    func testAttachedDuringADeliveryOnAnotherThreadItMissesNothingSentAfterwards() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let inside = expectation(description: "a delivery is under way")
        let attached = DispatchSemaphore(value: 0)
        let slow = subject.dropInitial { _ in
            inside.fulfill()
            attached.wait()
        }
        DispatchQueue.global().async { subject.send(1) }
        wait(for: [inside], timeout: 10)
        let recorder = Recorder<Int, Never>()
        subject.subscribe(recorder)
        XCTAssertEqual(recorder.values, [1], "the value is there though the gate is taken")
        subject.send(2)
        let delivered = expectation(description: "the owner of the gate delivers what was left")
        let watching = subject.sink { if $0 == 2 { delivered.fulfill() } }
        delivered.assertForOverFulfill = false
        slow.cancel()
        attached.signal()
        wait(for: [delivered], timeout: 10)
        underAWatchdog { while recorder.values != [1, 2] {} }
        watching.cancel()
    }

    func testValuesSentInsideTwoSubscribersArriveInTheOrderInWhichTheValueTookThemOn() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let first = Locked<[Int]>([])
        let second = Locked<[Int]>([])
        let watching = [
            subject.sink { value in
                first.withLock { $0.append(value) }
                if value == 1 { subject.send(2) }
            },
            subject.sink { value in
                second.withLock { $0.append(value) }
                if value == 1 { subject.send(3) }
            },
        ]
        subject.send(1)
        XCTAssertEqual(first.withLock { $0 }, [0, 1, 2, 3])
        XCTAssertEqual(second.withLock { $0 }, [0, 1, 2, 3])
        XCTAssertEqual(subject.value, 3)
        withExtendedLifetime(watching) {}
    }

    func testAValueSentBeforeACompletionInsideTwoSubscribersIsNotLost() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let received = Locked<[Int]>([])
        let watching = [
            subject.sink { if $0 == 1 { subject.send(2) } },
            subject.sink { value in
                received.withLock { $0.append(value) }
                if value == 1 { subject.send(completion: .finished) }
            },
        ]
        subject.send(1)
        XCTAssertEqual(received.withLock { $0 }, [0, 1, 2])
        withExtendedLifetime(watching) {}
    }

    func testAfterTheEndTheValueCanBeChangedAndNobodyIsTold() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let recorder = Recorder<Int, Never>()
        subject.subscribe(recorder)
        subject.send(completion: .finished)
        subject.value = 2
        XCTAssertEqual(subject.value, 2)
        XCTAssertEqual(recorder.values, [1])
        let late = Recorder<Int, Never>()
        subject.subscribe(late)
        XCTAssertEqual(late.values, [])
    }

    // One that is let go of too early crashes in release only.
    func testTheValueThatASubscriberWaitedForMayEndItsSubscription() {
        let subject = CurrentValueSubject<Int, TestFailure>(1)
        let failing = subject.tryFilter { _ in throw TestFailure() }.mapError { _ in TestFailure() }
        let recorder = Recorder<Int, TestFailure>(.none)
        failing.retry(1).subscribe(recorder)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
        let erased = Recorder<Int, TestFailure>(.none)
        failing.eraseToAnyPublisher().retry(1).eraseToAnyPublisher().subscribe(erased)
        erased.request(.max(1))
        XCTAssertEqual(erased.completions, [.failure(TestFailure())])
    }

    func testASubscriberMaySendAndCancelInTheValueThatItWaitedFor() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let other = Recorder<Int, Never>()
        let waiting = Recorder<Int, Never>(.none) { waiting, value in
            subject.send(value + 1)
            waiting.cancel()
            subject.send(value + 2)
        }
        subject.subscribe(waiting)
        subject.subscribe(other)
        waiting.request(.max(1))
        XCTAssertEqual(waiting.values, [1])
        XCTAssertEqual(other.values, [1, 2, 3])
    }

    func testWhoAsksInAValueDoesNotBringItToTheOthersBeforeItsReturn() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let others = Recorder<Int, Never>()
        let seen = Locked<[[Int]]>([])
        let asking = Locked<(any Subscription)?>(nil)
        subject.subscribe(
            AnySubscriber<Int, Never>(
                receiveSubscription: { subscription in
                    asking.withLock { $0 = subscription }
                    subscription.request(.max(2))
                },
                receiveValue: { _ in
                    asking.withLock { $0 }?.request(.max(1))
                    seen.withLock { $0.append(others.values) }
                    return .none
                }))
        subject.subscribe(others)
        subject.send(1)
        XCTAssertEqual(others.values, [0, 1])
        XCTAssertEqual(seen.withLock { $0 }, [[], [0]])
    }

    func testTakesFromItsUpstreamsAtOnce() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let upstream = CurrentValueSubject<Int, Never>(2)
        let feeding = upstream.subscribe(subject)
        XCTAssertEqual(subject.value, 2)
        feeding.cancel()
    }
}

extension CurrentValueSubject where Failure == Never {
    /// Calls the closure with every value but the first.
    fileprivate func dropInitial(_ receive: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
        let isFirst = Locked(true)
        return sink { value in
            let isInitial = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if !isInitial { receive(value) }
        }
    }
}
