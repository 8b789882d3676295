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
