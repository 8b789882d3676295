/// The order in which tasks are shown: the open ones by due day, priority and place in the file, then the completed
/// ones, the last completed first.
struct TaskOrder: Comparable {
    private let isCompleted: Bool
    private let day: Int
    private let priority: Character
    private let position: Int

    /// The place of `task`, which stands at `position` in its file.
    init(_ task: TodoLine, position: Int) {
        isCompleted = task.header.isCompleted
        priority = task.header.priority ?? "~"
        self.position = position
        if isCompleted {
            day = -(task.header.dates.first.flatMap { CalendarDay($0.text) }?.number ?? 0)
        } else {
            day = task.due?.number ?? .max
        }
    }

    static func < (one: TaskOrder, other: TaskOrder) -> Bool {
        (one.isCompleted ? 1 : 0, one.day, one.priority, one.position)
            < (other.isCompleted ? 1 : 0, other.day, other.priority, other.position)
    }
}
