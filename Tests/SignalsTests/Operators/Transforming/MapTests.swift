import Signals
import XCTest

final class MapTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.map { $0 + 1 } }.check()
        Lifecycle(passesEverything: true) { $0.map { $0 + 1 }.map { "\($0)" } }.check()
    }
}
