/// The consequences of another context's commit for the relationships that a context has read.
///
/// Members that may have changed are forgotten, and found again at the next access. Changes of this context stay.
struct RelationshipNotice {
    private let notice: CommitNotice

    init(_ notice: CommitNotice) { self.notice = notice }

    func apply(to context: ManagedObjectContext) {
        defer { context.awakeFetched() }
        for page in notice.inserted { add(page, context) }
        let tables = Set(notice.links.map(\.table.name) + notice.orders.map(\.table.name))
        if !tables.isEmpty { forgetLinks(tables, context) }
        for (name, rows) in notice.updated { forgetMembers(moved: rows, of: name, context) }
        let graph = ObjectGraph(context: context)
        for page in notice.inserted { graph.lookUpAgain(page.numbers) }
        for rows in notice.updated.values { graph.lookUpAgain(rows.numbers) }
        if notice.isEverything { graph.lookUpAgain(Array(context.relationships.strays.dangling.keys)) }
        for numbers in notice.changed.values { for number in numbers { context.faulting.forgetReadAhead(number) } }
        if notice.isEverything { forgetAll(context) }
    }

    /// Puts rows that were added into the to-manys that they belong to.
    private func add(_ page: RowPage, _ context: ManagedObjectContext) {
        guard let entity = context.entity(named: page.entity.name) else { return }
        let references = entity.references.filter { $0.inverse?.isToOne == false }
        for row in page {
            let lists = references.compactMap { list(of: row, by: $0, context) }
            if lists.isEmpty { continue }
            let member = context.objects[row.number] ?? object(for: row, entity, context)
            for (inverse, owner) in lists {
                if let member, inverse.access.contains(member, at: inverse.address(in: owner)) { continue }
                forget(inverse, of: owner)
            }
        }
    }

    /// The to-many that a row belongs to, where its members are known.
    private func list(
        of row: RowPage.Row, by reference: RelationshipDescription, _ context: ManagedObjectContext
    ) -> (inverse: RelationshipDescription, owner: ManagedObject)? {
        guard let inverse = reference.inverse, let column = reference.column,
            case .integer(let number) = row.value(at: column), let owner = context.objects[number],
            inverse.state(in: owner).pointee.isResolved
        else { return nil }
        return (inverse, owner)
    }

    /// The object of a row that was added, which joins its to-manys; nil where it has to be read, since it may
    /// have changed or cannot be seen from here, and where it would be one of very many.
    private func object(
        for row: RowPage.Row, _ entity: EntityDescription, _ context: ManagedObjectContext
    ) -> ManagedObject? {
        guard isCurrent(context), row.page.count <= Self.many,
            notice.updated[entity.name]?.numbers.contains(row.number) != true,
            notice.deleted[entity.name]?.contains(row.number) != true
        else { return nil }
        return try? context.object(for: row, entity)
    }

    /// True if what the notice says is what the context would read.
    private func isCurrent(_ context: ManagedObjectContext) -> Bool {
        if case .store = context.source {
            !context.isPinned && !notice.isEverything && !notice.isRepeated
        } else {
            false
        }
    }

    /// More rows than these are read when they are needed.
    private static var many: Int { 1000 }

    private func forgetLinks(_ tables: Set<String>, _ context: ManagedObjectContext) {
        // The end of a link by a deletion does not answer a change of the deleted object's links.
        let gone = notice.deleted.values.reduce(into: Set()) { $0.formUnion($1) }
        for change in notice.links where !gone.contains(change.source) && !gone.contains(change.target) {
            note(change, of: change.source, .source, change.target, context)
            note(change, of: change.target, .target, change.source, context)
            let isDeleted = [change.source, change.target].contains { context.objects[$0]?.status == .deleted }
            if isDeleted { context.history.noteOthers(change) }
        }
        let ends = Set(notice.links.flatMap { [$0.source, $0.target] } + notice.orders.map(\.source))
        // A link ends with the row of a new object too, if another context had stored it.
        lazy var known = Set(
            notice.links.filter { $0.kind == .added }.flatMap { [$0.source, $0.target] } + notice.orders.map(\.source))
        let changes = isCurrent(context) ? changesOfSets() : nil
        for number in ends {
            guard let owner = context.objects[number] else { continue }
            // Nobody else knows a new one.
            if owner.status == .inserted, known.contains(number), !gone.contains(number) { owner.isStoredToo = true }
            for relationship in owner.entity.relationships {
                guard case .links(let table, let side) = relationship.storage, tables.contains(table.name) else {
                    continue
                }
                let end = LinkEnd(table: table.name, side: side, number: number)
                if let changes, apply(changes[end] ?? [:], to: relationship, of: owner, context) { continue }
                if forget(relationship, of: owner) { context.didRefresh(owner) }
            }
        }
    }

    /// One end of links.
    private struct LinkEnd: Hashable {
        let table: String
        let side: JoinTable.Side
        let number: Int64
    }

    /// Returns what became last of the links at each end, by the number at the other one; nil where only the store
    /// knows.
    private func changesOfSets() -> [LinkEnd: [Int64: LinkChange.Kind?]] {
        var changes: [LinkEnd: [Int64: LinkChange.Kind?]] = [:]
        for change in notice.links {
            let (table, source, target) = (change.table.name, change.source, change.target)
            let kind = change.isDropped ? nil : change.kind
            let ends: [(JoinTable.Side, Int64, Int64)] = [(.source, source, target), (.target, target, source)]
            for (side, number, other) in ends {
                changes[LinkEnd(table: table, side: side, number: number), default: [:]][other] = .some(kind)
            }
        }
        return changes
    }

