import Signals
import XCTest

@testable import SignalsAlgorithms

final class AssignmentTests: XCTestCase {
    func testAssignsUntilItLetsGo() {
        let screen = Screen()
        let assignment = Assignment(\Screen.title, screen, .strong)
        assignment.assign("Home")
        assignment.letGo()
        assignment.assign("Late")
        XCTAssertEqual(screen.title, "Home")
    }

    func testAssignmentsAreCarriedOutInTheirOrder() {
        let log = Locked<[String]>([])
        let assignments = ["first", "second"].map { name in
            LoggingScreen(name, log)
        }.map { Assignment(\LoggingScreen.title, $0, .strong) }
        let sink = Just("Home").carryOut(assignments)
        XCTAssertEqual(log.withLock { $0 }, ["first Home", "second Home"])
        sink.cancel()
    }
}

private final class LoggingScreen: Sendable {
    private let name: String
    private let log: Locked<[String]>

    init(_ name: String, _ log: Locked<[String]>) {
        self.name = name
        self.log = log
    }

    var title: String {
        get { "" }
        set { log.withLock { $0.append("\(name) \(newValue)") } }
    }
}
