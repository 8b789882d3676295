import SignalsBattery
import XCTest

@testable import SignalsCore

final class JunctionTests: XCTestCase {
    private let recorder = Recorder<Int, TestFailure>()

    /// Puts out the sum of two values, and is over when one side has finished.
    private enum Sum: JunctionRule {
        static var surplus: Surplus { .waits }

        static func next(_ values: inout (Int?, Int?)) -> Int? {
            guard let left = values.0.take(), let right = values.1 else { return nil }
            return left + right
        }

        static func isOver(_ values: (Int?, Int?), _ finished: JunctionSides) -> Bool {
            !finished.isEmpty
        }
    }

    private func sums() -> Junction<Sum, Recorder<Int, TestFailure>> {
        Junction("Sum", Sum.self, to: recorder, count: 2, values: (nil, nil))
    }

    func testValuesThatCameBeforeTheStartAreDeliveredWithIt() {
        let junction = sums()
        let left = junction.side(0) { (values: inout (Int?, Int?), value: Int) in values.0.replace(with: value) }
        let right = junction.side(1) { (values: inout (Int?, Int?), value: Int) in values.1.replace(with: value) }
        Just(2).setFailureType(to: TestFailure.self).subscribe(right)
        XCTAssertEqual(recorder.events.count, 0)
        junction.start()
        XCTAssertEqual(recorder.completions, [.finished], "one side has finished")
        Just(1).setFailureType(to: TestFailure.self).subscribe(left)
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testTheRuleDecidesWhatIsPutOut() {
        let junction = sums()
        let subjects = (0..<2).map { _ in PassthroughSubject<Int, TestFailure>() }
        subjects[0].subscribe(junction.side(0) { $0.0.replace(with: $1) })
        subjects[1].subscribe(junction.side(1) { $0.1.replace(with: $1) })
        junction.start()
        subjects[1].send(10)
        subjects[0].send(1)
        subjects[0].send(2)
        XCTAssertEqual(recorder.values, [11, 12])
        subjects[1].send(completion: .finished)
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testHeldValuesAreReleasedAtTheEndWithoutALock() {
        final class Token: Sendable {
            let onRelease: @Sendable () -> Void
            init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
            deinit { onRelease() }
        }
        underAWatchdog {
            let left = PassthroughSubject<Token, Never>()
            let right = PassthroughSubject<Token, Never>()
            let zipping = left.zip(right).sink { _ in }
            left.send(Token { right.send(Token {}) })
            zipping.cancel()
        }
    }
}
