import SignalsDashboard
import Testing

@testable import HouseholdTasks

@Suite struct TodoLineProblemTests {
    @Test(arguments: [
        "Water plants", "(A) x", "x 2026-11-20 Rake leaves", "Pay 3€ due:2026-12-01", "a\tb", "+p Ring @m", "due: soon",
        "Water plants every:often", "Note t:2026-13-45", "Ünïcödé 水 📷 \u{2028} \u{202E}",
    ])
    func aTaskIsATask(text: String) {
        #expect(TodoLine(text).problem == nil)
    }

    @Test(arguments: [
        ("Water plants due:2026-13-45", TodoLineProblem.noSuchDate("due:2026-13-45")),
        ("Water plants due:tomorrow", .noSuchDate("due:tomorrow")),
        ("Water plants due:2026-12-01 due:2026-02-30", .noSuchDate("due:2026-02-30")),
        ("2026-02-30 Water plants", .noSuchDate("2026-02-30")),
        ("x 2026-11-20 2026-00-01 Water plants", .noSuchDate("2026-00-01")),
        ("(A)", .noText), ("x 2026-11-20", .noText), ("(B) 2026-11-20 due:2026-12-01", .noText),
        ("+garden @home", .noText),
        ("Water\u{1B}[31m plants", .controlCharacter(0x1B)), ("Water\0plants", .controlCharacter(0)),
        ("Water\rplants", .controlCharacter(0x0D)), ("Water\u{85}plants", .controlCharacter(0x85)),
        (String(repeating: "a", count: 65_537), .tooLong(bytes: 65_537)),
    ])
    func whatCannotBeATaskSaysWhy(text: String, problem: TodoLineProblem) {
        #expect(TodoLine(text).problem == problem)
    }

    @Test func exactly64KiBIsNotTooLong() {
        #expect(TodoLine(String(repeating: "ü", count: 32_768)).problem == nil)
    }

    @Test func aRecurrenceTypedWrongIsSaidAtOnce() {
        #expect(TodoLine("Water plants every:often").problemWhenTyped == .noSuchRecurrence("every:often"))
        #expect(TodoLine("Water plants every:3d").problemWhenTyped == nil)
        #expect(TodoLine("Water plants due:soon").problemWhenTyped == .noSuchDate("due:soon"))
    }

    @Test(arguments: [
        (TodoLineProblem.noSuchDate("due:2026-13-45"), "“due:2026-13-45” is not a date; write it as 2026-12-01"),
        (.controlCharacter(0x1B), "it holds the control character U+001B; remove it"),
        (.tooLong(bytes: 70_000), "it has 70000 bytes, and at most 65536 make a task; shorten it"),
    ])
    func theMessageSaysWhatToDo(problem: TodoLineProblem, text: String) {
        #expect(problem.description == text)
    }
}
