import Signals
import XCTest

final class CollectTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.collect() }.check()
    }
}
