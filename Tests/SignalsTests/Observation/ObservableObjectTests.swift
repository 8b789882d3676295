import Signals
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

    func testAPublisherOfItsOwnIsToldToo() {
        let custom = Custom()
        let signals = Locked(0)
        let sink = custom.objectWillChange.sink { signals.withLock { $0 += 1 } }
        custom.count = 1
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
        let identifiers = Locked(Set<ObjectIdentifier>())
        DispatchQueue.concurrentPerform(iterations: 100) { _ in
            let identifier = ObjectIdentifier(shared.objectWillChange)
            identifiers.withLock { _ = $0.insert(identifier) }
        }
        XCTAssertEqual(identifiers.withLock { $0 }.count, 1)
    }
}
