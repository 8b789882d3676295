import SignalsStore

/// A context: what it has read, what it shows, and what is pending.
struct ContextModel {
    enum Status { case inserted, updated, deleted }

    enum Property: Hashable {
        case attribute(Int)
        case reference(Int)
    }

    struct Edit: Equatable {
        /// The value in the source as last read when the first edit was made; nil is a reference to nothing.
        var base: Int?
        /// The deletions that made it nil, and not the program (S9.15).
        var causes: Set<Int> = []
    }

    /// The changes of a pair: by the objects whose property the program assigned, or by deletions.
    struct PairChange: Equatable {
        var makers: Set<Int> = []
        var causes: Set<Int> = []
        /// By undo or redo: then who made it is not known here.
        var isTakenBack = false
    }

    let schema: Schema
    /// The number of the context it is a child of.
    let parent: Int?
    let policy: MergePolicy
    let follows: Bool
    let undoes: Bool
    /// The source as last read.
    var source: Graph
    /// The graph that it shows.
    var view: Graph
    var pending = Pending()
    /// The known differences that were met.
    var met: Set<Known> = []
    /// The objects that became others.
    var joined: Set<Int> = []
    /// The objects that were ever stored, and become one with no other (S10.3).
    var returning: Set<Int> = []
    /// The objects whose deletion a child's policy gave up: the rules of what is deleted spare them here too.
    var spared: Set<Int> = []
    var undone: [UndoStep] = []
    var redone: [UndoStep] = []
    var isGrouping = false
    /// The step that an open group is so far.
    var group: UndoStep?
    /// The lists that nobody may have read since they were merged, as they were when somebody did: nil where all are read
    /// at each merge.
    var unread: [Graph.ListKey: UnreadList]?
    /// What a task's closure saved last, before it ended.
    var savedInside: Graph?

    struct Pending: Equatable {
        var status: [Int: Status] = [:]
        var edits: [Int: [Property: Edit]] = [:]
        /// The base values of what is to be deleted, and what deleted it: nobody but the program, or other deletions.
        var deleted: [Int: Deletion] = [:]
        var added: [Graph.Pair: PairChange] = [:]
        var removed: [Graph.Pair: PairChange] = [:]
        /// The lists whose order the program made.
        var reordered: Set<Graph.ListKey> = []
        /// The links that were ended here and by others, and made again.
        var restored: Set<Graph.Pair> = []
        /// Objects of which the sentences do not say whether a change of order made them updated (S4.13).
        var perhapsUpdated: Set<Int> = []

        var isEmpty: Bool { status.isEmpty && perhapsUpdated.isEmpty }
    }

    /// A list as it was here and where it was read.
    struct UnreadList {
        let base: [Int]
        let here: [Int]
    }

    struct Deletion: Equatable {
        var base: Graph.Row
        var shown: Graph.Row
        var isByProgram: Bool
        var causes: Set<Int>
        /// True if undo or redo made it.
        var isOfHistory = false
    }
}

extension Graph.Row {
    subscript(property: ContextModel.Property) -> Int? {
        get {
            switch property {
            case .attribute(let index): attributes[index]
            case .reference(let relation): references[relation]
            }
        }
        set {
            switch property {
            case .attribute(let index): attributes[index] = newValue ?? 0
            case .reference(let relation): references[relation] = newValue
            }
        }
    }

    /// The properties in which two rows differ.
    func differences(from other: Graph.Row) -> [ContextModel.Property] {
        attributes.indices.filter { attributes[$0] != other.attributes[$0] }.map { .attribute($0) }
            + Set(references.keys).union(other.references.keys).sorted()
            .filter { references[$0] != other.references[$0] }.map { .reference($0) }
    }
}

// What the program does.
extension ContextModel {
    func isPresent(_ id: Int) -> Bool { view.rows[id] != nil }

    mutating func insert(_ id: Int, _ kind: Int) {
        let row = Graph.Row(kind: kind, attributes: Array(repeating: 0, count: schema.kinds[kind].attributes.count))
        change { $0.rows[id] = row }
    }

