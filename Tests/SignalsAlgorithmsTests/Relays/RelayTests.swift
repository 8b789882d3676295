import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class RelayTests: XCTestCase {
    func testARelayGoesOnWhenThePublisherThatFeedsItHasFinished() {
        let relay = PassthroughRelay<Int>()
        let recorder = relay.recording()
        let feedings = [[1, 2].publisher.subscribe(relay), Just(3).map { [$0] }.flatMap(\.publisher).subscribe(relay)]
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertTrue(recorder.completions.isEmpty)
        withExtendedLifetime(feedings) {}
    }

    func testFeedingEndsWhenItIsCancelled() {
        let source = PassthroughSubject<Int, Never>()
        let relay = CurrentValueRelay(0)
        let feeding = source.subscribe(relay)
        source.send(1)
        feeding.cancel()
        source.send(2)
        XCTAssertEqual(relay.value, 1)
    }

    func testOneRelayMayFeedAnother() {
        let first = PassthroughRelay<Int>()
        let second = CurrentValueRelay(0)
        let feeding = first.subscribe(second)
        first.accept(7)
        XCTAssertEqual(second.value, 7)
        feeding.cancel()
    }

    func testARelayOfSignalsNeedsNoValue() {
        let relay = PassthroughRelay<Void>()
        let recorder = relay.recording()
        relay.accept()
        XCTAssertEqual(recorder.values.count, 1)
    }

    func testARelayIsReleasedWithItsFeeding() {
        let source = PassthroughSubject<Int, Never>()
        weak var weakRelay: PassthroughRelay<Int>?
        do {
            let relay = PassthroughRelay<Int>()
            weakRelay = relay
            let feeding = source.subscribe(relay)
            source.send(1)
            withExtendedLifetime(feeding) {}
        }
        XCTAssertNil(weakRelay)
    }
}
