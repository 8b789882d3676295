/// The deletions of a save or of a context, with the deletions that implied them: a rule may delete an object with each
/// of several owners, and further objects with it in turn.
package struct ImpliedDeletions {
    private var numbers: Set<Int64> = []
    /// The deletions without a cause here: the program asked for them, or their cause was never saved.
    private var roots: [Int64] = []
    private var effects: [Int64: [Int64]] = [:]

    /// - Parameter deletions: the number of each object, and those of the objects whose deletions implied its own.
    package init(_ deletions: some Sequence<(number: Int64, causes: Set<Int64>)>) {
        var causes: Set<Int64> = []
        for deletion in deletions {
            numbers.insert(deletion.number)
            if deletion.causes.isEmpty { roots.append(deletion.number) }
            for cause in deletion.causes { effects[cause, default: []].append(deletion.number) }
            causes.formUnion(deletion.causes)
        }
        roots += causes.subtracting(numbers)
    }

    /// Returns those that are lost with others: neither the program nor a deletion that holds asked for them.
    package func lost(with others: Set<Int64>) -> Set<Int64> {
        var waiting = roots.filter { !others.contains($0) }
        var holding = Set(waiting)
        while let next = waiting.popLast() {
            for effect in effects[next] ?? [] where !others.contains(effect) && holding.insert(effect).inserted {
                waiting.append(effect)
            }
        }
        return numbers.subtracting(holding)
    }
}
