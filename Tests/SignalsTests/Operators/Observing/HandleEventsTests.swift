import Signals
import XCTest

final class HandleEventsTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.handleEvents() }.check()
    }
}
