/// The order of transactions, with the reason for each step of it.
struct TransactionGraph {
    struct Step: Equatable {
        let from: Int
        let to: Int
        let reason: String
    }

    private var steps: [[Step]]
    private let count: Int

    init(count: Int) {
        self.count = count
        steps = Array(repeating: [], count: count)
    }

    mutating func add(_ from: Int, _ to: Int, _ reason: String) {
        if from != to { steps[from].append(Step(from: from, to: to, reason: reason)) }
    }

    /// Adds a node that is no transaction.
    mutating func addNode() -> Int {
        steps.append([])
        return steps.count - 1
    }

    /// The steps of a short way from a transaction to itself; nil where there is an order of all.
    func cycle() -> [Step]? {
        let inCycles = remaining()
        guard let start = inCycles.indices.first(where: { inCycles[$0] && $0 < count }) else { return nil }
        for node in start..<count where inCycles[node] {
            if let way = way(from: node, among: inCycles) { return way.filter { $0.from < count } }
        }
        return nil
    }

    /// Leaves out what nothing comes before, again and again: what remains is in cycles, or behind one.
    private func remaining() -> [Bool] {
        var before = Array(repeating: 0, count: steps.count)
        for step in steps.joined() { before[step.to] += 1 }
        var remains = Array(repeating: true, count: steps.count)
        var free = before.indices.filter { before[$0] == 0 }
        while let node = free.popLast() {
            remains[node] = false
            for step in steps[node] {
                before[step.to] -= 1
                if before[step.to] == 0 { free.append(step.to) }
            }
        }
        return remains
    }

    /// The shortest way back to a node.
    private func way(from start: Int, among nodes: [Bool]) -> [Step]? {
        var came: [Int: Step] = [:]
        var front = [start]
        while !front.isEmpty {
            var next: [Int] = []
            for step in front.flatMap({ steps[$0] }) where nodes[step.to] && came[step.to] == nil {
                came[step.to] = step
                if step.to == start { return wayBack(came, to: start) }
                next.append(step.to)
            }
            front = next
        }
        return nil
    }

    private func wayBack(_ came: [Int: Step], to start: Int) -> [Step] {
        var way: [Step] = []
        var node = start
        repeat {
            guard let step = came[node] else { break }
            way.append(step)
            node = step.from
        } while node != start
        return way.reversed()
    }
}
