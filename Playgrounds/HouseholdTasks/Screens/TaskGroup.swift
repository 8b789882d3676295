/// A project or context and the number of its open tasks; the first of a list is all of them.
struct TaskGroup: Hashable, Sendable, Identifiable {
    /// The name; nil for all tasks, empty for those without one.
    let name: String?
    let count: Int

    var id: String? { name }

    /// What a person reads.
    var title: String { name.map { $0.isEmpty ? "(none)" : $0 } ?? "all" }

    /// All tasks, then their groups by size, then those in none.
    static func groups(of tasks: [StoredTask], by names: (TodoLine) -> [String]) -> [TaskGroup] {
        var counts: [String: Int] = [:]
        var open = 0
        for line in tasks.lazy.map(\.line) where !line.header.isCompleted {
            open += 1
            let names = names(line)
            for name in names.isEmpty ? [""] : Array(Set(names)) { counts[name, default: 0] += 1 }
        }
        let groups = counts.map { TaskGroup(name: $0.key, count: $0.value) }
        let sorted = groups.sorted { one, other in
            let (isNone, isOtherNone) = (one.name == "", other.name == "")
            if isNone != isOtherNone { return isOtherNone }
            return (-one.count, one.title) < (-other.count, other.title)
        }
        return [TaskGroup(name: nil, count: open)] + sorted
    }
}
