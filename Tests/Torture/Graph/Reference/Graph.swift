import SignalsStore

/// Rows, links and orders, as plain values: a store's contents, or what a context shows.
struct Graph: Equatable {
    struct Row: Equatable {
        var kind: Int
        var attributes: [Int]
        /// The to-ones that are not nil.
        var references: [Int: Int] = [:]
    }

    /// A pair of a relationship that neither end's row holds. Of two inverse relationships it belongs to the first.
    struct Pair: Hashable {
        var relation: Int
        var from: Int
        var to: Int
    }

    struct ListKey: Hashable {
        var relation: Int
        var owner: Int
    }

    var rows: [Int: Row] = [:]
    var pairs: Set<Pair> = []
    var lists: [ListKey: [Int]] = [:]
}

extension Graph {
    /// The graph that a child context reads: no links of what is deleted here, which is in no list.
    var readable: Graph {
        var graph = self
        graph.pairs = pairs.filter { rows[$0.from] != nil && rows[$0.to] != nil }
        graph.lists = lists.mapValues { $0.filter { rows[$0] != nil } }
        return graph
    }
}

extension Schema {
    /// True if links keep the relationship, and not a reference at either end.
    func isLinked(_ relation: Int) -> Bool {
        guard relations[relation].cardinality != .one else { return false }
        return relations[relation].inverse.map { relations[$0].cardinality != .one } ?? true
    }

    /// True for a reference that puts its object into a list.
    func isInList(_ relation: Int) -> Bool {
        relations[relation].inverse.map { relations[$0].cardinality == .list } ?? false
    }

    func pair(_ relation: Int, _ owner: Int, _ member: Int) -> Graph.Pair {
        if let inverse = relations[relation].inverse, inverse < relation {
            return Graph.Pair(relation: inverse, from: member, to: owner)
        }
        return Graph.Pair(relation: relation, from: owner, to: member)
    }
}

// Reading.
extension Graph {
    /// The objects at the other end that there are, in their order or in that of their making.
    func members(_ relation: Int, of owner: Int, _ schema: Schema) -> [Int] {
        allMembers(relation, of: owner, schema).filter { rows[$0] != nil }
    }

    /// The same with those that are deleted.
    func allMembers(_ relation: Int, of owner: Int, _ schema: Schema) -> [Int] {
        let relationship = schema.relations[relation]
        if relationship.cardinality == .one { return rows[owner]?.references[relation].map { [$0] } ?? [] }
        let members: Set<Int>
        if let inverse = relationship.inverse, !schema.isLinked(relation) {
            members = Set(rows.filter { $0.value.references[inverse] == owner }.keys)
        } else if let inverse = relationship.inverse, inverse < relation {
            members = Set(pairs.filter { $0.relation == inverse && $0.to == owner }.map(\.from))
        } else {
            members = Set(pairs.filter { $0.relation == relation && $0.from == owner }.map(\.to))
        }
        guard relationship.cardinality == .list else { return members.sorted() }
        let listed = (lists[ListKey(relation: relation, owner: owner)] ?? []).filter(members.contains)
        return listed + members.subtracting(listed).sorted()
    }
}

// Changing, as S4 and S5 say.
extension Graph {
    /// Makes these the objects at the other end, in this order if there is one.
    mutating func relate(_ relation: Int, of owner: Int, to members: [Int], _ schema: Schema) {
        let relationship = schema.relations[relation]
        let before = allMembers(relation, of: owner, schema)
        if relationship.cardinality == .one { return refer(relation, owner, to: members.first, schema) }
        // What is related and deleted is not seen, and stays.
        for member in before where rows[member] != nil && !members.contains(member) {
            leave(relation, owner, member, schema)
        }
        for member in members where !before.contains(member) { enter(relation, owner, member, schema) }
        // What is there already is not assigned, whatever is hidden among it (S4.10).
        if relationship.cardinality == .list, before.filter({ rows[$0] != nil }) != members {
            lists[ListKey(relation: relation, owner: owner)] = members.isEmpty ? nil : members
        }
    }

    private mutating func enter(_ relation: Int, _ owner: Int, _ member: Int, _ schema: Schema) {
        if schema.isLinked(relation) {
            pairs.insert(schema.pair(relation, owner, member))
            append(relation, owner, member, schema)
            if let inverse = schema.relations[relation].inverse { append(inverse, member, owner, schema) }
        } else if let inverse = schema.relations[relation].inverse {
            refer(inverse, member, to: owner, schema)
        }
    }

