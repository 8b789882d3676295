import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class WithLatestFrom3Tests: XCTestCase {
    private let source = PassthroughSubject<Int, TestFailure>()
    private let others = (0..<3).map { _ in PassthroughSubject<String, TestFailure>() }

    func testKeepsTheLifecycle() {
        Lifecycle { upstream in
            upstream.withLatestFrom(Numbers(1...3), Numbers(1...3), Just(1).setFailureType(to: TestFailure.self))
        }.check()
    }

    func testAValueIsAnsweredOnceAllOthersHaveDelivered() {
        let recorder = source.withLatestFrom(others[0], others[1], others[2]).recording()
        others[0].send("a")
        others[1].send("b")
        source.send(1)
        XCTAssertTrue(recorder.values.isEmpty)
        others[2].send("c")
        source.send(2)
        XCTAssertEqual(recorder.values.map { "\($0.0)\($0.1)\($0.2)" }, ["abc"])
    }

    func testAClosureMakesTheResultOfAll() {
        let recorder = source.withLatestFrom(others[0], others[1], others[2]) {
            "\($0)\($1.0)\($1.1)\($1.2)"
        }.recording()
        for (other, value) in zip(others, ["a", "b", "c"]) { other.send(value) }
        source.send(1)
        others[1].send("d")
        source.send(2)
        XCTAssertEqual(recorder.values, ["1abc", "2adc"])
    }

    func testTheFailureOfAnOtherEndsIt() {
        let recorder = source.withLatestFrom(others[0], others[1], others[2]).recording()
        others[2].send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.failure, TestFailure())
    }
}
