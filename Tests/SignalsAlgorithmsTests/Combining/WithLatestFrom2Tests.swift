import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class WithLatestFrom2Tests: XCTestCase {
    private let source = PassthroughSubject<Int, TestFailure>()
    private let names = PassthroughSubject<String, TestFailure>()
    private let flags = PassthroughSubject<Bool, TestFailure>()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.withLatestFrom(Numbers(1...3), Just(1).setFailureType(to: TestFailure.self)) }.check()
    }

    func testAValueIsAnsweredOnceBothOthersHaveDelivered() {
        let recorder = source.withLatestFrom(names, flags).recording()
        source.send(1)
        names.send("a")
        source.send(2)
        XCTAssertTrue(recorder.values.isEmpty)
        flags.send(true)
        source.send(3)
        names.send("b")
        source.send(4)
        XCTAssertEqual(recorder.values.map(\.0), ["a", "b"])
        XCTAssertEqual(recorder.values.map(\.1), [true, true])
    }

    func testAClosureMakesTheResultOfAll() {
        let recorder = source.withLatestFrom(names, flags) { "\($0)\($1.0)\($1.1)" }.recording()
        names.send("a")
        flags.send(false)
        source.send(1)
        XCTAssertEqual(recorder.values, ["1afalse"])
    }

    func testTheFailureOfAnOtherEndsIt() {
        let recorder = source.withLatestFrom(names, flags).recording()
        flags.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.failure, TestFailure())
    }
}
