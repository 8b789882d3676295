/// The writer of a change set's new rows. A row whose unique values are taken becomes one with the row that has them,
/// property by property as the merge policy says.
struct InsertionJoiner<Rows: WritableRows> {
    private let rows: Rows
    private let rules: ReferentialRules
    private let policy: MergePolicy
    private let joining: ChangeSet.Joining
    private(set) var outcome: CommitOutcome.Details
    /// The updates by which the stored rows got values of the new ones.
    private var updates: [ChangeSet.Update] = []
    private var pages: [RowPage] = []
    private var entities: [Int64: EntitySchema] = [:]

    init(
        _ rows: Rows, _ rules: ReferentialRules, _ changeSet: ChangeSet, _ joining: ChangeSet.Joining,
        _ outcome: CommitOutcome.Details
    ) {
        self.rows = rows
        self.rules = rules
        self.joining = joining
        self.outcome = outcome
        policy = changeSet.mergePolicy
    }

    /// Writes the rows, and returns the change set as if those that joined had been changes of the stored ones.
    mutating func apply(_ changeSet: ChangeSet) throws -> ChangeSet {
        for page in changeSet.insertions {
            if let defaults = joining.defaults[page.entity.name] {
                try insert(page, defaults)
            } else {
                let page = renumbered(page)
                try rows.insert(page)
                pages.append(page)
            }
        }
        if outcome.joined.isEmpty && outcome.skipped.isEmpty { return changeSet }
        try prepare()
        try redirectReferences()
        try assignPositions(in: changeSet)
        try enforceOneToOnes()
        return try effective(changeSet)
    }

    /// Prefetches the rows that refer to new rows that joined, and by a one-to-one to the stored rows that they joined.
    private func prepare() throws {
        for joined in Dictionary(grouping: outcome.joined, by: { entities[$0.key]?.name }).values {
            guard let entity = entities[joined[0].key] else { continue }
            try rows.prepare(rules.referring[entity.name] ?? [], [], to: joined.map(\.key))
            let inverses = (rules.references[entity.name] ?? []).flatMap { rules.inverses(of: $0) }
            if !inverses.isEmpty { try rows.prepare(inverses, [], to: joined.map(\.value)) }
        }
    }

    /// Ends the references to joined rows by one-to-ones from all rows but their partners.
    private mutating func enforceOneToOnes() throws {
        var pairs = PairWriter(rows, rules, outcome)
        for (number, owner) in outcome.joined.sorted(by: { $0.key < $1.key }) {
            if let entity = entities[number] { try pairs.clearOthers(of: owner, entity) }
        }
        outcome = pairs.outcome
    }

    private mutating func insert(_ page: RowPage, _ defaults: [StoredValue]) throws {
        var left = RowPageBuilder(page.entity, capacity: page.count)
        for row in page {
            let values = renumbered(row.values, page.entity)
            // One that comes back was stored, and a stored one is never joined: it would be deleted unmentioned.
            switch row.version > 1 ? nil : try owner(of: values, row.number, page.entity) {
            case .some where joining.batch == .skip:
                outcome.skipped.insert(row.number)
            case .some(let owner): try join(row.number, values, to: owner, page.entity, defaults)
            case nil:
                try rows.insert(page.entity, row.number, version: row.version, values)
                left.beginRow(number: row.number, version: row.version)
                for value in values { left.append(value) }
            }
        }
        if left.count > 0 { pages.append(left.finish()) }
    }

    /// The one row of the class that has a unique value of a new one; nil where there is none, or it must not be joined.
    private func owner(of values: [StoredValue], _ number: Int64, _ entity: EntitySchema) throws -> Int64? {
        guard policy != .error || joining.batch != .fail || joining.found.contains(number) else { return nil }
        var owners: Set<Int64> = []
        for attributes in entity.uniqueAttributes {
            let wanted = attributes.compactMap { entity.column($0.name) }.map { values[$0] }
            if wanted.contains(where: \.isNull) { continue }
            if let owner = try rows.owner(of: wanted, attributes, entity) { owners.insert(owner) }
            guard joining.batch == .skip else { continue }
            for relative in rules.relatives[entity.name] ?? []
            where relative.attributes.map(\.name) == attributes.map(\.name) {
                if let owner = try rows.owner(of: wanted, attributes, relative.entity) { owners.insert(owner) }
            }
        }
        return owners.count == 1 || joining.batch == .skip ? owners.first : nil
    }

