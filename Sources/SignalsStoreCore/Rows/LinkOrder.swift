/// The order that a save gives the targets of a source.
package struct LinkOrder: Sendable, Hashable {
    package let table: JoinTable
    package let source: Int64
    package let targets: [Int64]
    /// The targets before their order was changed; nil where some were only added or removed.
    package var base: [Int64]?
    /// True if they are the last ones, of which some were added: those before them are in the order that they were in.
    package var isEnd = false

    package init(
        table: JoinTable, source: Int64, targets: [Int64], base: [Int64]? = nil, isEnd: Bool = false
    ) {
        self.isEnd = isEnd
        self.table = table
        self.source = source
        self.targets = targets
        self.base = base
    }

    /// All targets of the source on this side, where these are the last ones.
    ///
    /// - Parameter others: those on the other side.
    package func allTargets(with others: [Int64]) -> [Int64] {
        guard isEnd, let first = targets.first, !others.contains(first) else { return targets }
        let end = Set(targets)
        return others.filter { !end.contains($0) } + targets
    }
}