    mutating func set(_ id: Int, _ attribute: Int, _ value: Int) {
        let (old, before) = (view, pending)
        view.rows[id]?.attributes[attribute] = value
        note(from: old, makers: [], deleting: [], causes: [:])
        defer { record(from: old, before, assigned: UndoStep.Assignment(object: id, property: .attribute(attribute))) }
        guard pending.status[id] != .inserted else { return }
        // Assigning an equal value makes it updated too (S4.10).
        if pending.edits[id]?[.attribute(attribute)] == nil {
            pending.edits[id, default: [:]][.attribute(attribute)] = Edit(base: value)
        }
        touch(id)
    }

    mutating func relate(_ relation: Int, of owner: Int, to members: [Int]) {
        let schema = schema
        let makers: Set<Int> = [owner]
        change(makers: makers) { $0.relate(relation, of: owner, to: members, schema) }
    }

    mutating func delete(_ id: Int) {
        let schema = schema
        let new = Set(pending.status.filter { $0.value == .inserted }.keys)
        let isDenied = view.rows.keys.contains { id in
            schema.relations(of: view.rows[id]?.kind ?? 0).contains {
                schema.relations[$0].rule == .deny && schema.isLinked($0) && !view.members($0, of: id, schema).isEmpty
            }
        }
        if isDenied { met.insert(.deniedLinks) }
        if new.contains(where: { keepsMembers($0) }) { met.insert(.deletedNewOwners) }
        let before = view.rows
        change(deleting: [id]) { $0.delete([id], schema) { new.contains($0) } }
        // Whether what leads one way to what others deleted is updated: it does in a parent that has it pending.
        let missing = before.filter { id, _ in view.rows[id] == nil && source.rows[id] == nil && !new.contains(id) }
        if missing.isEmpty { return }
        for (holder, row) in view.rows where pending.status[holder] == nil {
            let leads = schema.relations(of: row.kind).contains {
                schema.relations[$0].inverse == nil && schema.relations[$0].cardinality != .one
            }
            if leads { pending.perhapsUpdated.insert(holder) }
        }
        // Nor whether what it is paired with is, which refers to it no more where this context reads.
        for target in missing.values.flatMap(\.references.values)
        where view.rows[target] != nil && pending.status[target] == nil {
            pending.perhapsUpdated.insert(target)
        }
    }

    /// True for an object that has members whose relationship's rule is deny or noAction.
    private func keepsMembers(_ id: Int) -> Bool {
        guard let row = view.rows[id] else { return false }
        return schema.relations(of: row.kind).contains {
            [.deny, .noAction].contains(schema.relations[$0].rule) && !view.members($0, of: id, schema).isEmpty
        }
    }

    private mutating func change(makers: Set<Int> = [], _ body: (inout Graph) -> Void) {
        change(makers: makers, deleting: []) {
            body(&$0)
            return [:]
        }
    }

    private mutating func change(
        makers: Set<Int> = [], deleting: Set<Int>, _ body: (inout Graph) -> [Int: Set<Int>]
    ) {
        let old = view
        let before = pending
        let causes = body(&view)
        note(from: old, makers: makers, deleting: deleting, causes: causes)
        record(from: old, before)
    }

    mutating func touch(_ id: Int) {
        if pending.status[id] == nil, view.rows[id] != nil { pending.status[id] = .updated }
    }

    /// Notes as pending in what the view differs from the one before.
    mutating func note(from old: Graph, makers: Set<Int>, deleting: Set<Int>, causes: [Int: Set<Int>]) {
        let gone = Set(old.rows.keys.filter { view.rows[$0] == nil })
        noteRows(from: old, gone)
        notePairs(from: old, makers, gone)
        for id in gone {
            if pending.status[id] == .inserted {
                // Others have stored again what came back here: that is what is deleted, and undo brings it back.
                if source.rows[id] != nil { met.insert(.undecided) }
                pending.status[id] = nil
                pending.perhapsUpdated.remove(id)
            } else if let shown = old.rows[id] {
                var base = shown
                for (property, edit) in pending.edits[id] ?? [:] { base[property] = edit.base }
                pending.deleted[id] = Deletion(
                    base: base, shown: shown, isByProgram: deleting.contains(id), causes: causes[id] ?? [])
                pending.status[id] = .deleted
            }
        }
        noteLists(from: old)
    }