    private mutating func join(
        _ number: Int64, _ new: [StoredValue], to owner: Int64, _ entity: EntitySchema, _ defaults: [StoredValue]
    ) throws {
        guard var stored = try rows.row(owner, entity) else { return }
        outcome.joined[number] = owner
        entities[number] = entity
        let base = stored
        var edits: [ChangeSet.Edit] = []
        for column in new.indices {
            guard try takes(new, column, of: number, over: (owner, stored.values), entity, defaults),
                new[column] != stored.values[column]
            else { continue }
            edits.append(ChangeSet.Edit(index: column, base: stored.values[column], value: new[column]))
            stored.values[column] = new[column]
        }
        if !edits.isEmpty {
            guard try rows.write(edits, to: owner, entity, over: base.version) else {
                throw SaveError(.store(reason: "a row changed inside a transaction"), entityName: entity.name)
            }
            stored.version += 1
            updates.append(
                ChangeSet.Update(
                    entity: entity, number: owner, baseVersion: base.version, edits: edits, allValues: stored.values))
        }
        outcome.versions[owner] = stored.version
        outcome.merged[owner] = stored.values
    }

    /// True if the stored row gets the new one's value of a column.
    private func takes(
        _ new: [StoredValue], _ column: Int, of number: Int64, over stored: (number: Int64, values: [StoredValue]),
        _ entity: EntitySchema, _ defaults: [StoredValue]
    ) throws -> Bool {
        if case .update(let assigned) = joining.batch { return assigned[number]?.contains(column) ?? false }
        if entity.isPosition(column) { return takesPosition(new, column, stored.values, entity) }
        let isReference = entity.attributes[column].type == .reference
        let base = isReference ? .null : defaults[column]
        let isSetHere = new[column] != base
        switch policy {
        case .rollback: return false
        case .overwrite: return isSetHere || !isReference
        case .mergeByPropertyObjectTrump: return isSetHere
        case .mergeByPropertyStoreTrump: return isSetHere && stored.values[column] == base
        case .error:
            guard isSetHere, stored.values[column] != base else { return isSetHere }
            // Two increments give equal values too, and one would be lost.
            let type = entity.attributes[column].type
            if isReference || isUnique(column, of: entity),
                ComparedValue(new[column], as: type) == ComparedValue(stored.values[column], as: type)
            {
                return false
            }
            let edit = ChangeSet.Edit(index: column, base: base, value: new[column])
            throw SaveError.conflict(edit, entity, rows.id(stored.number, entity), stored: stored.values)
        }
    }

    private func isUnique(_ column: Int, of entity: EntitySchema) -> Bool {
        entity.attributes[column].isUnique || entity.uniqueColumns.contains { $0.contains(column) }
    }

    /// A member of another list goes last there; one of the same stays where it is.
    private func takesPosition(
        _ new: [StoredValue], _ column: Int, _ stored: [StoredValue], _ entity: EntitySchema
    ) -> Bool {
        guard let reference = entity.reference(orderedBy: column), policy != .rollback else { return false }
        return stored[reference].isNull && !new[reference].isNull
    }

    /// Redirects the references of this save's rows from a new row that joined to the stored one, under every policy: a
    /// reference is a value of the row that refers.
    private mutating func redirectReferences() throws {
        for (number, owner) in outcome.joined.sorted(by: { $0.key < $1.key }) {
            guard let entity = entities[number] else { continue }
            for reference in rules.referring[entity.name] ?? [] {
                for row in try rows.referring(reference, to: number, limit: nil) {
                    try write(.integer(owner), at: reference.column, of: row, reference.holder)
                }
            }
        }
    }
}

// Lists whose order the members keep.
extension InsertionJoiner {
    private typealias Member = (number: Int64, position: Double)

    /// Puts the members of a new object that joined a stored one after those of the stored one's list.
    private mutating func assignPositions(in changeSet: ChangeSet) throws {
        var known: Set<String> = []
        for name in Set(entities.values.map(\.name)) {
            let references = rules.referring[name] ?? []
            for reference in references where known.insert("\(reference.holder.name).\(reference.name)").inserted {
                guard let positionColumn = reference.positionColumn else { continue }
                let lists = references.filter { $0.name == reference.name }
                for (owner, members) in arrivals(in: changeSet, reference, positionColumn) {
                    var last = try lastPosition(in: lists, of: owner, before: members)
                    for member in members.sorted(by: { $0.position < $1.position }) {
                        last += OrderedPositions.stride
                        try write(.real(last), at: positionColumn, of: member.number, reference.holder)
                    }
                }
            }
        }
    }

