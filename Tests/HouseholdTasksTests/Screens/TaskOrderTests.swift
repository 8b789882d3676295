import Testing

@testable import HouseholdTasks

@Suite struct TaskOrderTests {
    @Test func tasksAreSortedByDueDayThenPriorityThenPlace() {
        let sorted = [
            "Early due:2026-11-20", "(A) Important due:2026-12-01", "(B) Less due:2026-12-01", "First due:2026-12-01",
            "Second due:2026-12-01", "(A) Some day", "Never", "x 2026-11-21 Last done", "x 2026-11-01 Long done",
            "x Done",
        ]
        let tasks = sorted.enumerated().map { (text: $1, order: TaskOrder(TodoLine($1), position: $0)) }
        #expect(tasks.shuffled().sorted { $0.order < $1.order }.map(\.text) == sorted)
    }
}
