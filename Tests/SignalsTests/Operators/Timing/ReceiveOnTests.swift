import Signals
import XCTest

final class ReceiveOnTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.receive(on: ImmediateScheduler.shared) }.check()
    }
}