    private mutating func noteRows(from old: Graph, _ gone: Set<Int>) {
        for (id, row) in view.rows {
            guard let before = old.rows[id] else {
                guard let deletion = pending.deleted.removeValue(forKey: id) else {
                    pending.status[id] = .inserted
                    continue
                }
                pending.status[id] = .updated
                let differences = row.differences(from: deletion.base)
                // Whether what a child brings back is updated, or nothing is pending of it (S12.11).
                if differences.isEmpty { pending.perhapsUpdated.insert(id) }
                for property in differences where pending.edits[id]?[property] == nil {
                    pending.edits[id, default: [:]][property] = Edit(base: deletion.base[property])
                }
                continue
            }
            for property in row.differences(from: before) {
                touch(id)
                guard pending.status[id] != .inserted else { continue }
                var edit = pending.edits[id]?[property] ?? Edit(base: before[property])
                // What was changed and changed back is not changed before.
                let isNew = pending.edits[id]?[property].map { $0.base == before[property] } ?? true
                edit.causes = []
                if case .reference = property, row[property] == nil, let target = before[property],
                    gone.contains(target), isNew, pending.status[target] != .inserted
                {
                    edit.causes = [target]
                }
                pending.edits[id, default: [:]][property] = edit
            }
        }
    }

    private mutating func notePairs(from old: Graph, _ makers: Set<Int>, _ gone: Set<Int>) {
        for pair in view.pairs.subtracting(old.pairs) {
            let wasRemoved = pending.removed.removeValue(forKey: pair) != nil
            if wasRemoved, !source.pairs.contains(pair) { pending.restored.insert(pair) }
            if !wasRemoved || !source.pairs.contains(pair) {
                pending.added[pair] = PairChange(makers: makers.intersection([pair.from, pair.to]))
            }
            touch(pair)
        }
        for pair in old.pairs.subtracting(view.pairs) {
            let wasAdded = pending.added.removeValue(forKey: pair) != nil
            if !wasAdded || source.pairs.contains(pair) {
                pending.removed[pair] = PairChange(
                    makers: makers.intersection([pair.from, pair.to]), causes: causes(of: pair, among: gone))
            }
            touch(pair)
        }
    }

    /// The ends whose deletion ended a pair: not those that may not be deleted while they have it, if there is another.
    private func causes(of pair: Graph.Pair, among gone: Set<Int>) -> Set<Int> {
        let relation = schema.relations[pair.relation]
        let ends = gone.intersection([pair.from, pair.to])
        let ending = ends.filter { end in
            (end == pair.from ? relation.rule : relation.inverse.map { schema.relations[$0].rule }) != .deny
        }
        return ending.isEmpty ? ends : ending
    }

    private mutating func touch(_ pair: Graph.Pair) {
        touch(pair.from)
        if schema.relations[pair.relation].inverse != nil { touch(pair.to) }
    }

    private mutating func noteLists(from old: Graph) {
        for (key, list) in view.lists {
            if list != old.lists[key] { unread?[key] = nil }
            let before = (old.lists[key] ?? []).filter { list.contains($0) }
            let common = list.filter { before.contains($0) }
            let isAppended = Array(list.prefix(common.count)) == common
            guard common != before || !isAppended else { continue }
            pending.reordered.insert(key)
            if schema.isLinked(key.relation) {
                touch(key.owner)
            } else {
                for member in list where pending.status[member] == nil { pending.perhapsUpdated.insert(member) }
            }
        }
    }
}

// What comes from others.
extension ContextModel {
    /// Takes what the program changed in a child for its change here too, and not as implied by what is deleted with
    /// it.
    ///
    /// - Parameter lost: the child's deletions that its policy gave up, with what they implied.
    mutating func keepMakers(of child: Pending, _ shown: Graph, from old: Graph, lost: Set<Int>) {
        for (id, edits) in child.edits {
            for (property, edit) in edits where edit.causes.isEmpty && shown.rows[id]?[property] != edit.base {
                if old.rows[id]?[property] != view.rows[id]?[property] { pending.edits[id]?[property]?.causes = [] }
            }
        }
        for (pair, change) in child.added where !old.pairs.contains(pair) {
            pending.added[pair]?.makers = change.makers
            pending.added[pair]?.isTakenBack = change.isTakenBack
        }
        for (pair, change) in child.removed where old.pairs.contains(pair) {
            if change.makers.isEmpty, !change.causes.isEmpty, change.causes.isSubset(of: lost) { continue }
            pending.removed[pair]?.makers = change.makers
            pending.removed[pair]?.isTakenBack = change.isTakenBack
            pending.removed[pair]?.causes = change.causes.subtracting(lost)
        }
    }

