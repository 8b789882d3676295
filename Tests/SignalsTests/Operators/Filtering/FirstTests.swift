import Signals
import XCTest

final class FirstTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.first() }.check()
    }
}
