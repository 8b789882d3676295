/// A pair in a join table, seen from one of its sides.
package struct LinkRow: Sendable, Hashable {
    /// The number on the side that was asked for.
    package let owner: Int64
    /// The number on the other side.
    package let other: Int64

    package init(owner: Int64, other: Int64) {
        self.owner = owner
        self.other = other
    }
}

/// A change of a save to a join table.
package struct LinkChange: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case added
        case removed
    }

    package let table: JoinTable
    package let kind: Kind
    package let source: Int64
    package let target: Int64
    /// True if the relationship of the target was changed, and not that of the source.
    package var isMadeByTarget = false
    /// True if it was not made after all, as of an object that others deleted: only the store knows what is linked.
    package var isDropped = false

    package init(
        table: JoinTable, kind: Kind, source: Int64, target: Int64, isMadeByTarget: Bool = false,
        isDropped: Bool = false
    ) {
        self.table = table
        self.kind = kind
        self.source = source
        self.target = target
        self.isMadeByTarget = isMadeByTarget
        self.isDropped = isDropped
    }
}

/// The end of a source's targets, as a store has it.
package struct TargetsEnd: Sendable, Equatable {
    /// The positions of the targets that were asked for, as far as there are links to them; NaN for one that has none yet.
    package var positions: [Int64: Double] = [:]
    /// The greatest position; 0 where there is none.
    package var last = 0.0
    /// True if some of the targets that were not asked for have no position: they come last.
    package var hasUnpositioned = false

    package init() {}

    /// Returns nil where not all of the targets came last.
    ///
    /// - Parameters:
    ///   - targets: the last of the targets, in their order.
    ///   - added: those of them that a save adds.
    /// - Returns: the positions of those that were added.
    func appending(_ targets: [Int64], _ added: Set<Int64>) -> [Int64: Double]? {
        let known = targets.filter { positions[$0] != nil }
        let new = known.drop { !added.contains($0) }
        guard !hasUnpositioned, new.allSatisfy({ added.contains($0) && positions[$0]?.isNaN == true }),
            known.dropLast(new.count).allSatisfy({ positions[$0]?.isNaN == false })
        else { return nil }
        var last = last
        var appended: [Int64: Double] = [:]
        for target in new {
            last += OrderedPositions.stride
            appended[target] = last
        }
        return appended
    }
}

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