    /// True if a member of a list that was changed here was shown as gone and is back: its place is not said.
    func hasMemberBack(_ new: Graph) -> Bool {
        pending.added.keys.contains { pair in
            schema.relations[pair.relation].cardinality == .list
                && [pair.from, pair.to].contains { id in
                    source.rows[id] == nil && new.rows[id] != nil && pending.status[id] == nil
                }
        }
    }

    /// True if others gave another partner to an object whose former one they had deleted and this context deleted too:
    /// whether that one was shown as its partner still, and its deletion ended that, is not said.
    func hasDeletedPartner(_ new: Graph) -> Bool {
        pending.deleted.contains { id, deletion in
            source.rows[id] == nil
                && deletion.shown.references.contains { relation, target in
                    guard let inverse = schema.relations[relation].inverse,
                        schema.relations[inverse].cardinality == .one,
                        pending.edits[target]?[.reference(inverse)] == nil
                    else { return false }
                    return new.rows[target]?.references[inverse] != source.rows[target]?.references[inverse]
                }
        }
    }

    /// Reads the source anew (S11.2).
    mutating func merge(_ new: Graph) {
        guard new != source else { return }
        if hasMemberBack(new) || hasDeletedPartner(new) { met.insert(.undecided) }
        // Whether these are updated was not compared yet, and what is updated is not let go of (S11.2).
        let perhapsKept = pending.perhapsUpdated.filter { view.rows[$0] != nil && isPerhapsLetGo($0) }
        if perhapsKept.contains(where: { new.rows[$0] == nil }) { met.insert(.undecided) }
        var merged = new
        for (id, status) in pending.status {
            switch status {
            case .inserted: merged.rows[id] = view.rows[id]
            case .deleted: merged.rows[id] = nil
            case .updated:
                guard var row = new.rows[id], let here = view.rows[id] else {
                    merged.rows[id] = view.rows[id]
                    continue
                }
                for property in (pending.edits[id] ?? [:]).keys { row[property] = here[property] }
                merged.rows[id] = row
            }
        }
        merged.pairs.formUnion(pending.added.keys)
        merged.pairs.subtract(pending.removed.keys)
        for key in Set(new.lists.keys).union(view.lists.keys) {
            let members = merged.allMembers(key.relation, of: key.owner, schema)
            let (base, here) = (source.lists[key] ?? [], view.lists[key] ?? [])
            var stored = new.lists[key] ?? []
            // A member whose row is gone stays where it was read.
            let missing = members.filter { new.rows[$0] == nil && pending.status[$0] == .updated }
            if !missing.isEmpty {
                if schema.isLinked(key.relation) {
                    if stored.contains(where: { !base.contains($0) }) { met.insert(.undecided) }
                } else if stored == base.filter({ !missing.contains($0) }) {
                    stored = base
                    // The last of the others is behind or before it if it left and came back, which their order does not say.
                    if base.suffix(2).contains(where: missing.contains) { met.insert(.undecided) }
                } else if new.rows[key.owner] != nil {
                    met.insert(.undecided)
                }
            }
            // Also where the owner was gone meanwhile, and the list with it.
            if !schema.isLinked(key.relation), members.contains(where: { isPutThereByBoth($0, key, new) }) {
                met.insert(.undecided)
            }
            // Or of a list that nobody read, whose end is known when it is saved.
            if unread != nil, stored != base, members.contains(where: { hasReturned($0, to: key) }) {
                met.insert(.undecided)
            }
            // Or is there again, while something of its list is pending here.
            let isBack = source.rows[key.owner] == nil && new.rows[key.owner] != nil
            if !schema.isLinked(key.relation), isBack, !here.isEmpty {
                met.insert(.undecided)
            }
            merged.lists[key] = mergedList(base: base, here: here, stored: stored, prefersStored: policy.isStoreSide)
                .filter(members.contains)
            // Of links what is only here may come behind what is stored, which both put there.
            let isMadeByBoth = here.contains { stored.contains($0) && !base.contains($0) }
            if schema.isLinked(key.relation), isMadeByBoth, here.contains(where: { !stored.contains($0) }) {
                met.insert(.undecided)
            }
            // Which members are updated for an order that was made here, also as it is merged, is not said (S4.13).
            let isReordered = pending.reordered.contains(key) || members.contains { hasReturned($0, to: key) }
            if !schema.isLinked(key.relation), isReordered, new.lists[key] ?? [] != base {
                for member in merged.lists[key] ?? [] where pending.status[member] == nil {
                    pending.perhapsUpdated.insert(member)
                }
            }
            // What is not read between two merges is merged once (I12).
            if let unread = unread?[key] {
                let once = mergedList(
                    base: unread.base, here: unread.here, stored: stored, prefersStored: policy.isStoreSide)
                if once.filter(members.contains) != merged.lists[key] { met.insert(.undecided) }
            } else if base != here, base != new.lists[key] ?? [] {
                unread?[key] = UnreadList(base: base, here: here)
            }
        }
        forgetSteps(of: Set(view.rows.keys.filter { merged.rows[$0] == nil }))
        source = new
        view = merged
    }

