import Signals
import XCTest

final class CollectByCountTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.collect(2) }.check()
        Lifecycle { $0.collect(1000) }.check()
    }
}
