import XCTest

@testable import SignalsTesting

final class MarbleDiagramTests: XCTestCase {
    func testACharacterIsAStep() {
        let diagram = MarbleDiagram("-a[b|]#")
        XCTAssertEqual(diagram.steps, [[], [.value("a")], [.value("b"), .finish], [.failure]])
        XCTAssertEqual(diagram.description, "-a[b|]#")
    }

    func testStepsInBetweenAreEmpty() {
        var diagram = MarbleDiagram()
        diagram.append(.value("a"), at: 2)
        diagram.append(.finish, at: 2)
        XCTAssertEqual(diagram.text(.square), "--[a|]")
        XCTAssertEqual(diagram.text(.round), "--(a|)")
    }

    func testAGroupInParenthesesIsOneStep() {
        let diagram = MarbleDiagram("-(ab)(c|)")
        XCTAssertEqual(diagram.steps, [[], [.value("a"), .value("b")], [.value("c"), .finish]])
        XCTAssertEqual(diagram.description, "-(ab)(c|)")
    }

    func testDiagramsAreEqualHoweverTheyAreWritten() {
        XCTAssertEqual(MarbleDiagram("-(ab)|"), "- [ab] |")
        XCTAssertNotEqual(MarbleDiagram("-(ab)|"), "-ab|")
    }
}
