import SignalsBattery
import XCTest

@testable import SignalsCore

final class PublishedTests: XCTestCase {
    private class Counter: ObservableObject, @unchecked Sendable {
        @Published var count = 0
    }

    private final class NamedCounter: Counter, @unchecked Sendable {
        @Published var name = ""
    }

    private final class Holder<Value: Sendable>: ObservableObject {
        @Published var value: Value
        init(_ value: Value) { self.value = value }
    }

    func testDeliversThePresentValueThenEachNewOne() {
        let counter = Counter()
        let recorder = Recorder<Int, Never>()
        counter.$count.subscribe(recorder)
        counter.count = 1
        counter.count += 1
        XCTAssertEqual(recorder.values, [0, 1, 2])
    }

    func testThePropertyStillHasItsOldValueInsideASubscriber() {
        let counter = Counter()
        let seen = Locked<[Int]>([])
        let sink = counter.$count.sink { _ in seen.withLock { $0.append(counter.count) } }
        counter.count = 1
        counter.count = 2
        XCTAssertEqual(seen.withLock { $0 }, [0, 0, 1])
        XCTAssertEqual(counter.count, 2)
        sink.cancel()
    }

    func testASetInsideASubscriberIsTheLast() {
        let counter = Counter()
        let sink = counter.$count.sink { if $0 == 1 { counter.count = 2 } }
        let recorder = Recorder<Int, Never>()
        counter.$count.subscribe(recorder)
        counter.count = 1
        XCTAssertEqual(counter.count, 2)
        XCTAssertEqual(recorder.values, [0, 1, 2])
        sink.cancel()
    }

    func testTheObjectTellsBeforeTheChange() {
        let counter = Counter()
        let seen = Locked<[Int]>([])
        let sink = counter.objectWillChange.sink { seen.withLock { $0.append(counter.count) } }
        counter.count = 1
        counter.count = 2
        XCTAssertEqual(seen.withLock { $0 }, [0, 1])
        sink.cancel()
    }

    func testInheritedPropertiesTellToo() {
        let counter = NamedCounter()
        let signals = Locked(0)
        let sink = counter.objectWillChange.sink { signals.withLock { $0 += 1 } }
        counter.name = "plants"
        counter.count = 1
        XCTAssertEqual(signals.withLock { $0 }, 2)
        sink.cancel()
    }

    func testWorksInGenericClasses() {
        let holder = Holder("a")
        let recorder = Recorder<String, Never>()
        let signals = Locked(0)
        let sink = holder.objectWillChange.sink { signals.withLock { $0 += 1 } }
        holder.$value.subscribe(recorder)
        holder.value = "b"
        XCTAssertEqual(recorder.values, ["a", "b"])
        XCTAssertEqual(signals.withLock { $0 }, 1)
        sink.cancel()
    }

    func testAnAssignmentTellsTheObjectThoughThePropertyWasNeverSet() {
        let counter = Counter()
        let signals = Locked(0)
        let sink = counter.objectWillChange.sink { signals.withLock { $0 += 1 } }
        Just(3).assign(to: &counter.$count)
        XCTAssertEqual(counter.count, 3)
        XCTAssertEqual(signals.withLock { $0 }, 1)
        sink.cancel()
    }

    func testOneAssignmentCanFeedSeveralProperties() {
        let subject = PassthroughSubject<Int, Never>()
        let counters = [Counter(), Counter()]
        for counter in counters { subject.assign(to: &counter.$count) }
        subject.send(5)
        XCTAssertEqual(counters.map(\.count), [5, 5])
    }

    func testAnAssignmentEndsWithTheProperty() {
        let cancels = Locked(0)
        let subject = PassthroughSubject<Int, Never>()
        var kept: Published<Int>.Publisher?
        do {
            let counter = Counter()
            subject.handleEvents(receiveCancel: { cancels.withLock { $0 += 1 } }).assign(to: &counter.$count)
            kept = counter.$count
        }
        XCTAssertEqual(cancels.withLock { $0 }, 1, "though somebody keeps the property's publisher")
        withExtendedLifetime(kept) {}
    }

    func testReleasesTheValueThatIsReplaced() {
        final class Payload: Sendable {}
        final class Owner: ObservableObject { @Published var payload: Payload? }
        let owner = Owner()
        weak var weakPayload: Payload?
        do {
            let payload = Payload()
            weakPayload = payload
            owner.payload = payload
        }
        XCTAssertNotNil(weakPayload)
        owner.payload = nil
        XCTAssertNil(weakPayload)
    }

    func testSetsFromManyThreadsLeaveEverySubscriberWithTheValue() {
        let counter = Counter()
        let recorder = Recorder<Int, Never>()
        counter.$count.subscribe(recorder)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for value in 0..<200 { counter.count = thread * 200 + value }
        }
        XCTAssertEqual(recorder.overlaps, 0)
        XCTAssertEqual(recorder.values.count, 1601)
        XCTAssertEqual(recorder.values.last, counter.count)
    }

    func testWorksInAClassThatIsNoObservableObject() {
        final class Plain { @Published var title = "a" }
        let plain = Plain()
        let recorder = Recorder<String, Never>()
        plain.$title.subscribe(recorder)
        plain.title = "b"
        XCTAssertEqual(recorder.values, ["a", "b"])
    }

    func testAPropertyCanFollowAnother() {
        let original = Counter()
        let copy = Counter()
        let signals = Locked(0)
        let sink = copy.objectWillChange.sink { signals.withLock { $0 += 1 } }
        copy.$count = original.$count
        original.count = 7
        XCTAssertEqual(copy.count, 7)
        XCTAssertEqual(signals.withLock { $0 }, 2)
        sink.cancel()
    }

    func testAWrapperHeldByItselfPublishesToo() {
        var published = Published(initialValue: 1)
        let recorder = Recorder<Int, Never>()
        published.projectedValue.subscribe(recorder)
        Just(2).assign(to: &published.projectedValue)
        XCTAssertEqual(recorder.values, [1, 2])
    }

    func testAnAssignmentThatHasCompletedIsLetGoOf() {
        let counter = Counter()
        let running = PassthroughSubject<Int, Never>()
        for value in 0..<100 { Just(value).assign(to: &counter.$count) }
        running.assign(to: &counter.$count)
        XCTAssertEqual(counter.$count.lifetime.count, 1)
        running.send(completion: .finished)
        XCTAssertEqual(counter.$count.lifetime.count, 0)
    }
}
