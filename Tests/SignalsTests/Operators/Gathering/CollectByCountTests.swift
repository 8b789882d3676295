import Signals
import SignalsBattery
import XCTest

final class CollectByCountTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.collect(2) }.check()
        Lifecycle { $0.collect(1000) }.check()
    }

    func testGathersArraysAndDeliversTheRestAtTheEnd() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<[Int], TestFailure>()
        subject.collect(2).subscribe(recorder)
        for value in 1...5 { subject.send(value) }
        subject.send(completion: .finished)
        XCTAssertEqual(recorder.values, [[1, 2], [3, 4], [5]])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAsksForAsManyValuesAsFillTheArrays() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<[Int], TestFailure>(.max(2), then: .max(1))
        rogue.collect(3).subscribe(recorder)
        let connection = rogue.connect()
        XCTAssertEqual(connection.requests, [.max(6)])
        XCTAssertEqual([1, 2, 3].map { rogue.send($0) }, [.none, .none, .max(3)])
    }

    func testAFailureDropsTheRest() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<[Int], TestFailure>()
        subject.collect(2).subscribe(recorder)
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [[1, 2]])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }
}
