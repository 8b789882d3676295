import Signals
import SignalsBattery
import XCTest

final class AnySubscriberTests: XCTestCase {
    func testPassesEverythingOn() {
        let recorder = Recorder<Int, TestFailure>()
        let subject = PassthroughSubject<Int, TestFailure>()
        subject.subscribe(AnySubscriber(recorder))
        subject.send(1)
        subject.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
        XCTAssertEqual(AnySubscriber(recorder).combineIdentifier, recorder.combineIdentifier)
    }

    func testIsMadeOfClosures() {
        let received = Locked<[Int]>([])
        let subscriber = AnySubscriber<Int, Never>(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: { value in
                received.withLock { $0.append(value) }
                return value == 1 ? .max(1) : .none
            })
        let subject = PassthroughSubject<Int, Never>()
        subject.subscribe(subscriber)
        for value in 1...3 { subject.send(value) }
        XCTAssertEqual(received.withLock { $0 }, [1, 2])
    }

    func testWithoutClosuresAsksForNothing() {
        let recorder = AnySubscriber<Int, Never>()
        XCTAssertEqual(recorder.receive(1), .none)
    }

    func testFeedsASubject() {
        let target = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>()
        target.subscribe(recorder)
        let source = PassthroughSubject<Int, TestFailure>()
        source.subscribe(AnySubscriber(target))
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testReflectsNothingButItsType() {
        XCTAssertTrue(AnySubscriber<Int, Never>().customMirror.children.isEmpty)
    }
}
