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

/// A save that goes on until a test says so.
@MainActor
private final class SlowSave {
    private(set) var saved: [Chore] = []
    private(set) var ended: [Bool] = []
    private var waiting: CheckedContinuation<Void, Never>?

    /// A form that saves here, presented.
    func form(on dashboard: Dashboard) -> Form<Chore> {
        let form = Form(Chore(), [.text("Name", \.name)]) { [unowned self] chore in
            await withCheckedContinuation { waiting = $0 }
            saved.append(chore)
        }
        form.ended = { [unowned self] in ended.append($0) }
        dashboard.present(form, title: "Edit")
        return form
    }

    /// Returns when a save goes on.
    func begin() async { while waiting == nil { await Task.yield() } }

    func finish() {
        waiting?.resume()
        waiting = nil
    }
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
    func testAFormShowsProblemsAndDoesNotSave() async {
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

    @MainActor
    func testAFormThatIsPresentedIsLeftByEscapeAndByASave() async {
        let dashboard = Dashboard("Forms") { _ in "body" }
        let names = Counter()
        let form = Form("hall", [.text("Room", \.self)]) { _ in names.count += 1 }
        let screen = TestScreen(dashboard)
        dashboard.present(form, title: "Edit")
        await screen.press(.escape)
        XCTAssertFalse(screen.text.contains("Edit"), screen.text)
        dashboard.present(form, title: "Edit")
        await screen.press(.enter)
        XCTAssertFalse(screen.text.contains("Edit"), screen.text)
        XCTAssertEqual(names.count, 1)
    }

    @MainActor
    func testAFormInTabsThatArePresentedIsLeftToo() async {
        let dashboard = Dashboard("Forms") { _ in "body" }
        let form = Form("hall", [.text("Room", \.self)]) { _ in }
        let screen = TestScreen(dashboard)
        dashboard.present(Tabs([("Edit", form)]), title: "Both")
        await screen.press(.escape)
        XCTAssertFalse(screen.text.contains("Both"), screen.text)
    }

    @MainActor
    func testKeysTypedDuringASaveAreNotLost() async {
        let (dashboard, save) = (Dashboard("Forms") { _ in "body" }, SlowSave())
        let form = save.form(on: dashboard)
        let screen = TestScreen(dashboard)
        dashboard.press(.enter)
        await save.begin()
        dashboard.press("!")
        save.finish()
        await screen.settle()
        XCTAssertEqual(form.value.name, "Sweep!")
        XCTAssertTrue(screen.text.contains("Edit") && screen.text.contains("Sweep!"), screen.text)
        XCTAssertEqual(save.ended, [])
        dashboard.press(.enter)
        await save.begin()
        save.finish()
        await screen.settle()
        XCTAssertEqual(save.saved.map(\.name), ["Sweep", "Sweep!"])
        XCTAssertEqual(save.ended, [true])
        XCTAssertFalse(screen.text.contains("Edit"), screen.text)
    }

    @MainActor
    func testEscapeDuringASaveEndsTheFormOnceAsTheSaveEnds() async {
        let (dashboard, save) = (Dashboard("Forms") { _ in "body" }, SlowSave())
        _ = save.form(on: dashboard)
        let screen = TestScreen(dashboard)
        dashboard.press(.enter)
        await save.begin()
        dashboard.press(.escape)
        save.finish()
        await screen.settle()
        await screen.settle()
        XCTAssertEqual(save.ended, [true])
        XCTAssertFalse(screen.text.contains("Edit"), screen.text)
    }

    @MainActor
    func testASecondEscapeDoesNotWaitForTheSave() async {
        let (dashboard, save) = (Dashboard("Forms") { _ in "body" }, SlowSave())
        let form = save.form(on: dashboard)
        let screen = TestScreen(dashboard)
        dashboard.press(.enter)
        await save.begin()
        dashboard.press(.escape)
        dashboard.press(.escape)
        XCTAssertEqual(save.ended, [false])
        XCTAssertFalse(screen.text.contains("Edit"), screen.text)
        save.finish()
        while save.saved.isEmpty { await Task.yield() }
        await screen.settle()
        XCTAssertEqual(save.ended, [false])
        _ = form
    }

    @MainActor
    func testAClickOpensTheFieldWhereItIsHoweverFewRowsThereAre() async throws {
        for rows in 4...14 {
            let (form, screen) = form()
            await screen.resize(columns: 40, rows: rows)
            await screen.press(.tab, .tab)
            for label in ["Name", "Done", "Priority"] {
                let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
                guard let row = lines.firstIndex(where: { $0.contains("\(label) ") }) else { continue }
                await screen.click(column: 14, row: row)
                XCTAssertEqual(form.selectionText?.hasPrefix(label), true, "\(label) in \(rows) rows: \(screen.text)")
            }
        }
    }

    @MainActor
    func testReasonsAreThereInFullAndInAPersonsWords() async {
        let reason = "separate the labels with blanks and not with commas, as in work home urgent, or leave them out"
        let (_, screen) = form { _ in throw CocoaError(.fileNoSuchFile) }
        await screen.press(.enter)
        XCTAssertFalse(screen.text.contains("Domain="), screen.text)
        XCTAssertTrue(screen.text.contains("✗ "), screen.text)
        for columns in [80, 40] {
            let dashboard = Dashboard("Forms") { _ in "body" }
            let form = Form(Chore(), [.text("Name", \.name) { _ in reason }, .toggle("Done", \.isDone)]) { _ in }
            let screen = TestScreen(dashboard, columns: columns, rows: 24)
            dashboard.present(form, title: "Edit")
            for word in reason.split(separator: " ") {
                XCTAssertTrue(screen.text.contains(word), "\(word) in \(screen.text)")
            }
        }
    }

    @MainActor
    func testALongReasonWhySavingFailedIsThereInFull() async {
        struct Long: LocalizedError {
            var errorDescription: String? { (1...40).map { "w\($0)x" }.joined(separator: " ") }
        }
        let (_, screen) = form { _ in throw Long() }
        await screen.press(.enter)
        for number in 1...40 { XCTAssertTrue(screen.text.contains("w\(number)x"), screen.text) }
    }

    @MainActor
    func testALabelAndItsValueHaveAGapBetweenThem() async {
        for columns in 14...60 {
            let dashboard = Dashboard("Forms") { _ in "body" }
            let form = Form(Chore(name: "x,y"), [.text("Importance", \.name), .toggle("Unread", \.isDone)]) { _ in }
            let screen = TestScreen(dashboard, columns: columns, rows: 5)
            dashboard.present(form, title: "Edit")
            XCTAssertTrue(screen.text.contains(" x,y") && screen.text.contains(" [ ]"), screen.text)
        }
    }

    @MainActor
    func testEnterSaysWhyNothingIsSaved() async {
        let (_, screen) = form { _ in XCTFail("It was saved.") }
        await screen.press(.control("u"), .enter)
        XCTAssertTrue(screen.text.contains("save: Name: write a name"), screen.text)
    }

    @MainActor
    func testAToggleIsSpokenInWords() async {
        let (form, screen) = form()
        await screen.press(.tab)
        XCTAssertEqual(form.selectionText, "Done: off")
        await screen.press(" ")
        XCTAssertEqual(form.selectionText, "Done: on")
    }
}
