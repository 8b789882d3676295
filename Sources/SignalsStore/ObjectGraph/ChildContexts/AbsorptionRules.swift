/// The effects that the deletions of a child's save have in its parent by the rules of relationships, found before
/// anything is changed: then the save can be refused.
struct AbsorptionRules {
    private struct Candidate {
        let number: Int64
        let entity: EntityDescription
        /// Nil for objects that the child inserted, and for returning objects that this context does not have.
        let object: ManagedObject?

        var isNew: Bool { object?.status == .inserted }
    }

    private let parent: ManagedObjectContext
    private let graph: ObjectGraph
    private let links: [LinkChange]
    /// The targets of the references that the child changes, by the object and the column; 0 for nothing.
    private var references: [Int64: [Int: Int64]] = [:]
    /// The objects that such a reference refers to another by, by that other's number.
    private var arrivals: [Int64: [Candidate]] = [:]
    /// The new objects, which only the child has, and the objects that its policy brings back.
    private var coming: [Int64: Candidate] = [:]
    private var doomed: [Int64: Candidate] = [:]
    /// The objects that are deleted by rules, without those that the child deleted.
    private(set) var swept: [(number: Int64, entity: EntityDescription)] = []

    init(_ plan: AbsorptionPlan, _ changeSet: ChangeSet, in parent: ManagedObjectContext) throws(SaveError) {
        self.parent = parent
        graph = ObjectGraph(context: parent)
        links = plan.links
        guard !plan.deletions.isEmpty else { return }
        for page in plan.insertions {
            guard let entity = parent.entity(named: page.entity.name) else { continue }
            for row in page {
                add(Candidate(number: row.number, entity: entity, object: nil)) { row.value(at: $0) }
            }
        }
        for (object, update) in plan.restorations {
            guard let entity = parent.entity(named: update.entity.name) else { continue }
            add(Candidate(number: update.number, entity: entity, object: object)) { update.allValues[$0] }
        }
        for (object, edits) in plan.edits {
            let node = Candidate(number: object.number, entity: object.entity, object: object)
            for reference in object.entity.references {
                note(node, reference.column, edits.first { $0.index == reference.column }?.value)
            }
        }
        for deletion in changeSet.deletions {
            for (column, value) in deletion.references {
                if case .integer(let number) = value { references[deletion.number, default: [:]][column] = number }
                if value.isNull { references[deletion.number, default: [:]][column] = 0 }
            }
        }
        do {
            try follow(plan.deletions, sparing: Set(plan.spared.lazy.map(\.number)))
            for node in doomed.values { try check(node) }
            try checkOneWay()
        } catch { throw SaveError(reading: error) }
        let deleted = Set(changeSet.deletions.lazy.map(\.number))
        swept = doomed.values.filter { !deleted.contains($0.number) }.map { ($0.number, $0.entity) }
    }

    /// Notes an object that the parent has not got, with its values by their columns.
    private mutating func add(_ node: Candidate, _ value: (Int) -> StoredValue) {
        coming[node.number] = node
        for reference in node.entity.references { note(node, reference.column, reference.column.map(value)) }
    }

    private mutating func note(_ node: Candidate, _ column: Int?, _ value: StoredValue?) {
        guard let column, let value else { return }
        guard case .integer(let target) = value else {
            if value.isNull { references[node.number, default: [:]][column] = 0 }
            return
        }
        references[node.number, default: [:]][column] = target
        arrivals[target, default: []].append(node)
    }

    /// Finds all that is deleted.
    ///
    /// - Parameter kept: the objects that the policy keeps, even if the deletions of several owners reach them.
    private mutating func follow(_ deletions: [ManagedObject], sparing kept: Set<Int64>) throws {
        var waiting = deletions.map { Candidate(number: $0.number, entity: $0.entity, object: $0) }
        while let node = waiting.popLast() {
            guard doomed[node.number] == nil, !kept.contains(node.number) else { continue }
            doomed[node.number] = node
            for relationship in node.entity.relationships where relationship.deleteRule == .cascade {
                waiting += try members(of: node, relationship)
            }
        }
    }

