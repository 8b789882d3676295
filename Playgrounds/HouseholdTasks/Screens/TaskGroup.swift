/// A project or context and the number of its open tasks; the first of a list is all of them.
struct TaskGroup: Hashable, Sendable, Identifiable {
    /// The name; nil for all tasks, empty for those without one.
    let name: String?
    let count: Int

    var id: String? { name }

    /// The name that a person reads.
    var title: String { name.map { $0.isEmpty ? "(none)" : $0 } ?? "all" }

    /// All tasks, then their groups by size, then those in none.
    ///
    /// - Parameter tasks: the numbers of open tasks by the names of their groups, with a blank between two.
    static func groups(of tasks: [(names: String, count: Int)]) -> [TaskGroup] {
        var counts: [String: Int] = [:]
        for (names, count) in tasks {
            for name in names.isEmpty ? [""] : names.split(separator: " ") { counts[String(name), default: 0] += count }
        }
        let groups = counts.map { TaskGroup(name: $0.key, count: $0.value) }
        let sorted = groups.sorted { one, other in
            let (isNone, isOtherNone) = (one.name == "", other.name == "")
            if isNone != isOtherNone { return isOtherNone }
            return (-one.count, one.title) < (-other.count, other.title)
        }
        return [TaskGroup(name: nil, count: tasks.reduce(0) { $0 + $1.count })] + sorted
    }
}
