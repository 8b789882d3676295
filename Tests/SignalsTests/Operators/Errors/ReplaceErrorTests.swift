import Signals
import XCTest

final class ReplaceErrorTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.replaceError(with: 0) }.check()
    }
}
