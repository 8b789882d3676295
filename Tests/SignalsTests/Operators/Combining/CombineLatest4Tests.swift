import Signals
import SignalsBattery
import XCTest

final class CombineLatest4Tests: XCTestCase {
    private let b = (0..<4).map { _ in PassthroughSubject<Int, TestFailure>() }
    private let recorder = Recorder<String, TestFailure>()

    override func setUp() {
        b[0].combineLatest(b[1], b[2], b[3]) { "\($0)\($1)\($2)\($3)" }.subscribe(recorder)
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.combineLatest(Numbers(1...3), Numbers(1...3), Numbers(1...3)) }.check()
    }

    func testDeliversTheLatestOfAllFourWheneverOneChanges() {
        for subject in b { subject.send(1) }
        XCTAssertEqual(recorder.values, ["1111"])
        b[3].send(2)
        b[0].send(3)
        XCTAssertEqual(recorder.values, ["1111", "1112", "3112"])
    }

    func testFinishesWhenAllFourHaveFinished() {
        for subject in b { subject.send(1) }
        for subject in b.dropFirst() { subject.send(completion: .finished) }
        XCTAssertTrue(recorder.completions.isEmpty)
        b[0].send(2)
        b[0].send(completion: .finished)
        XCTAssertEqual(recorder.values.last, "2111")
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureOfOneEndsAllFour() {
        b[1].send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testEqualPublishersMakeEqualCombinations() {
        XCTAssertEqual(
            Just(1).combineLatest(Just(2), Just(3), Just(4)), Just(1).combineLatest(Just(2), Just(3), Just(4)))
        XCTAssertNotEqual(
            Just(0).combineLatest(Just(2), Just(3), Just(4)), Just(1).combineLatest(Just(2), Just(3), Just(4)))
    }
}
