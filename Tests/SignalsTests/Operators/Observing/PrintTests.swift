import Signals
import XCTest

final class PrintTests: XCTestCase {
    /// A stream whose copies write to one place.
    private struct Lines: TextOutputStream, Sendable {
        let text = Locked("")

        func write(_ string: String) { text.withLock { $0 += string } }

        var lines: [String] { text.withLock { $0 }.split(separator: "\n").map(String.init) }
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.print("", to: Lines()) }.check()
    }

    func testEachEventIsALine() {
        let lines = Lines()
        let recorder = [1, 2].publisher.print("numbers", to: lines).recording()
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(
            lines.lines,
            [
                "numbers: receive subscription: ([1, 2])",
                "numbers: request unlimited",
                "numbers: receive value: (1)",
                "numbers: receive value: (2)",
                "numbers: receive finished",
            ])
    }

    func testDemandInAnswerToAValueIsMarked() {
        let lines = Lines()
        let recorder = (1...2).publisher.print(to: lines).recording(.max(1), then: .max(1))
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(
            lines.lines,
            [
                "receive subscription: (1...2)",
                "request max: (1)",
                "receive value: (1)",
                "request max: (1) (synchronous)",
                "receive value: (2)",
                "request max: (1) (synchronous)",
                "receive finished",
            ])
    }

    func testFailureAndCancelAreLinesToo() {
        let lines = Lines()
        let source = PassthroughSubject<Int, TestFailure>()
        source.print("a", to: lines).recording().cancel()
        let recorder = source.print("b", to: lines).recording()
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.failure, TestFailure())
        XCTAssertEqual(
            lines.lines,
            [
                "a: receive subscription: (PassthroughSubject)", "a: request unlimited", "a: receive cancel",
                "b: receive subscription: (PassthroughSubject)", "b: request unlimited",
                "b: receive error: (TestFailure())",
            ])
    }

    func testTheSubscriptionsOfTheOperatorsHaveTheirNames() {
        let lines = Lines()
        let source = PassthroughSubject<Int, Never>()
        let recorders = [
            source.count().print(to: lines).recording(), source.scan(0) { $0 + $1 }.print(to: lines).recording(),
            source.print(to: Lines()).print(to: lines).recording(), Just(1).print(to: lines).recording(),
            Int?(1).publisher.print(to: lines).recording(),
            Result<Int, Never>.success(1).publisher.print(to: lines).recording(),
            Empty<Int, Never>().print(to: lines).recording(),
        ]
        let names = lines.lines.filter { $0.hasPrefix("receive subscription") }
        XCTAssertEqual(
            names.map { $0.dropFirst("receive subscription: (".count).dropLast() },
            ["Count", "Scan", "Print", "Just", "Optional", "Once", "Empty"])
        recorders.forEach { $0.cancel() }
    }

    func testLinesOfSeveralThreadsAreWhole() {
        let lines = Lines()
        let source = PassthroughSubject<Int, Never>()
        let recorder = source.print(to: lines).recording()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<100 { recorder.request(.max(1)) }
            for value in 0..<100 { source.send(value) }
        }
        XCTAssertEqual(lines.lines.count { $0 == "request max: (1)" }, 400)
        XCTAssertEqual(lines.lines.count { $0.hasPrefix("receive value: (") && $0.hasSuffix(")") }, 400)
    }

    func testAStreamWithoutSharedStorageIsWrittenToInACopy() {
        let recorder = Just(1).print(to: "").recording()
        XCTAssertEqual(recorder.values, [1])
    }
}
