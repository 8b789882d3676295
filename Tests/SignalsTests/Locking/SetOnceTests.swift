import SignalsCore
import XCTest

final class SetOnceTests: XCTestCase {
    private final class Part: Sendable {
        let number: Int
        private let onEnd: @Sendable () -> Void

        init(_ number: Int, onEnd: @escaping @Sendable () -> Void = {}) {
            self.number = number
            self.onEnd = onEnd
        }

        deinit { onEnd() }
    }

    private final class Whole: Sendable {
        let part = SetOnce<Part>()
    }

    func testOfManyThreadsThatSetItAllGetTheSame() {
        for _ in 0..<200 {
            let whole = Whole()
            let seen = Locked<Set<Int>>([])
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                let part = whole.part.setIfNil(Part(number))
                seen.withLock { _ = $0.insert(part.number) }
            }
            XCTAssertEqual(seen.withLock { $0 }, [whole.part.value?.number ?? -1])
        }
    }

    func testHeldValuesEndWithItAndLateOnesAtOnce() {
        let ended = Locked<[Int]>([])
        var whole: Whole? = Whole()
        XCTAssertNil(whole?.part.value)
        for number in 1...2 { whole?.part.setIfNil(Part(number) { ended.withLock { $0.append(number) } }) }
        XCTAssertEqual(ended.withLock { $0 }, [2])
        whole = nil
        XCTAssertEqual(ended.withLock { $0 }, [2, 1])
    }
}
