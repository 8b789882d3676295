/// What a commit of someone else means for the relationships that a context has read.
///
/// Members that may have changed are forgotten, and found again at the next access. What was changed here stays.
struct RelationshipNotice {
    private let notice: CommitNotice

    init(_ notice: CommitNotice) { self.notice = notice }

    func apply(to context: ManagedObjectContext) {
        for page in notice.inserted { forgetOwners(of: page, context) }
        let tables = Set(notice.links.map(\.table.name) + notice.orders.map(\.table.name))
        if !tables.isEmpty { forgetLinks(tables, context) }
        for (name, rows) in notice.updated { forgetMembers(moved: rows, of: name, context) }
        let graph = ObjectGraph(context: context)
        for page in notice.inserted { graph.lookUpAgain(page.numbers) }
        for rows in notice.updated.values { graph.lookUpAgain(rows.numbers) }
        if notice.isEverything { graph.lookUpAgain(Array(context.dangling.keys)) }
        for numbers in notice.changed.values { for number in numbers { context.readAhead[number] = nil } }
        if notice.isEverything { forgetAll(context) }
    }

    /// To-manys that rows were added to.
    private func forgetOwners(of page: RowPage, _ context: ManagedObjectContext) {
        guard let entity = context.entity(named: page.entity.name) else { return }
        for relationship in entity.references {
            guard let inverse = relationship.inverse, !inverse.isToOne, let column = relationship.column else {
                continue
            }
            for row in page {
                guard case .integer(let number) = row.value(at: column), let owner = context.objects[number] else {
                    continue
                }
                forget(inverse, of: owner)
            }
        }
    }

    private func forgetLinks(_ tables: Set<String>, _ context: ManagedObjectContext) {
        // What a deletion ended is no answer to who changed what is deleted.
        let gone = notice.deleted.values.reduce(into: Set()) { $0.formUnion($1) }
        for change in notice.links where !gone.contains(change.source) && !gone.contains(change.target) {
            note(change, of: change.source, .source, change.target, context)
            note(change, of: change.target, .target, change.source, context)
        }
        let ends = Set(notice.links.flatMap { [$0.source, $0.target] } + notice.orders.map(\.source))
        for number in ends {
            guard let owner = context.objects[number] else { continue }
            for relationship in owner.entity.relationships {
                guard case .links(let table, _) = relationship.storage, tables.contains(table.name) else { continue }
                forget(relationship, of: owner)
            }
        }
    }

    /// Notes what others did to a pair that was changed here.
    private func note(
        _ change: LinkChange, of number: Int64, _ side: LinkTable.Side, _ other: Int64, _ context: ManagedObjectContext
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
            // Where it is not known which columns changed, any may have.
            return rows.columns.isEmpty || rows.columns.contains(column)
                || reference.positionColumn.map(rows.columns.contains) ?? false
        }
        guard !moved.isEmpty else { return }
        for owner in context.objects.all {
            for reference in moved {
                guard let inverse = reference.inverse, reference.target.family.contains(where: { $0 === owner.entity })
                else { continue }
                forget(inverse, of: owner)
            }
        }
    }

    private func forgetAll(_ context: ManagedObjectContext) {
        context.readAhead = [:]
        for owner in context.objects.all {
            for relationship in owner.entity.relationships where !relationship.isToOne {
                forget(relationship, of: owner)
            }
        }
    }

    private func forget(_ relationship: RelationshipDescription, of owner: ManagedObject) {
        guard owner.status != .inserted, relationship.state(in: owner).pointee.isResolved else { return }
        relationship.forgetMembers(of: owner)
    }
}
