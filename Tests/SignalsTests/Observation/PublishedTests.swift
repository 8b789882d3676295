import SignalsBattery
import XCTest

@testable import SignalsCore

final class PublishedTests: XCTestCase {
    // SAFETY: its only property is one that threads may share.
    private class Counter: ObservableObject, @unchecked Sendable {
        @Published var count = 0
    }

    // SAFETY: as of its superclass.
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

    func testSettingAPropertysPublisherHasNoEffect() {
        let original = Counter()
        let copy = Counter()
        let signals = Locked(0)
        let sink = copy.objectWillChange.sink { signals.withLock { $0 += 1 } }
        copy.$count = original.$count
        original.count = 7
        XCTAssertEqual(copy.count, 0)
        XCTAssertEqual(signals.withLock { $0 }, 0)
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
        XCTAssertEqual(counter.$count.assignments.count, 1)
        running.send(completion: .finished)
        XCTAssertEqual(counter.$count.assignments.count, 0)
    }

    func testASetInsideASubscriberIsReadThereAndNoUpdateIsLost() {
        let counter = Counter()
        let seen = Locked<[Int]>([])
        let sink = counter.$count.sink { value in
            guard value == 1 else { return }
            counter.count = 10
            seen.withLock { $0.append(counter.count) }
            counter.count += 1
            seen.withLock { $0.append(counter.count) }
        }
        let recorder = Recorder<Int, Never>()
        counter.$count.subscribe(recorder)
        counter.count = 1
        XCTAssertEqual(seen.withLock { $0 }, [10, 11])
        XCTAssertEqual(counter.count, 11)
        XCTAssertEqual(recorder.values, [0, 1, 10, 11])
        sink.cancel()
    }

    func testEachSubscriberReadsTheValueThatIsReplacedAlsoBehindOneThatSets() {
        let counter = Counter()
        let seen = Locked<[[Int]]>([])
        let first = counter.$count.sink { if $0 == 1 { counter.count = 2 } }
        let second = counter.$count.sink { value in seen.withLock { $0.append([value, counter.count]) } }
        counter.count = 1
        counter.count = 3
        XCTAssertEqual(seen.withLock { $0 }, [[0, 0], [1, 0], [2, 1], [3, 2]])
        withExtendedLifetime((first, second)) {}
    }

    func testSetFromObjectWillChangeSubscribersEndOnThePropertysValue() {
        for isObserved in [true, false] {
            let counter = Counter()
            let recorder = Recorder<Int, Never>()
            if isObserved { counter.$count.subscribe(recorder) }
            let isFirst = Locked(true)
            let sink = counter.objectWillChange.sink {
                if isFirst.withLock({ $0.takeOnce() }) { counter.count = 3 }
            }
            counter.count = 1
            XCTAssertEqual(counter.count, 1)
            if isObserved { XCTAssertEqual(recorder.values, [0, 3, 1]) }
            sink.cancel()
        }
    }

    func testAPropertyThatNobodyObservesCostsItsValueAndAWord() {
        XCTAssertLessThanOrEqual(MemoryLayout<Published<String>>.size, MemoryLayout<String?>.stride + 8)
        XCTAssertLessThanOrEqual(MemoryLayout<Published<Counter>>.size, 16)
        XCTAssertLessThanOrEqual(MemoryLayout<Published<Bool>>.size, 16)
    }

    func testAPropertyThatNobodyObservesReleasesItsValueWhenItIsReplacedOrObservedAndReplaced() {
        for isObserved in [true, false] {
            let holder = Holder<Counter?>(nil)
            weak var weakCounter: Counter?
            do {
                let counter = Counter()
                weakCounter = counter
                holder.value = counter
                if isObserved { _ = holder.$value }
            }
            XCTAssertNotNil(weakCounter)
            holder.value = nil
            XCTAssertNil(weakCounter)
        }
    }

    func testThePropertyMayBeSetOnAnyThreadAlsoWhileItIsObservedForTheFirstTime() {
        for _ in 0..<50 {
            let counter = Counter()
            let recorder = Recorder<Int, Never>()
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                if thread == 0 {
                    counter.$count.subscribe(recorder)
                } else {
                    for value in 1...50 { counter.count = thread * 100 + value }
                }
                _ = counter.count
            }
            XCTAssertEqual(recorder.values.last, counter.count)
            XCTAssertEqual(recorder.overlaps, 0)
        }
    }

    // SAFETY: the wrapper is replaced where no other thread is using it.
    private final class Replacing: @unchecked Sendable {
        @Published var text = ["a"]
        func replace() { _text = Published(initialValue: ["replaced"]) }
    }

    func testASubscriberMayReplaceTheWrapperWhoseValueItIsTold() {
        let object = Replacing()
        let seen = Locked<[[String]]>([])
        let sinks = Locked<[AnyCancellable]>([])
        let first = object.$text.sink { text in
            guard text == ["b"] else { return }
            for sink in sinks.withLock({ $0.takeAll() }) { sink.cancel() }
            object.replace()
            object.text = ["c"]
        }
        sinks.withLock { $0 = [first] }
        let second = object.$text.sink { text in seen.withLock { $0.append(text) } }
        object.text = ["b"]
        XCTAssertEqual(object.text, ["c"])
        XCTAssertEqual(seen.withLock { $0 }, [["a"], ["b"]])
        second.cancel()
    }

    func testASubscriberMayReplaceTheWrapperInAValueThatAnotherThreadHasLeft() {
        let object = Replacing()
        let seen = Locked<[[String]]>([])
        let sinks = Locked<[AnyCancellable]>([])
        let first = object.$text.sink { text in
            if text == ["b"] {
                let isLeft = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    object.text = ["c"]
                    isLeft.signal()
                }
                isLeft.wait()
            } else if text == ["c"] {
                for sink in sinks.withLock({ $0.takeAll() }) { sink.cancel() }
                object.replace()
            }
            seen.withLock { $0.append(text) }
        }
        sinks.withLock { $0 = [first] }
        object.text = ["b"]
        object.text = ["d"]
        XCTAssertEqual(object.text, ["d"])
        XCTAssertEqual(seen.withLock { $0 }, [["a"], ["b"], ["c"]])
    }

    func testAPropertyThatWasCopiedToAnotherObjectKeepsItsSubscribers() {
        // SAFETY: used on one thread.
        final class Copying: @unchecked Sendable {
            @Published var count = 0
            func take(from other: Copying) { _count = other._count }
        }
        let original = Copying()
        let copy = Copying()
        let recorder = Recorder<Int, Never>()
        original.$count.subscribe(recorder)
        copy.take(from: original)
        copy.count = 1
        original.count = 2
        XCTAssertEqual(recorder.values, [0, 1, 2])
        XCTAssertEqual(copy.count, 2)
    }
}

extension Bool {
    /// True the first time.
    fileprivate mutating func takeOnce() -> Bool {
        defer { self = false }
        return self
    }
}
