import Signals
import XCTest

final class TryMapTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryMap { $0 + 1 } }.check()
        Lifecycle { $0.tryMap { if $0 > 1 { throw TestFailure() } } }.check()
    }
}
