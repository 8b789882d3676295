import Signals
import SignalsBattery
import XCTest

final class ObservableObjectTests: XCTestCase {
    private final class Plain: ObservableObject {}

    private final class Counter: ObservableObject {
        @Published var count = 0
    }

    private final class Custom: ObservableObject {
        let objectWillChange = ObservableObjectPublisher()
        @Published var count = 0
    }

    private final class Silent: ObservableObject {
        let objectWillChange = PassthroughSubject<String, Never>()
        @Published var count = 0
    }

    func testAnObjectHasOnePublisherAsLongAsItLives() {
        let plain = Plain()
        XCTAssertTrue(plain.objectWillChange === plain.objectWillChange)
        let counter = Counter()
        let before = counter.objectWillChange
        counter.count = 1
        XCTAssertTrue(before === counter.objectWillChange)
        counter.count = 2
        XCTAssertTrue(before === counter.objectWillChange)
    }

    func testNoObjectInheritsThePublisherOfAReleasedOne() {
        for touchesAProperty in [false, true] {
            let signals = Locked(0)
            var sinks: [AnyCancellable] = []
            for _ in 0..<500 {
                let counter = Counter()
                if touchesAProperty { counter.count = 1 }
                sinks.append(counter.objectWillChange.sink { signals.withLock { $0 += 1 } })
            }
            let fresh = (0..<500).map { _ in Counter() }
            for counter in fresh { counter.count = 1 }
            XCTAssertEqual(signals.withLock { $0 }, 0)
            sinks.removeAll()
        }
    }

    func testAPublisherThatTheClassDeclaresItselfIsLeftToTheObject() {
        let custom = Custom()
        let signals = Locked(0)
        let sink = custom.objectWillChange.sink { signals.withLock { $0 += 1 } }
        custom.count = 1
        XCTAssertEqual(signals.withLock { $0 }, 0)
        custom.objectWillChange.send()
        XCTAssertEqual(signals.withLock { $0 }, 1)
        sink.cancel()
    }

    func testAPublisherOfAnotherKindIsLeftToTheObject() {
        let silent = Silent()
        let signals = Locked(0)
        let sink = silent.objectWillChange.sink { _ in signals.withLock { $0 += 1 } }
        silent.count = 1
        XCTAssertEqual(signals.withLock { $0 }, 0)
        XCTAssertEqual(silent.count, 1)
        sink.cancel()
    }

    func testIsReleasedThoughItIsWatched() {
        weak var weakCounter: Counter?
        var sink: AnyCancellable?
        do {
            let counter = Counter()
            weakCounter = counter
            sink = counter.objectWillChange.sink {}
            counter.count = 1
        }
        XCTAssertNil(weakCounter)
        sink?.cancel()
    }

    func testAskingOnManyThreadsGivesOnePublisher() {
        final class Shared: ObservableObject, Sendable {}
        let shared = Shared()
        let publishers = Locked<[ObservableObjectPublisher]>([])
        DispatchQueue.concurrentPerform(iterations: 100) { _ in
            let publisher = shared.objectWillChange
            publishers.withLock { $0.append(publisher) }
        }
        XCTAssertEqual(Set(publishers.withLock { $0.map(ObjectIdentifier.init) }).count, 1)
    }

    func testSignalsAreDeliveredThoughNobodyAskedForThem() {
        let counter = Counter()
        let recorder = Recorder<Void, Never>(.none)
        counter.objectWillChange.subscribe(recorder)
        counter.count = 1
        counter.objectWillChange.send()
        XCTAssertEqual(recorder.values.count, 2)
        recorder.cancel()
        counter.count = 2
        XCTAssertEqual(recorder.values.count, 2)
    }

    func testAPropertyThatWasSetBeforeAnybodyWatchesTellsToo() {
        let counter = Counter()
        counter.count = 1
        let signals = Locked(0)
        let sink = counter.objectWillChange.sink { signals.withLock { $0 += 1 } }
        counter.count = 2
        sink.cancel()
        counter.count = 3
        XCTAssertEqual(signals.withLock { $0 }, 1)
        let again = counter.objectWillChange.sink { signals.withLock { $0 += 1 } }
        counter.count = 4
        XCTAssertEqual(signals.withLock { $0 }, 2)
        again.cancel()
    }

    func testObjectsThatAskForPublishersInTheirDeinitCannotDeadlock() {
        // SAFETY: its only property is one that threads may share.
        final class Restless: ObservableObject, @unchecked Sendable {
            @Published var count = 0
            deinit { objectWillChange.send() }
        }
        underAWatchdog {
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for number in 0..<500 {
                    let restless = Restless()
                    let sink = restless.objectWillChange.sink {}
                    restless.count = number
                    if number.isMultiple(of: 3) { sink.cancel() }
                }
            }
        }
    }
}
