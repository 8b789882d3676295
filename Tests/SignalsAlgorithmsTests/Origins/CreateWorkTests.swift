import Signals
import XCTest

@testable import SignalsAlgorithms

final class CreateWorkTests: XCTestCase {
    private let cancels = Locked(0)

    private func cancellable() -> AnyCancellable {
        AnyCancellable { [cancels] in cancels.withLock { $0 += 1 } }
    }

    func testWorkIsCancelledOnce() {
        let work = CreateWork()
        work.keep(cancellable())
        XCTAssertFalse(work.isOver)
        XCTAssertEqual(cancels.withLock { $0 }, 0)
        work.end()
        work.end()
        XCTAssertTrue(work.isOver)
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }

    func testWorkThatComesAfterTheEndIsCancelledAtOnce() {
        let work = CreateWork()
        work.end()
        work.keep(cancellable())
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }
}
