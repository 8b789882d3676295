import Signals
import SignalsBattery
import XCTest

final class Zip4Tests: XCTestCase {
    private let b = (0..<4).map { _ in PassthroughSubject<Int, TestFailure>() }
    private let recorder = Recorder<String, TestFailure>()

    override func setUp() {
        b[0].zip(b[1], b[2], b[3]) { "\($0)\($1)\($2)\($3)" }.subscribe(recorder)
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.zip(Numbers(1...1000), Numbers(1...1000), Numbers(1...1000)) }.check()
    }

    func testPutsFirstWithFirstOfAllFour() {
        b[0].send(1)
        b[0].send(2)
        for subject in b.dropFirst() { subject.send(3) }
        XCTAssertEqual(recorder.values, ["1333"])
    }

    func testFinishesWhenOneHasFinishedAndItsValuesAreUsed() {
        b[3].send(1)
        b[3].send(completion: .finished)
        XCTAssertTrue(recorder.completions.isEmpty)
        for subject in b.dropLast() { subject.send(2) }
        XCTAssertEqual(recorder.values, ["2221"])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureOfOneEndsAllFour() {
        b[1].send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testDemandGoesToAllFour() {
        let numbers = (0..<4).map { _ in Numbers<TestFailure>(1...9) }
        let recorder = Recorder<Int, TestFailure>(.max(2))
        numbers[0].zip(numbers[1], numbers[2], numbers[3]) { $0 + $1 + $2 + $3 }.subscribe(recorder)
        XCTAssertEqual(recorder.values, [4, 8])
        XCTAssertEqual(numbers.map(\.requests), Array(repeating: [.max(2)], count: 4))
    }

    func testEqualPublishersMakeEqualZips() {
        XCTAssertEqual(Just(1).zip(Just(2), Just(3), Just(4)), Just(1).zip(Just(2), Just(3), Just(4)))
        XCTAssertNotEqual(Just(0).zip(Just(2), Just(3), Just(4)), Just(1).zip(Just(2), Just(3), Just(4)))
    }
}