    private func check(_ node: Candidate) throws {
        for relationship in node.entity.relationships {
            let rule = node.isNew ? relationship.deleteRule.ofInserted : relationship.deleteRule
            let isRequired = relationship.inverse?.isRequired ?? false
            guard rule == .deny || isRequired else { continue }
            for member in try members(of: node, relationship) where doomed[member.number] == nil {
                if rule == .deny { throw error(.deletionDenied, node, relationship) }
                guard let inverse = relationship.inverse, isRequired else { continue }
                let isMissing =
                    inverse.isToOne
                    ? rule == .nullify
                    : try members(of: member, inverse).allSatisfy { doomed[$0.number] != nil }
                if isMissing { throw error(.relationshipMissing, member, inverse) }
            }
        }
    }

    /// Makes sure that nothing needs what is deleted that has no inverse to it.
    private func checkOneWay() throws {
        guard doomed.values.contains(where: { $0.entity.leadingOneWay.contains { $0.isRequired && $0.isToOne } }) else {
            return
        }
        let stored = doomed.values.compactMap(\.object).filter { $0.status != .inserted }
        let read = try graph.referringOneWay(to: stored, isRequired: true)
        defer { withExtendedLifetime(read) {} }
        let known = parent.objects.all.filter { !$0.isUnloaded && $0.status != .deleted }
            .map { Candidate(number: $0.number, entity: $0.entity, object: $0) }
        for node in known + coming.values where doomed[node.number] == nil {
            for reference in node.entity.references where reference.isRequired && !reference.hasInverse {
                if doomed[self.reference(reference, of: node)] != nil {
                    throw error(.relationshipMissing, node, reference)
                }
            }
        }
    }

    private func error(
        _ reason: SaveError.Reason, _ node: Candidate, _ relationship: RelationshipDescription
    ) -> SaveError {
        SaveError(
            reason, entityName: node.entity.name, attributeName: relationship.name,
            objectIDs: [parent.objectID(node.number, parent.coordinator.schema(of: node.entity))])
    }
}

// The relationships as the save leaves them.
extension AbsorptionRules {
    private func members(of node: Candidate, _ relationship: RelationshipDescription) throws -> [Candidate] {
        switch relationship.storage {
        case .column:
            return try self.node(reference(relationship, of: node), relationship.target).map { [$0] } ?? []
        case .inverseColumn:
            guard let inverse = relationship.inverse else { return [] }
            let moved = (arrivals[node.number] ?? []).filter { member in
                relationship.target.includes(member.entity)
                    && reference(member.entity.relationships[inverse.index], of: member) == node.number
            }
            let numbers = Set(moved.lazy.map(\.number))
            let stayed = try present(node, relationship).filter { member in
                !numbers.contains(member.number)
                    && reference(member.entity.relationships[inverse.index], of: member) == node.number
            }
            return stayed + moved
        case .links(let table, let side):
            let changes = links.filter {
                $0.table == table && (side == .source ? $0.source : $0.target) == node.number
            }
            var members = Dictionary(try present(node, relationship).map { ($0.number, $0) }) { first, _ in first }
            for change in changes {
                let number = side == .source ? change.target : change.source
                members[number] = change.kind == .added ? try self.node(number, relationship.target) : nil
            }
            return members.values.sorted { $0.number < $1.number }
        }
    }

    private func present(_ node: Candidate, _ relationship: RelationshipDescription) throws -> [Candidate] {
        guard let object = node.object else { return [] }
        try graph.resolve(relationship, of: object)
        return relationship.members(in: object).map { Candidate(number: $0.number, entity: $0.entity, object: $0) }
    }

    private func reference(_ relationship: RelationshipDescription, of node: Candidate) -> Int64 {
        relationship.column.flatMap { references[node.number]?[$0] }
            ?? node.object.map { relationship.state(in: $0).pointee.reference } ?? 0
    }

    private func node(_ number: Int64, _ entity: EntityDescription) throws -> Candidate? {
        if number == 0 { return nil }
        if let node = coming[number] { return node }
        guard let object = try parent.liveObjects([number], in: entity)[number] else { return nil }
        return Candidate(number: number, entity: object.entity, object: object)
    }
}
