/// The order in which tasks are shown: the open ones by due day, priority and place in the file, then the completed
/// ones, the last completed first.
struct TaskOrder: Comparable {
    /// A number whose order is that of the tasks: a bit for completed ones, 27 for the day, 5 for the priority and 30 for
    /// the place.
    let key: Int

    private static let lastDay = 1 << 27 - 1
    private static let lastPosition = 1 << 30 - 1

    /// The place of `task`, which stands at `position` in its file.
    init(_ task: TodoLine, position: Int) {
        let isCompleted = task.header.isCompleted
        let day =
            isCompleted
            ? Self.lastDay - (task.header.dates.first.flatMap { CalendarDay($0.text) }?.number ?? 0)
            : task.due?.number ?? Self.lastDay
        // Letters from 0; what has none comes after them.
        let priority = task.header.priority?.asciiValue.map { Int($0) - 0x41 } ?? 26
        let rank = ((isCompleted ? 1 : 0) << 27 | day) << 5 | min(max(priority, 0), 26)
        key = rank << 30 | min(max(position, 0), Self.lastPosition)
    }

    static func < (one: TaskOrder, other: TaskOrder) -> Bool { one.key < other.key }
}
