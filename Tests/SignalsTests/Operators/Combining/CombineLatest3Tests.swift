import Signals
import SignalsBattery
import XCTest

final class CombineLatest3Tests: XCTestCase {
    private let b = (0..<3).map { _ in PassthroughSubject<Int, TestFailure>() }
    private let recorder = Recorder<String, TestFailure>()

    override func setUp() {
        b[0].combineLatest(b[1], b[2]) { "\($0)\($1)\($2)" }.subscribe(recorder)
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.combineLatest(Numbers(1...3), Numbers(1...3)) }.check()
    }

    func testDeliversTheLatestOfAllThreeWheneverOneChanges() {
        for subject in b { subject.send(1) }
        XCTAssertEqual(recorder.values, ["111"])
        b[2].send(2)
        b[0].send(3)
        XCTAssertEqual(recorder.values, ["111", "112", "312"])
    }

    func testFinishesWhenAllThreeHaveFinished() {
        for subject in b { subject.send(1) }
        for subject in b.dropFirst() { subject.send(completion: .finished) }
        XCTAssertTrue(recorder.completions.isEmpty)
        b[0].send(2)
        b[0].send(completion: .finished)
        XCTAssertEqual(recorder.values.last, "211")
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureOfOneEndsAllThree() {
        b[1].send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testEqualPublishersMakeEqualCombinations() {
        XCTAssertEqual(Just(1).combineLatest(Just(2), Just(3)), Just(1).combineLatest(Just(2), Just(3)))
        XCTAssertNotEqual(Just(0).combineLatest(Just(2), Just(3)), Just(1).combineLatest(Just(2), Just(3)))
    }
}
