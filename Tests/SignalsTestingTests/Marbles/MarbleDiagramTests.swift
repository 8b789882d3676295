import XCTest

@testable import SignalsTesting

final class MarbleDiagramTests: XCTestCase {
    func testACharacterIsAStep() {
        let diagram = MarbleDiagram("-a[b|]#")
        XCTAssertEqual(diagram.steps, [[], [.value("a")], [.value("b"), .finish], [.failure]])
        XCTAssertEqual(diagram.text, "-a[b|]#")
    }

    func testStepsInBetweenAreEmpty() {
        var diagram = MarbleDiagram()
        diagram.append(.value("a"), at: 2)
        diagram.append(.finish, at: 2)
        XCTAssertEqual(diagram.text, "--[a|]")
    }
}
