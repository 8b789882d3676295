import Signals
import SignalsBattery
import XCTest

final class Zip3Tests: XCTestCase {
    private let b = (0..<3).map { _ in PassthroughSubject<Int, TestFailure>() }
    private let recorder = Recorder<String, TestFailure>()

    override func setUp() {
        b[0].zip(b[1], b[2]) { "\($0)\($1)\($2)" }.subscribe(recorder)
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.zip(Numbers(1...1000), Numbers(1...1000)) }.check()
    }

    func testPutsFirstWithFirstOfAllThree() {
        b[0].send(1)
        b[0].send(2)
        for subject in b.dropFirst() { subject.send(3) }
        XCTAssertEqual(recorder.values, ["133"])
    }

    func testFinishesWhenOneHasFinishedAndItsValuesAreUsed() {
        b[2].send(1)
        b[2].send(completion: .finished)
        XCTAssertTrue(recorder.completions.isEmpty)
        for subject in b.dropLast() { subject.send(2) }
        XCTAssertEqual(recorder.values, ["221"])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureOfOneEndsAllThree() {
        b[1].send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testDemandGoesToAllThree() {
        let numbers = (0..<3).map { _ in Numbers<TestFailure>(1...9) }
        let recorder = Recorder<Int, TestFailure>(.max(2))
        numbers[0].zip(numbers[1], numbers[2]) { $0 + $1 + $2 }.subscribe(recorder)
        XCTAssertEqual(recorder.values, [3, 6])
        XCTAssertEqual(numbers.map(\.requests), Array(repeating: [.max(2)], count: 3))
    }

    func testEqualPublishersMakeEqualZips() {
        XCTAssertEqual(Just(1).zip(Just(2), Just(3)), Just(1).zip(Just(2), Just(3)))
        XCTAssertNotEqual(Just(0).zip(Just(2), Just(3)), Just(1).zip(Just(2), Just(3)))
    }
}
