// The one-to-ones that a child's changes concern: each of the two objects has a column, of which the merge policy decides by
// itself, and both columns are one property.
extension AbsorptionPlan {
    /// Makes both ends of each one-to-one agree, as the policy says: an end whose partner stays with another object gives
    /// up, or takes the partner from that.
    mutating func settlePairs(_ policy: MergePolicy, _ parent: ManagedObjectContext) throws(SaveError) {
        let paired = Set(parent.entities.lazy.filter { !$0.pairReferences.isEmpty }.map(ObjectIdentifier.init))
        if paired.isEmpty { return }
        let concerned = edits.lazy.filter { paired.contains(ObjectIdentifier($0.0.entity)) }
        let planned = Dictionary(concerned.map { ($0.0.number, $0.1) }) { $0 + $1 }
        if policy.prefersOthers { try giveUpPartners(planned, parent) }
        for (object, changes) in edits where planned[object.number] != nil {
            for pair in object.entity.pairReferences {
                guard let change = changes.first(where: { $0.index == pair.column }) else { continue }
                let former = pair.state(in: object).pointee.reference
                if former == 0 || change.value == .integer(former) { continue }
                // Also one that the child deleted, and that the policy keeps.
                try part(former, pair, from: object.number, planned, parent)
            }
        }
        if policy.prefersOthers { return }
        for (_, update) in restorations { try takePartners(of: update, planned, parent) }
    }

    /// Takes back references to partners that stay with others.
    private mutating func giveUpPartners(
        _ planned: [Int64: [ChangeSet.Edit]], _ parent: ManagedObjectContext
    ) throws(SaveError) {
        for (index, (object, changes)) in edits.enumerated() where planned[object.number] != nil {
            for pair in object.entity.pairReferences {
                guard let change = changes.first(where: { $0.index == pair.column }),
                    try !leadsBack(change.value, pair, to: object.number, planned, parent)
                else { continue }
                edits[index].1.removeAll { $0.index == pair.column }
                if change.base.isNull { continue }
                edits[index].1.append(ChangeSet.Edit(index: change.index, base: change.base, value: .null))
            }
        }
        for (index, page) in insertions.enumerated() {
            guard let entity = parent.entity(named: page.entity.name), !entity.pairReferences.isEmpty else { continue }
            var emptied: [Int64: Set<Int>] = [:]
            for row in page {
                for pair in entity.pairReferences {
                    guard let column = pair.column,
                        try !leadsBack(row.value(at: column), pair, to: row.number, planned, parent)
                    else { continue }
                    emptied[row.number, default: []].insert(column)
                }
            }
            if emptied.isEmpty { continue }
            changedInsertions[entity.name, default: []].formUnion(emptied.keys)
            insertions[index] = page.emptied(emptied)
        }
    }

    /// True if what a reference of a one-to-one is to refer to will refer back, or is new.
    private func leadsBack(
        _ value: StoredValue, _ pair: RelationshipDescription, to number: Int64,
        _ planned: [Int64: [ChangeSet.Edit]], _ parent: ManagedObjectContext
    ) throws(SaveError) -> Bool {
        guard case .integer(let target) = value, let (partner, inverse) = try partner(target, pair, parent) else {
            return true
        }
        let written = planned[target]?.first { $0.index == inverse.column }?.value
        return (written ?? .integer(inverse.state(in: partner).pointee.reference)) == .integer(number)
    }

    /// Ends the reference back from an object's former partner, unless the child changed it.
    private mutating func part(
        _ former: Int64, _ pair: RelationshipDescription, from number: Int64,
        _ planned: [Int64: [ChangeSet.Edit]], _ parent: ManagedObjectContext
    ) throws(SaveError) {
        guard let (partner, inverse) = try partner(former, pair, parent), let column = inverse.column,
            inverse.state(in: partner).pointee.reference == number,
            planned[former]?.contains(where: { $0.index == column }) != true
        else { return }
        paired.append((partner, ChangeSet.Edit(index: column, base: .integer(number), value: .null)))
    }

    /// Makes the partners of an object that is back refer to it again: its deletion ended that.
    private mutating func takePartners(
        of update: ChangeSet.Update, _ planned: [Int64: [ChangeSet.Edit]], _ parent: ManagedObjectContext
    ) throws(SaveError) {
        for pair in parent.entity(named: update.entity.name)?.pairReferences ?? [] {
            guard let reference = pair.column, case .integer(let target) = update.allValues[reference],
                let (partner, inverse) = try partner(target, pair, parent), let column = inverse.column,
                planned[target]?.contains(where: { $0.index == column }) != true
            else { continue }
            let former = inverse.state(in: partner).pointee.reference
            if former == update.number { continue }
            let base = former == 0 ? StoredValue.null : .integer(former)
            paired.append((partner, ChangeSet.Edit(index: column, base: base, value: .integer(update.number))))
            if former != 0 { try part(former, inverse, from: target, planned, parent) }
        }
    }

    private func partner(
        _ number: Int64, _ pair: RelationshipDescription, _ parent: ManagedObjectContext
    ) throws(SaveError) -> (ManagedObject, RelationshipDescription)? {
        do {
            guard let inverse = pair.inverse,
                let partner = try parent.liveObjects([number], in: pair.target)[number]
            else { return nil }
            try parent.load(partner)
            return (partner, partner.entity.relationships[inverse.index])
        } catch { throw SaveError(reading: error, entityName: pair.target.name) }
    }
}

extension EntityDescription {
    /// The references that are an end of a one-to-one.
    fileprivate var pairReferences: [RelationshipDescription] { references.filter { $0.inverse?.isToOne == true } }
}
