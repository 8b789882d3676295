/// Groups of steps; of more groups than allowed the oldest are dropped.
struct UndoStack {
    private var steps: [UndoHistory.Step] = []
    /// The index at which each group starts.
    private var starts: [Int] = []
    /// The number of the newest groups that can still be taken back.
    private var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func push(_ step: UndoHistory.Step, startsGroup: Bool, _ levels: Int) {
        if startsGroup || count == 0 { pushEmptyGroup(levels) }
        steps.append(step)
    }

    mutating func pushEmptyGroup(_ levels: Int) {
        starts.append(steps.count)
        count += 1
        // Not for each group beyond the limit, since that moves all others.
        if levels > 0, starts.count > levels * 2 { trim(to: levels) }
        if levels > 0 { count = min(count, levels) }
    }

    mutating func trim(to levels: Int) {
        guard levels > 0 else { return }
        count = min(count, levels)
        let excess = starts.count - count
        guard excess > 0 else { return }
        let cut = excess < starts.count ? starts[excess] : steps.count
        steps.removeFirst(cut)
        starts = starts.dropFirst(excess).map { $0 - cut }
    }

    /// The steps of the newest group, the newest first.
    mutating func popGroup() -> [UndoHistory.Step] {
        guard count > 0, let start = starts.popLast() else { return [] }
        count -= 1
        defer { steps.removeSubrange(start...) }
        return steps[start...].reversed()
    }
}
