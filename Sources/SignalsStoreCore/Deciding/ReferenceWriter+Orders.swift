// Orders that join tables keep.
extension ReferenceWriter {
    mutating func applyOrders(of changeSet: ChangeSet) throws {
        let added = changeSet.targetsAdded
        for order in changeSet.orders where !outcome.deleted.contains(order.source) {
            if discarded.contains(order.source) {
                // The context has it as it is stored again.
                consequences.orders.append(order)
                continue
            }
            let added = added[order.table]?[order.source] ?? []
            if try order.isEnd && append(order, added) { continue }
            try apply(order, added, changeSet.mergePolicy)
        }
    }

    /// Puts the targets that a save adds after the others, where they are the last ones: at the cost of those.
    ///
    /// - Returns: false where they are not.
    private func append(_ order: LinkOrder, _ added: Set<Int64>) throws -> Bool {
        let end = try rows.end(order.table, of: order.source, order.targets)
        guard let positions = end.appending(order.targets, added) else { return false }
        try rows.setPositions(positions, order.table, of: order.source)
        return true
    }

    /// Gives the targets of a source an order, merged with the stored one, by changing as few positions as possible.
    private mutating func apply(_ order: LinkOrder, _ added: Set<Int64>, _ policy: MergePolicy) throws {
        let stored = try rows.positions(order.table, of: order.source)
        // Targets without a position were added by this save, unless the list had no order.
        let others = stored.filter { !$0.value.isNaN || order.isEnd && !added.contains($0.key) }
            .map { (position: $0.value.isNaN ? .infinity : $0.value, key: $0.key) }
            .sorted { ($0.position, $0.key) < ($1.position, $1.key) }
        let here = order.allTargets(with: others.map(\.key))
        let merged = MergedOrder(base: order.base, here: here, prefersOthers: policy.prefersOthers)
        let targets = merged.list(with: others.map(\.key)).filter { stored[$0] != nil }
        if order.isEnd || targets != order.targets {
            consequences.orders.append(LinkOrder(table: order.table, source: order.source, targets: targets))
        }
        let old = targets.map { stored[$0] ?? .nan }
        var new: [Int64: Double] = [:]
        for (target, position) in zip(targets, OrderedPositions.respaced(old)) where stored[target] != position {
            new[target] = position
        }
        try rows.setPositions(new, order.table, of: order.source)
    }
}