    private mutating func leave(_ relation: Int, _ owner: Int, _ member: Int, _ schema: Schema) {
        if schema.isLinked(relation) {
            pairs.remove(schema.pair(relation, owner, member))
            unlist(relation, owner, member)
            if let inverse = schema.relations[relation].inverse { unlist(inverse, member, owner) }
        } else if let inverse = schema.relations[relation].inverse {
            refer(inverse, member, to: nil, schema)
        }
    }

    /// Assigns a to-one; of a one-to-one, former partners' references end (S4.4).
    mutating func refer(_ relation: Int, _ owner: Int, to target: Int?, _ schema: Schema) {
        let former = rows[owner]?.references[relation]
        guard former != target else { return }
        rows[owner]?.references[relation] = target
        guard let inverse = schema.relations[relation].inverse else { return }
        if schema.relations[inverse].cardinality == .one {
            if let former, rows[former]?.references[inverse] == owner { rows[former]?.references[inverse] = nil }
            guard let target else { return }
            if let rival = rows[target]?.references[inverse], rows[rival]?.references[relation] == target,
                rival != owner
            {
                rows[rival]?.references[relation] = nil
            }
            rows[target]?.references[inverse] = owner
        } else {
            if let former { unlist(inverse, former, owner) }
            if let target { append(inverse, target, owner, schema) }
        }
    }

    private mutating func append(_ relation: Int, _ owner: Int, _ member: Int, _ schema: Schema) {
        guard schema.relations[relation].cardinality == .list else { return }
        // It may be listed still, where undo made its reference another.
        unlist(relation, owner, member)
        lists[ListKey(relation: relation, owner: owner), default: []].append(member)
    }

    private mutating func unlist(_ relation: Int, _ owner: Int, _ member: Int) {
        let key = ListKey(relation: relation, owner: owner)
        lists[key]?.removeAll { $0 == member }
        if lists[key] == [] { lists[key] = nil }
    }

    /// Deletes objects by the rules: which were deleted by which.
    ///
    /// - Parameter isNew: true for those that the store never had: their rules but cascade are nullify (S5.7).
    mutating func delete(_ first: [Int], _ schema: Schema, isNew: (Int) -> Bool = { _ in false }) -> [Int: Set<Int>] {
        var causes: [Int: Set<Int>] = [:]
        var doomed = first
        var done: Set<Int> = []
        while let id = doomed.popLast() {
            guard let row = rows[id], done.insert(id).inserted else { continue }
            for relation in schema.relations(of: row.kind) where schema.relations[relation].rule == .cascade {
                for member in members(relation, of: id, schema) {
                    if member != id { causes[member, default: []].insert(id) }
                    doomed.append(member)
                }
            }
        }
        for id in done.sorted() { detach(id, schema, isNew: isNew(id)) }
        for id in done { rows[id] = nil }
        return causes
    }

    private mutating func detach(_ id: Int, _ schema: Schema, isNew: Bool) {
        guard let row = rows[id] else { return }
        for relation in schema.relations(of: row.kind) {
            let relationship = schema.relations[relation]
            let ends = relationship.rule == .nullify || relationship.rule == .cascade || isNew
            // A link to itself is one of a deleted object, and ends.
            for member in allMembers(relation, of: id, schema) where member != id || schema.isLinked(relation) {
                if schema.isLinked(relation) {
                    if ends { leave(relation, id, member, schema) }
                } else if let inverse = relationship.inverse {
                    if relationship.cardinality == .one {
                        unlist(inverse, member, id)
                        guard schema.relations[inverse].cardinality == .one else { continue }
                    }
                    if ends, rows[member]?.references[inverse] == id { rows[member]?.references[inverse] = nil }
                }
            }
        }
        for (index, relationship) in schema.relations.enumerated()
        where relationship.inverse == nil && schema.isKind(row.kind, of: relationship.target) {
            for (holder, other) in rows where holder != id && other.references[index] == id {
                rows[holder]?.references[index] = nil
            }
            for pair in pairs where pair.relation == index && pair.to == id && pair.from != id {
                leave(index, pair.from, id, schema)
            }
        }
    }
}