    /// True if a member of a list that references keep was put into it here and elsewhere.
    private func isPutThereByBoth(_ member: Int, _ key: Graph.ListKey, _ new: Graph) -> Bool {
        guard let inverse = schema.relations[key.relation].inverse,
            let edit = pending.edits[member]?[.reference(inverse)]
        else { return false }
        // Or was left where it was by an equal value, and was put elsewhere by others.
        return (edit.base != key.owner) == (new.rows[member]?.references[inverse] == key.owner)
    }

    /// True if a member of a list that references keep left it and came back.
    private func hasReturned(_ member: Int, to key: Graph.ListKey) -> Bool {
        schema.relations[key.relation].inverse.map {
            pending.edits[member]?[.reference($0)]?.base == key.owner
        } ?? false
    }

    /// Everything pending is discarded, and the source read anew.
    mutating func rollback(_ new: Graph) {
        settle(new)
        undone = []
        redone = []
    }

    /// Nothing is pending, and everything as in the source.
    mutating func settle(_ new: Graph) {
        pending = Pending()
        forgetSteps(of: Set(view.rows.keys.filter { new.rows[$0] == nil }))
        source = new
        view = new
    }

    /// Objects that are changed here and whose rows are gone.
    var missing: Set<Int> {
        Set(view.rows.keys.filter { pending.status[$0] == .updated && source.rows[$0] == nil })
    }

    /// True if a reference was assigned as it was when it was read, and is another one elsewhere by now.
    func hasIdleReference(beside graph: Graph) -> Bool {
        pending.edits.contains { id, edits in
            edits.contains { property, edit in
                guard case .reference = property, edit.causes.isEmpty, let row = graph.rows[id] else { return false }
                return view.rows[id]?[property] == edit.base && row[property] != edit.base
            }
        }
    }

    /// Objects whose references were changed here.
    var related: Set<Int> {
        Set(
            pending.edits.filter { _, edits in
                edits.keys.contains { if case .reference = $0 { true } else { false } }
            }.keys)
    }

    /// Objects whose relationships the sentences leave open: one end is gone, or moved elsewhere.
    var clouded: Set<Int> {
        var result: Set<Int> = []
        for (id, row) in view.rows {
            for (relation, target) in row.references {
                if view.rows[target] == nil { result.insert(id) }
                guard let inverse = schema.relations[relation].inverse,
                    schema.relations[inverse].cardinality == .one
                else { continue }
                if view.rows[target]?.references[inverse] != id { result.formUnion([id, target]) }
            }
        }
        return result
    }
}

extension MergePolicy {
    var isStoreSide: Bool { self == .mergeByPropertyStoreTrump || self == .rollback }
}