    /// The rows of a save that refer to what joined, by what that is now.
    private func arrivals(
        in changeSet: ChangeSet, _ reference: ReferentialRules.Reference, _ positionColumn: Int
    ) -> [Int64: [Member]] {
        var rows: [(number: Int64, target: StoredValue, position: StoredValue?)] = []
        for page in changeSet.insertions where page.entity.name == reference.holder.name {
            rows += page.map { ($0.number, $0.value(at: reference.column), $0.value(at: positionColumn)) }
        }
        for update in changeSet.updates where update.entity.name == reference.holder.name {
            guard let edit = update.edits.first(where: { $0.index == reference.column }) else { continue }
            rows.append((update.number, edit.value, update.edits.first { $0.index == positionColumn }?.value))
        }
        var arrivals: [Int64: [Member]] = [:]
        for row in rows where outcome.joined[row.number] == nil {
            guard case .integer(let target) = row.target, let owner = outcome.joined[target] else { continue }
            var position = Double.infinity
            if case .real(let value) = row.position { position = value }
            arrivals[owner, default: []].append((row.number, position))
        }
        return arrivals
    }

    private func lastPosition(
        in references: [ReferentialRules.Reference], of owner: Int64, before members: [Member]
    ) throws -> Double {
        let arriving = Set(members.lazy.map(\.number))
        var last = 0.0
        for reference in references {
            guard let positionColumn = reference.positionColumn else { continue }
            for number in try rows.referring(reference, to: owner, limit: nil) where !arriving.contains(number) {
                guard case .real(let position) = try rows.row(number, reference.holder)?.values[positionColumn] else {
                    continue
                }
                last = max(last, position)
            }
        }
        return last
    }

    private mutating func write(_ value: StoredValue, at column: Int, of row: Int64, _ entity: EntitySchema) throws {
        guard var stored = try rows.row(row, entity), stored.values[column] != value else { return }
        let edit = ChangeSet.Edit(index: column, base: stored.values[column], value: value)
        _ = try rows.write([edit], to: row, entity, over: stored.version)
        stored.values[column] = value
        outcome.versions[row] = stored.version + 1
        outcome.merged[row] = stored.values
        outcome.consequences.noteUpdates(of: CollectionOfOne(row), entity.name, columns: CollectionOfOne(column))
    }
}

// The applied change set.
extension InsertionJoiner {
    private func renumbered(_ number: Int64) -> Int64 { outcome.joined[number] ?? number }

    private func renumbered(_ values: [StoredValue], _ entity: EntitySchema) -> [StoredValue] {
        if outcome.joined.isEmpty { return values }
        return zip(values, entity.attributes).map { value, attribute in
            guard attribute.type == .reference, case .integer(let number) = value else { return value }
            return .integer(renumbered(number))
        }
    }

    private func renumbered(_ page: RowPage) -> RowPage {
        if outcome.joined.isEmpty || !page.refersToOthers { return page }
        var new = RowPageBuilder(page.entity, capacity: page.count)
        for row in page {
            new.beginRow(number: row.number, version: row.version)
            for value in renumbered(row.values, page.entity) { new.append(value) }
        }
        return new.finish()
    }

    private func effective(_ changeSet: ChangeSet) throws -> ChangeSet {
        var effective = changeSet
        effective.insertions = pages.map(renumbered)
        effective.updates = changeSet.updates.map { update in
            ChangeSet.Update(
                entity: update.entity, number: update.number, baseVersion: update.baseVersion,
                edits: update.edits.map { edit in
                    let isReference = update.entity.attributes[edit.index].type == .reference
                    guard isReference, case .integer(let number) = edit.value else { return edit }
                    return ChangeSet.Edit(index: edit.index, base: edit.base, value: .integer(renumbered(number)))
                }, makesLinks: update.makesLinks, allValues: renumbered(update.allValues, update.entity))
        }
        effective.updates += updates
        effective.links = changeSet.links.compactMap { link in
            if policy == .rollback, outcome.joined[link.source] != nil || outcome.joined[link.target] != nil {
                return nil
            }
            return link.renumbered(renumbered)
        }
        effective.orders = try changeSet.orders.compactMap { try order($0) }
        return effective
    }

    /// Puts what a new row lists after what the stored one lists.
    private func order(_ order: LinkOrder) throws -> LinkOrder? {
        let left = policy == .rollback ? order.targets.filter { outcome.joined[$0] == nil } : order.targets
        var targets = left.map(renumbered)
        guard let owner = outcome.joined[order.source] else {
            return LinkOrder(
                table: order.table, source: order.source, targets: targets, base: order.base?.map(renumbered),
                isEnd: order.isEnd)
        }
        if policy == .rollback { return nil }
        let stored = try rows.positions(order.table, of: owner).sorted {
            ($0.value.isNaN ? .infinity : $0.value, $0.key) < ($1.value.isNaN ? .infinity : $1.value, $1.key)
        }.map(\.key)
        targets.removeAll { stored.contains($0) }
        return LinkOrder(table: order.table, source: owner, targets: stored + targets)
    }
}
