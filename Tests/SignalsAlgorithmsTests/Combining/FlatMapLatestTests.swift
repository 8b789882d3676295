import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class FlatMapLatestTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.flatMapLatest { Just($0).setFailureType(to: TestFailure.self) } }.check()
        Lifecycle { $0.flatMapLatest { Just($0) } }.check()
    }

    func testOnlyTheLatestPublisherIsHeard() {
        let source = PassthroughSubject<Int, Never>()
        let inner = [PassthroughSubject<String, Never>(), PassthroughSubject<String, Never>()]
        let recorder = source.flatMapLatest { inner[$0] }.recording()
        source.send(0)
        inner[0].send("a")
        source.send(1)
        inner[0].send("late")
        inner[1].send("b")
        XCTAssertEqual(recorder.values, ["a", "b"])
    }

    func testTheOneBeforeIsCancelledWhenANewValueComes() {
        let source = PassthroughSubject<Int, Never>()
        let cancelled = Locked<[Int]>([])
        let recorder = source.flatMapLatest { value in
            Empty<Int, Never>(completeImmediately: false)
                .handleEvents(receiveCancel: { cancelled.withLock { $0.append(value) } })
        }.recording()
        source.send(1)
        source.send(2)
        XCTAssertEqual(cancelled.withLock { $0 }, [1])
        recorder.cancel()
        XCTAssertEqual(cancelled.withLock { $0 }, [1, 2])
    }

    func testFinishesWhenUpstreamAndTheLatestHaveFinished() {
        let source = PassthroughSubject<Int, Never>()
        let inner = PassthroughSubject<Int, Never>()
        let recorder = source.flatMapLatest { _ in inner }.recording()
        source.send(1)
        source.send(completion: .finished)
        XCTAssertTrue(recorder.completions.isEmpty)
        inner.send(2)
        inner.send(completion: .finished)
        XCTAssertEqual(recorder.values, [2])
        XCTAssertTrue(recorder.isFinished)
    }

    func testDemandGoesToTheLatest() {
        let recorder = Just(1).flatMapLatest { _ in Numbers<Never>(1...9) }.recording(.max(2))
        XCTAssertEqual(recorder.values, [1, 2])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 2, 3])
    }

    func testPublishersThatCannotFailMayComeFromOneThatCan() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder: Recorder<Int, TestFailure> = source.flatMapLatest { Just($0 * 2) }.recording()
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [2])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testPublishersThatCanFailMayComeFromOneThatCannot() {
        let recorder = Just(1).flatMapLatest { _ in Fail<Int, TestFailure>(error: TestFailure()) }.recording()
        XCTAssertEqual(recorder.failure, TestFailure())
    }
}
