import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import XCTest

private struct Chore: Sendable, Equatable {
    var name = "Sweep"
    var isDone = false
    var priority = "B"
}

private struct Taken: Error, CustomStringConvertible {
    var description: String { "the name is taken" }
}

final class FormTests: XCTestCase {
    @MainActor
    private func form(
        save: @escaping @MainActor (Chore) async throws -> Void = { _ in }
    ) -> (form: Form<Chore>, screen: TestScreen) {
        let form = Form(
            Chore(),
            [
                .text("Name", \.name) { $0.isEmpty ? "write a name" : nil }, .toggle("Done", \.isDone),
                .choice("Priority", \.priority, of: ["A", "B", "C"]),
            ], preview: { Line("preview \($0.name)") }, save: save)
        let dashboard = Dashboard("Forms") { _ in "body" }
        form.ended = { [weak dashboard] _ in dashboard?.dismiss() }
        dashboard.present(form, title: "Edit")
        return (form, TestScreen(dashboard, columns: 80, rows: 24))
    }

    @MainActor
    func testFieldsAreFilledInAndEachStepIsUndone() async {
        let (form, screen) = form()
        await screen.type("!")
        await screen.press(.tab, " ", .tab, .right)
        XCTAssertEqual(form.value, Chore(name: "Sweep!", isDone: true, priority: "C"))
        XCTAssertTrue(
            screen.text.contains("preview Sweep!") && screen.text.contains("◂ C ▹") && screen.text.contains("[x]"))
        for _ in 0..<3 { await screen.press(.control("_")) }
        XCTAssertEqual(form.value, Chore())
        await screen.press(.control("y"))
        XCTAssertEqual(form.value.name, "Sweep!")
    }

    @MainActor
    func testWhatIsWrongIsSaidAndNotSaved() async {
        let (form, screen) = form { _ in XCTFail("It was saved.") }
        await screen.press(.control("u"), .enter)
        XCTAssertEqual(form.problems, ["Name: write a name"])
        XCTAssertTrue(screen.text.contains("✗ write a name") && screen.text.contains("1 problem"))
    }

    @MainActor
    func testAFailedSaveKeepsTheFormOpenWithTheReason() async {
        let names = Counter()
        let (form, screen) = form { _ in if names.count == 0 { throw Taken() } }
        await screen.press(.enter)
        await screen.settle()
        XCTAssertEqual(form.problems, ["the name is taken"])
        XCTAssertTrue(screen.text.contains("✗ the name is taken"))
        names.count = 1
        await screen.press(.enter)
        await screen.settle()
        XCTAssertFalse(screen.text.contains("Edit"))
    }
}
