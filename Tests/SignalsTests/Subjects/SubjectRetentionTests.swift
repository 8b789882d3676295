import Signals
import SignalsBattery
import XCTest

/// The objects that subjects, properties and subscribers keep, and release: never under a lock.
final class SubjectRetentionTests: XCTestCase {
    // SAFETY: its only property is one that threads may share.
    private final class Model: ObservableObject, @unchecked Sendable {
        @Published var item: Tracked?
    }

    func testACurrentValueSubjectReleasesWhatIsReplacedAndItsSubscribersAfterTheirEnd() {
        let count = Tracked.Count()
        let subject = CurrentValueSubject<Tracked?, Never>(count.make())
        let sinks = (0..<3).map { _ in
            let token = count.make()
            return subject.sink { _ in withExtendedLifetime(token) {} }
        }
        for number in 1...3 { subject.send(count.make(number)) }
        XCTAssertEqual(count.value, 4)
        sinks[0].cancel()
        XCTAssertEqual(count.value, 3)
        subject.send(completion: .finished)
        XCTAssertEqual(count.value, 1, "the value")
        subject.value = count.make()
        XCTAssertEqual(count.value, 1)
        subject.value = nil
        XCTAssertEqual(count.value, 0)
        withExtendedLifetime(sinks) {}
    }

    func testAPropertyReleasesWhatIsReplacedOutsideOfAnyLock() {
        for isObserved in [false, true] {
            let count = Tracked.Count()
            let model = Model()
            for isWatched in [false, true] {
                let sinks = [
                    isObserved ? model.$item.sink { _ in } : nil, isWatched ? model.objectWillChange.sink {} : nil,
                ]
                for number in 1...3 { model.item = count.make(number) }
                XCTAssertEqual(count.value, 1)
                model.item = nil
                XCTAssertEqual(count.value, 0)
                withExtendedLifetime(sinks) {}
            }
        }
    }

    func testAPropertyThatIsObservedForTheFirstTimeKeepsItsValueOnce() {
        let count = Tracked.Count()
        let model = Model()
        model.item = count.make()
        let recorder = Recorder<Tracked?, Never>(.none)
        model.$item.subscribe(recorder)
        model.item = nil
        XCTAssertEqual(count.value, 0)
        recorder.cancel()
    }

    func testCancelsThatRaceWithValuesReleaseThemOutsideOfAnyLock() {
        for _ in 0..<100 {
            let count = Tracked.Count()
            let subject = PassthroughSubject<Tracked, Never>()
            let current = CurrentValueSubject<Tracked?, Never>(nil)
            let model = Model()
            let sinks = [subject.sink { _ in }, current.sink { _ in }, model.$item.sink { _ in }]
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                if thread == 0 { return sinks.forEach { $0.cancel() } }
                for number in 0..<5 {
                    subject.send(count.make(number))
                    current.send(count.make(number))
                    model.item = count.make(number)
                }
            }
            current.value = nil
            model.item = nil
            XCTAssertEqual(count.value, 0)
        }
    }

    func testASubscriptionThatIsKeptAfterACancelKeepsNothingOfTheSubjects() {
        let count = Tracked.Count()
        let recorder = Recorder<Tracked, Never>(.none)
        do {
            let subject = CurrentValueSubject<Tracked, Never>(count.make())
            subject.subscribe(recorder)
            recorder.cancel()
        }
        XCTAssertEqual(count.value, 0)
    }

    func testAPendingFutureReleasesAListenerThatIsCancelled() {
        let count = Tracked.Count()
        let future = Future<Int, Never> { _ in }
        let sinks = (0..<3).map { _ in
            let token = count.make()
            return future.sink { _ in withExtendedLifetime(token) {} }
        }
        for sink in sinks { sink.cancel() }
        XCTAssertEqual(count.value, 0)
    }
}