    /// Adds and removes members of a set that has not been changed here.
    ///
    /// - Returns: false where the members have to be read again.
    private func apply(
        _ changes: [Int64: LinkChange.Kind?], to relationship: RelationshipDescription, of owner: ManagedObject,
        _ context: ManagedObjectContext
    ) -> Bool {
        let state = relationship.state(in: owner).pointee
        guard state.edits == nil, !changes.values.contains(nil) else { return false }
        let appended = relationship.cardinality == .ordered ? appended(to: owner, relationship.links, changes) : nil
        guard relationship.cardinality == .toMany || appended != nil else { return false }
        guard state.isResolved, !changes.isEmpty else { return true }
        let added = appended ?? changes.filter { $0.value == .added }.map(\.key)
        // The list was read after that.
        let address = relationship.address(in: owner)
        if appended != nil,
            added.contains(where: { number in
                context.objects[number].map { relationship.access.contains($0, at: address) } ?? false
            })
        {
            return false
        }
        // What cannot be read now is read again with all other members.
        guard let members = try? context.objects(added, of: relationship.target), members.count == added.count,
            members.allSatisfy({ $0.status == .clean || $0.status == .updated })
        else { return false }
        owner.willChange?.send()
        for (number, kind) in changes where kind == .removed {
            if let member = context.objects[number] { relationship.remove(member, from: owner) }
        }
        for member in members { relationship.add(member, to: owner) }
        context.didRefresh(owner)
        return true
    }

    /// Returns the numbers of the members that came to an ordered to-many, in their order, where all of them came last; nil
    /// where only the store knows.
    private func appended(
        to owner: ManagedObject, _ table: JoinTable?, _ changes: [Int64: LinkChange.Kind?]
    ) -> [Int64]? {
        let orders = notice.orders.filter { $0.source == owner.number && $0.table.name == table?.name }
        guard orders.allSatisfy(\.isEnd) else { return nil }
        var added = Set(changes.lazy.filter { $0.value == .added }.map(\.key))
        // One that left and came again is where it came last.
        let appended = orders.flatMap(\.targets).reversed().filter { added.remove($0) != nil }
        return added.isEmpty ? appended.reversed() : nil
    }

    /// Notes other contexts' changes of a pair that was changed here.
    private func note(
        _ change: LinkChange, of number: Int64, _ side: JoinTable.Side, _ other: Int64, _ context: ManagedObjectContext
    ) {
        guard let owner = context.objects[number] else { return }
        for relationship in owner.entity.relationships {
            guard case .links(change.table, side) = relationship.storage,
                relationship.state(in: owner).pointee.edits != nil
            else { continue }
            relationship.state(in: owner).pointee.edit { $0.note(other, change.kind) }
        }
    }

    /// To-manys that rows moved to or from which this context does not know.
    private func forgetMembers(moved rows: CommitNotice.UpdatedRows, of name: String, _ context: ManagedObjectContext) {
        guard let entity = context.entity(named: name) else { return }
        let moved = entity.references.filter { reference in
            guard let column = reference.column, let inverse = reference.inverse, !inverse.isToOne else { return false }
            return rows.mayChange(column) || reference.positionColumn.map(rows.mayChange) ?? false
        }
        guard !moved.isEmpty else { return }
        // The objects of this context have been read again, and joined their to-manys.
        let unknown = rows.numbers.filter { context.objects[$0] == nil }
        let areKnown = unknown.isEmpty || rows.columns != nil && take(unknown, entity, moved, context)
        if areKnown && !notice.isEverything { return }
        for reference in moved {
            guard let inverse = reference.inverse else { continue }
            let family = reference.target.family
            for owner in context.objects.all(where: { owner in family.contains { $0 === owner.entity } }) {
                forget(inverse, of: owner)
            }
        }
    }

    /// Puts rows that moved and are not known here into the to-manys that they belong to now: they were in none.
    ///
    /// - Returns: false where the to-manys have to be read again.
    private func take(
        _ numbers: [Int64], _ entity: EntityDescription, _ references: [RelationshipDescription],
        _ context: ManagedObjectContext
    ) -> Bool {
        guard isCurrent(context), numbers.count <= Self.many else { return false }
        do {
            var rows: [RowPage.Row] = []
            try context.forEachRow(of: entity, numbered: numbers) { rows.append($0) }
            for row in rows where references.contains(where: { list(of: row, by: $0, context) != nil }) {
                _ = try context.object(for: row, entity)
            }
            return true
        } catch { return false }
    }

    private func forgetAll(_ context: ManagedObjectContext) {
        context.faulting.forgetReadAhead()
        for owner in context.objects.all {
            for relationship in owner.entity.relationships where !relationship.isToOne {
                forget(relationship, of: owner)
            }
        }
    }

    /// - Returns: true if the members were known, and are read again.
    @discardableResult
    private func forget(_ relationship: RelationshipDescription, of owner: ManagedObject) -> Bool {
        guard owner.status != .inserted || owner.isStoredToo, relationship.state(in: owner).pointee.isResolved
        else { return false }
        owner.willChange?.send()
        relationship.forgetMembers(of: owner)
        return true
    }
}
