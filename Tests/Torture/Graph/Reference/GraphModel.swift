import SignalsStore

/// A store and its contexts, as the sentences say.
struct GraphModel {
    let schema: Schema
    var store = Graph() {
        didSet { known.formUnion(store.rows.keys) }
    }
    /// All objects that were ever stored: those that come back are not new (S10.3).
    private var known: Set<Int> = []
    /// Those that never were, and that a child's policy brought back: taken for such that were, or for new ones.
    private var restored: Set<Int> = []
    var contexts: [Int: ContextModel] = [:]
    /// The stored objects that new ones became, whose IDs find them (S10.7).
    var joined: [Int: Int] = [:]
    /// The known differences that the last step met.
    var met: Set<Known> = []
    private var isKeyed = false
    private let isLazy: Bool

    init(_ schema: Schema, _ setup: Setup) {
        self.schema = schema
        isLazy = setup.isLazy
        for (number, context) in setup.contexts.enumerated() { add(number, context) }
    }

    mutating func add(_ number: Int, _ context: Setup.Context) {
        contexts[number] = ContextModel(
            schema: schema, parent: context.parent, policy: context.policy, follows: context.follows,
            undoes: context.undoes, source: Graph(), view: Graph(), unread: isLazy ? [:] : nil)
        let source = source(of: number)
        contexts[number]?.settle(source)
    }

    /// The result that a step must show.
    enum Expectation: Equatable {
        case nothing
        case failure(Set<Failure>)
        case found([Int])
    }

    func source(of number: Int) -> Graph {
        contexts[number]?.parent.flatMap { contexts[$0]?.view.readable } ?? store
    }

    /// Leaves open in the children of a context what the sentences leave open in it.
    private mutating func synchronizeParent(_ number: Int) {
        synchronize(number)
        guard let parent = contexts[number] else { return }
        if !parent.clouded.isEmpty || !parent.missing.isEmpty { met.insert(.undecided) }
    }

    /// Reads the source now; a parent does so first.
    mutating func synchronize(_ number: Int) {
        if let parent = contexts[number]?.parent { synchronizeParent(parent) }
        let source = source(of: number)
        contexts[number]?.merge(source)
        met.formUnion(contexts[number]?.met ?? [])
    }
}

// What can be done.
extension GraphModel {
    /// False for a step that would stop the program, or that leaves out what was made by a step that is no more.
    func isPossible(_ step: Step) -> Bool {
        switch step {
        case .saveOnReturn, .keyed, .deleteAll, .updateAll: return true
        case .unit(_, let parent, _, _, _): return parent.map { contexts[$0] != nil } ?? true
        default: break
        }
        guard let context = contexts[step.context] else { return false }
        switch step {
        case .insert(_, let id, _): return source(of: step.context).rows[id] == nil && !context.isPresent(id)
        case .set(_, let id, let attribute, _):
            return context.view.rows[id].map { $0.attributes.indices.contains(attribute) } ?? false
        case .delete(_, let id): return context.isPresent(id)
        case .relate(_, let id, let relation, let members): return canRelate(context, relation, id, members)
        case .add(_, let id, let relation, let member):
            return canRelate(context, relation, id, [member])
                && !context.view.allMembers(relation, of: id, schema).contains(member)
        case .remove(_, let id, let relation, let member):
            return canRelate(context, relation, id, [member])
                && context.view.members(relation, of: id, schema).contains(member)
        case .refresh(_, let id, _): return context.isPresent(id) || context.pending.deleted[id] != nil
        case .release: return !contexts.values.contains { $0.parent == step.context }
        case .undo: return !context.undone.isEmpty
        case .redo: return !context.redone.isEmpty
        case .group: return context.undoes
        case .saveThroughParent: return context.parent != nil
        case .look(_, let look): return isPossible(look, context)
        default: return true
        }
    }

    private func canRelate(_ context: ContextModel, _ relation: Int, _ owner: Int, _ members: [Int]) -> Bool {
        guard schema.relations.indices.contains(relation), let row = context.view.rows[owner],
            schema.isKind(row.kind, of: schema.relations[relation].owner)
        else { return false }
        let clouded = context.clouded.union(context.missing)
        return Set(members).count == members.count && !clouded.contains(owner)
            && members.allSatisfy { member in
                guard let row = context.view.rows[member] else { return false }
                return schema.isKind(row.kind, of: schema.relations[relation].target) && !clouded.contains(member)
            }
    }
}

// What is done.
extension GraphModel {
    mutating func perform(_ step: Step) -> Expectation {
        met = []
        switch step {
        case .keyed(let number, let steps, let save, let fails):
            isKeyed = true
            defer { isKeyed = false }
            return runTask(number, nil, steps, save, fails)
        case .saveOnReturn(let number, let steps, let save, let fails):
            return runTask(number, nil, steps, save, fails)
        case .unit(let number, let parent, let steps, let save, let fails):
            return runTask(number, parent, steps, save, fails)
        case .deleteAll(_, let kind, let least): return runBatch(kind, least) { $0.delete($1) }
        case .updateAll(_, let kind, let least, let value):
            return runBatch(kind, least) { $0.set($1, 1, value) }
        default: return performInContext(step)
        }
    }

    private mutating func performInContext(_ step: Step) -> Expectation {
        let number = step.context
        if contexts[number]?.follows ?? false { synchronize(number) }
        guard isPossible(step) else { return .nothing }
        switch step {
        case .query(_, let kind, let least, let isDescending, let limit):
            synchronize(number)
            return .found(find(number, kind, Query(least: least, isDescending: isDescending, limit: limit)))
        case .refreshAll: synchronize(number)
        case .refresh(_, let id, let mergeChanges):
            synchronize(number)
            contexts[number]?.refresh(id, mergeChanges: mergeChanges)
            met.formUnion(contexts[number]?.met ?? [])
        case .release: contexts[number] = nil
        case .rollback, .reset:
            if let parent = contexts[number]?.parent { synchronizeParent(parent) }
            let source = source(of: number)
            contexts[number]?.rollback(source)
        case .save: return save(number)
        case .saveThroughParent: return saveThroughParent(number)
        case .group(_, let steps): group(number, steps)
        case .look: break
        default: change(number, step)
        }
        return .nothing
    }

    private mutating func change(_ number: Int, _ step: Step) {
        guard var context = contexts[number] else { return }
        defer {
            met.formUnion(context.met)
            if isLazy, losesOneWayLinks(context) { met.insert(.unreadHolders) }
        }
        // A copy of the context would copy its graphs at each change.
        contexts[number] = nil
        defer { contexts[number] = context }
        switch step {
        case .insert(_, let id, let kind): context.insert(id, kind)
        case .set(_, let id, let attribute, let value): context.set(id, attribute, value)
        case .relate(_, let id, let relation, let members): context.relate(relation, of: id, to: members)
        case .add(_, let id, let relation, let member):
            let members =
                schema.relations[relation].cardinality == .one
                ? [member] : context.view.members(relation, of: id, schema) + [member]
            context.relate(relation, of: id, to: members)
        case .remove(_, let id, let relation, let member):
            context.relate(
                relation, of: id, to: context.view.members(relation, of: id, schema).filter { $0 != member })
        case .delete(_, let id):
            let deleted = Set(context.pending.deleted.keys)
            context.delete(id)
            // Whether it is a deletion of what was deleted before, too, and that others made a member of this meanwhile.
            if takesAlong(id, deleted, context) { met.insert(.undecided) }
            // A rule may find what this context has not read.
            if !context.follows, isReferredUnread(context) { met.insert(.undecided) }
        case .undo, .redo:
            let (known, old) = (Set(context.view.rows.keys), context.view.rows)
            let deleted = Set(context.pending.deleted.keys)
            if case .undo = step { context.undo() } else { context.redo() }
            let returned = Set(context.view.rows.keys).subtracting(known)
            if isLazy, isPutBackUnread(returned, context) { met.insert(.undecided) }
            guard !context.follows else { break }
            // What is back is read with what others related to it, which this context has not read (S2.5); and what is
            // deleted again, with what others have come to refer to it by.
            let now = context.parent.flatMap { contexts[$0]?.view.readable } ?? store
            if isReferredUnread(context) { met.insert(.undecided) }
            // Whether it is known by now that others deleted what is back, and put it back in turn (S12.11).
            let isThereAgain = deleted.contains { id in
                context.pending.deleted[id] == nil && context.view.rows[id] == nil && now.rows[id] != nil
            }
            if isThereAgain { met.insert(.undecided) }
            let isLinked = context.view.pairs.contains { pair in
                returned.contains(pair.to)
                    && (returned.contains(pair.from) || schema.relations[pair.relation].inverse == nil)
            }
            // And who others related to it is read as others left it.
            let isReread = now.pairs.contains { pair in
                let other = returned.contains(pair.to) ? pair.from : pair.to
                return (returned.contains(pair.to) || returned.contains(pair.from))
                    && now.rows[other] != context.source.rows[other]
            }
            let isReferred = now.rows.values.contains { !returned.isDisjoint(with: $0.references.values) }
            // And without the links that others took back.
            let isParted = context.source.pairs.contains { pair in
                !now.pairs.contains(pair) && (returned.contains(pair.from) || returned.contains(pair.to))
            }
            // Or of a member whose row others deleted.
            let isLost = context.view.rows.contains { id, row in
                now.rows[id] == nil && !returned.isDisjoint(with: row.references.values)
            }
            // Nor is said whether a list that is read again has what is moved away here, and what others moved there too.
            let isMovedToo = context.view.rows.contains { id, row in
                let moved = (old[id]?.references ?? [:]).filter { row.references[$0.key] != $0.value }
                return moved.contains { now.rows[id]?.references[$0.key] == $0.value }
            }
            if isMovedToo { met.insert(.undecided) }
            if isLinked || isReread || isReferred || isParted || isLost, now != context.source {
                met.insert(.undecided)
            }
        default: break
        }
    }

    /// True if rows refer, one way, to what is to be deleted that the context has read otherwise. A parent that does not
    /// follow asks where it reads from in turn.
    private func isReferredUnread(_ context: ContextModel) -> Bool {
        let parent = context.parent.flatMap { contexts[$0] }
        let isReferred = (parent?.view.readable ?? store).rows.contains { id, row in
            context.source.rows[id]?.references != row.references
                && row.references.contains { relation, target in
                    schema.relations[relation].inverse == nil && context.pending.deleted[target] != nil
                }
        }
        if isReferred { return true }
        guard var parent, !parent.follows else { return false }
        (parent.source, parent.pending) = (context.source, context.pending)
        return isReferredUnread(parent)
    }

    /// True if undo puts what is not stored any more into a one-way list, which may not have been read before the deletion
    /// was saved.
    private func isPutBackUnread(_ returned: Set<Int>, _ context: ContextModel) -> Bool {
        context.view.lists.contains { key, list in
            schema.relations[key.relation].inverse == nil && list.count > 1
                && list.contains { returned.contains($0) && context.source.rows[$0] == nil }
        }
    }

    private func losesOneWayLinks(_ context: ContextModel) -> Bool {
        context.pending.removed.contains {
            !$0.value.causes.isEmpty && schema.relations[$0.key.relation].inverse == nil
        }
    }

    private mutating func group(_ number: Int, _ steps: [Step]) {
        contexts[number]?.isGrouping = true
        for step in steps { _ = performInContext(step) }
        contexts[number]?.isGrouping = false
        if let group = contexts[number]?.group { contexts[number]?.undone.append(group) }
        contexts[number]?.group = nil
    }

    private func find(_ number: Int, _ kind: Int, _ query: Query) -> [Int] {
        guard let view = contexts[number]?.view else { return [] }
        let all = view.rows.filter { schema.isKind($0.value.kind, of: kind) && $0.value.attributes[0] >= query.least }
        let sorted = all.keys.sorted { left, right in
            let (first, second) = (view.rows[left]?.attributes[0] ?? 0, view.rows[right]?.attributes[0] ?? 0)
            return first == second ? left < right : (first < second) != query.isDescending
        }
        return Array(sorted.prefix(query.limit ?? .max))
    }
}

// Saving.
extension GraphModel {
    mutating func save(_ number: Int) -> Expectation {
        guard let context = contexts[number], !context.pending.isEmpty else { return .nothing }
        // A parent finds, or not, what it has not read.
        if let parent = context.parent, concerns(context, unreadBy: parent) { met.insert(.undecided) }
        let settlement = settle(context)
        met.formUnion(settlement.met)
        // Whether a rule takes along what others related to what is deleted, which had been assigned as it was.
        let isAssignedToo = context.pending.deleted.contains { id, deletion in
            (context.pending.edits[id] ?? [:]).contains { property, edit in
                guard case .reference = property, let stored = settlement.target.rows[id] else { return false }
                return deletion.shown[property] == edit.base && stored[property] != edit.base
            }
        }
        if isAssignedToo { met.insert(.undecided) }
        if context.parent != nil {
            let isThere = context.pending.added.keys.contains { settlement.target.pairs.contains($0) }
            if isThere || context.pending.removed.keys.contains(where: { !settlement.target.pairs.contains($0) }) {
                met.insert(.linksOfParents)
            }
        }
        guard settlement.failures.isEmpty else { return .failure(settlement.failures) }
        if let parent = context.parent {
            absorb(settlement, into: parent)
            let view = contexts[parent]?.view.readable ?? Graph()
            contexts[number]?.settle(view)
        } else {
            store = settlement.graph
            contexts[number]?.settle(store)
            note(settlement.joined)
        }
        return .nothing
    }

    /// Notes that what becomes of changes and steps of the new objects, elsewhere and before, is left open.
    private mutating func note(_ new: [Int: Int]) {
        guard !new.isEmpty else { return }
        joined.merge(new) { $1 }
        for number in contexts.keys {
            contexts[number]?.joined.formUnion(new.keys)
            // Their IDs find the stored objects there too, as those were last read (S10.7).
            for id in new.keys {
                contexts[number]?.view.rows[id] = nil
                contexts[number]?.source.rows[id] = nil
            }
            if contexts[number]?.pending.status.keys.contains(where: { new[$0] != nil }) ?? false {
                met.insert(.undecided)
            }
        }
    }

    /// True if a context changed, or related, what its parent would find only by reading again, through its own parents.
    private func concerns(_ context: ContextModel, unreadBy parent: Int) -> Bool {
        let sources = sequence(first: parent) { contexts[$0]?.parent }.map { source(of: $0) }
        let isUnread: (Int) -> Bool = { id in
            contexts[parent]?.view.rows[id] == nil && sources.contains { $0.rows[id] != nil }
        }
        return context.pending.status.keys.contains { id in
            isUnread(id) || context.view.rows[id]?.references.values.contains(where: isUnread) ?? false
        } || context.pending.added.keys.contains { isUnread($0.from) || isUnread($0.to) }
            // Or whether what the parent read as gone, and is there again, made these nil (S9.4).
            || context.pending.deleted.values.contains { $0.base.references.values.contains(where: isUnread) }
            || context.pending.edits.values.joined().contains { property, edit in
                guard case .reference = property, let base = edit.base else { return false }
                return isUnread(base)
            }
    }

    private func settle(_ context: ContextModel) -> Settlement {
        var context = context
        context.returning = known
        guard let parent = context.parent.flatMap({ contexts[$0] }) else {
            var settlement = Settlement(context, onto: store, absorbs: isKeyed)
            if !restored.isDisjoint(with: settlement.joined.keys) { settlement.met.insert(.undecided) }
            return settlement
        }
        var settlement = Settlement(context, onto: parent.view, absorbs: true) {
            parent.pending.status[$0] == .inserted
        }
        if !context.related.isDisjoint(with: parent.clouded) || context.hasMemberBack(parent.view) {
            settlement.met.insert(.undecided)
        }
        return settlement
    }

    /// Makes what a child saves pending in its parent (S13.5 to S13.8).
    private mutating func absorb(_ settlement: Settlement, into number: Int) {
        guard var parent = contexts[number] else { return }
        let pending = settlement.context.pending
        let (old, before) = (parent.view, parent.pending)
        parent.view = settlement.graph
        // What the policy gave up, a rule may delete here all the same.
        let asked = pending.deleted.filter { !settlement.lost.contains($0.key) }
        let deleting = Set(asked.filter(\.value.isByProgram).keys)
        var causes = settlement.causes
        for (id, deletion) in asked { causes[id, default: []].formUnion(deletion.causes) }
        // Links that a rule ends here have no makers, whatever else the child related.
        parent.note(from: old, makers: [], deleting: deleting, causes: causes)
        var kept = pending
        for id in pending.edits.keys {
            for property in droppedEdits(of: id, settlement.context, settlement) { kept.edits[id]?[property] = nil }
        }
        parent.keepMakers(of: kept, settlement.context.view, from: old, lost: settlement.lost)
        // Which members of a list that the child put into another order are updated is not said (S4.13).
        for key in pending.reordered where !schema.isLinked(key.relation) {
            for member in parent.view.lists[key] ?? [] where parent.pending.status[member] == nil {
                parent.pending.perhapsUpdated.insert(member)
            }
        }
        // Nor whether one is that is updated in the child for such an order of its own children alone.
        for (key, list) in settlement.context.view.lists where !schema.isLinked(key.relation) {
            for member in list
            where pending.status[member] == .updated && parent.pending.status[member] == nil
                && parent.view.rows[member] != nil
            {
                parent.pending.perhapsUpdated.insert(member)
            }
        }
        // Nor whether one is that left its list there and came back.
        for (id, edits) in pending.edits where parent.pending.status[id] == nil && parent.view.rows[id] != nil {
            let hasReturned = edits.contains { property, edit in
                guard case .reference(let relation) = property else { return false }
                return schema.isInList(relation) && settlement.context.view.rows[id]?[property] == edit.base
            }
            if hasReturned { parent.pending.perhapsUpdated.insert(id) }
        }
        // Nor whether one is whose pending link to what is gone the child ended, or to what it deleted too.
        for pair in before.added.keys {
            let isEnded = pending.removed[pair] != nil
            guard
                [pair.from, pair.to].contains(where: { end in
                    old.rows[end] == nil && (isEnded || pending.deleted[end] != nil)
                })
            else { continue }
            parent.pending.perhapsUpdated.formUnion(parent.ends(pair).filter { parent.view.rows[$0] != nil })
            // Or whether that link ends with what others deleted in the store.
            let isDeletedToo = [pair.from, pair.to].contains { end in
                old.rows[end] == nil && before.deleted[end] == nil && pending.deleted[end] != nil
            }
            if isDeletedToo { met.insert(.undecided) }
        }
        // Nor whether one is whose link to what both deleted a refresh of the parent took back.
        for pair in pending.removed.keys where before.removed[pair] == nil {
            guard [pair.from, pair.to].contains(where: { before.deleted[$0] != nil }) else { continue }
            parent.pending.perhapsUpdated.formUnion(parent.ends(pair).filter { parent.view.rows[$0] != nil })
        }
        for (id, deletion) in pending.deleted where parent.pending.deleted[id] != nil {
            // What is kept is led to no more.
            for (relation, target) in old.rows[id]?.references ?? [:] where settlement.lost.contains(target) {
                if parent.pending.edits[id]?[.reference(relation)] == nil {
                    parent.pending.edits[id, default: [:]][.reference(relation)] = ContextModel.Edit(base: target)
                }
                parent.pending.deleted[id]?.shown.references[relation] = nil
            }
            for relation in schema.relations(of: deletion.shown.kind)
            where schema.relations[relation].cardinality == .one
                && [.deny, .cascade].contains(schema.relations[relation].rule)
            {
                let (property, base) = (ContextModel.Property.reference(relation), old.rows[id]?.references[relation])
                let led = deletion.shown.references[relation]
                guard pending.edits[id]?[property] != nil, base != led, led.map(settlement.lost.contains) != true
                else { continue }
                if parent.pending.edits[id]?[property].map({ $0.base == base }) ?? true {
                    // What a deletion implied there is lost with it here too.
                    let causes = pending.edits[id]?[property]?.causes ?? []
                    parent.pending.edits[id, default: [:]][property] = ContextModel.Edit(base: base, causes: causes)
                }
                parent.pending.deleted[id]?.shown.references[relation] = deletion.shown.references[relation]
            }
        }
        // Or whether what the policy brings back, whose row others deleted too, is let go of: its new links lead nowhere.
        let isLetGo = before.deleted.keys.contains { id in
            parent.view.rows[id] != nil && parent.source.rows[id] == nil && parent.isPerhapsLetGo(id)
        }
        if isLetGo { met.insert(.undecided) }
        restored.formUnion(
            pending.status.keys.filter { pending.status[$0] == .updated && parent.pending.status[$0] == .inserted }
                .filter { old.rows[$0] == nil && !known.contains($0) })
        parent.record(from: old, before)
        if isLazy, losesOneWayLinks(parent) { met.insert(.unreadHolders) }
        contexts[number] = parent
    }

    /// True if a context has a new object with a unique value of one that its parent is to delete.
    private func joinsDeleted(_ context: ContextModel, _ parent: ContextModel) -> Bool {
        context.pending.status.contains { id, status in
            guard status == .inserted, let row = context.view.rows[id] else { return false }
            return schema.kinds[row.kind].unique.contains { attribute in
                let value = row.attributes[attribute]
                return parent.pending.deleted.keys.contains { store.rows[$0]?.attributes[attribute] == value }
            }
        }
    }

    /// True if an object's deletion would take one along that was deleted before.
    private func takesAlong(_ id: Int, _ deleted: Set<Int>, _ context: ContextModel) -> Bool {
        let isLed = (context.source.rows[id]?.references ?? [:]).contains { relation, member in
            deleted.contains(member) && schema.relations[relation].rule == .cascade
                && context.pending.deleted[id]?.shown.references[relation] != member
        }
        return isLed
            || deleted.contains { member in
                (context.source.rows[member]?.references ?? [:]).contains { relation, owner in
                    let inverse = schema.relations[relation].inverse
                    return owner == id && inverse.map { schema.relations[$0].rule == .cascade } ?? false
                        && context.pending.deleted[member]?.shown.references[relation] != id
                }
            }
    }

    /// S13.12 to S13.15.
    mutating func saveThroughParent(_ number: Int) -> Expectation {
        guard let context = contexts[number], let parentNumber = context.parent, !context.pending.isEmpty else {
            return .nothing
        }
        synchronize(parentNumber)
        guard var parent = contexts[parentNumber] else { return .nothing }
        let isRelated =
            !context.pending.added.isEmpty || !context.pending.removed.isEmpty || !context.pending.deleted.isEmpty
            || context.pending.status.keys.contains { id in
                context.view.rows[id]?.references != (context.source.rows[id]?.references ?? [:])
            }
        if isRelated { met.insert(.savesThroughParents) }
        let settled = settle(context)
        met.formUnion(settled.met)
        guard settled.failures.isEmpty else { return .failure(settled.failures) }
        // One whose place in a list changed may be updated, or another of the list (S4.13).
        if context.pending.perhapsUpdated.contains(where: { parent.pending.status[$0] == .inserted }) {
            met.insert(.undecided)
        }
        // Nor is said what a rule takes along that was assigned here as it was, where the parent took that back itself.
        if !context.pending.deleted.isEmpty, context.hasIdleReference(beside: parent.view) { met.insert(.undecided) }
        // Nor whether a new object that would become one with what the parent is to delete is refused before others are.
        if joinsDeleted(context, parent) { met.insert(.undecided) }
        let unsaved = unsavedInParent(context, settled, parent)
        guard unsaved.isEmpty else { return .failure(unsaved.union(restoredInParent(context, settled, parent))) }
        guard parent.parent == nil, !overlaps(context, settled, parent) else {
            met.insert(.undecided)
            return .nothing
        }
        // The parent's level: the child's net change alone, with the parent's bases and policy.
        var carrier = ContextModel(
            schema: schema, parent: nil, policy: parent.policy, follows: false, undoes: false, source: parent.source,
            view: parent.source)
        carrier.pending = context.pending
        carrier.spared = settled.lost
        // What the child's policy kept is not deleted on the way.
        for id in settled.lost {
            carrier.pending.deleted[id] = nil
            carrier.pending.status[id] = nil
        }
        carrier.pending.added = context.pending.added.filter { settled.graph.pairs.contains($0.key) }
        carrier.pending.removed = context.pending.removed.filter { !settled.graph.pairs.contains($0.key) }
        carrier.view.rows = carrier.view.rows.filter {
            context.pending.deleted[$0.key] == nil || settled.lost.contains($0.key)
        }
        for (id, status) in context.pending.status where !settled.lost.contains(id) {
            switch status {
            case .inserted where parent.view.rows[id] == nil: carrier.view.rows[id] = settled.graph.rows[id]
            // The parent has read one that came back to it, too.
            case .inserted, .updated:
                carrier.pending.status[id] = .updated
                // What a deletion of the child takes with it was changed all the same (S5.10).
                let changed = settled.graph.rows[id] ?? changedRow(id, context, settled)
                guard let row = changed, let present = parent.view.rows[id] else {
                    // The child's policy brings it back.
                    if let row = settled.graph.rows[id] {
                        if !known.contains(id) { restored.insert(id) }
                        carrier.pending.status[id] = .inserted
                        carrier.view.rows[id] = row
                    }
                    continue
                }
                let carried = Set((context.pending.edits[id] ?? [:]).keys).union(row.differences(from: present))
                    .subtracting(leftInParent(id, context, settled, parent))
                // Nor is said with what an object in conflict is written that is pending there, and that others changed.
                let isOld = (parent.pending.edits[id] ?? [:]).contains { property, edit in
                    !carried.contains(property) && parent.source.rows[id]?[property] != edit.base
                }
                if parent.policy == .overwrite, isOld { met.insert(.undecided) }
                // Or what of it the parent had pending, under the child's policy.
                let own = (context.pending.edits[id] ?? [:]).filter {
                    context.view.rows[id]?[$0.key] != $0.value.base && $0.value.causes.isEmpty
                }
                if settled.policy == .overwrite, parent.pending.edits[id] != nil,
                    let stored = settled.target.rows[id], !settled.conflicts(id, own, stored).isEmpty
                {
                    met.insert(.undecided)
                }
                carrier.pending.edits[id] = carrier.pending.edits[id]?.filter { carried.contains($0.key) }
                for property in carried {
                    carrier.view.rows[id]?[property] = row[property]
                    if carrier.pending.edits[id]?[property] == nil {
                        carrier.pending.edits[id, default: [:]][property] = ContextModel.Edit(base: nil)
                    }
                    let base = parent.pending.edits[id]?[property]?.base ?? parent.source.rows[id]?[property]
                    carrier.pending.edits[id]?[property]?.base = base
                }
            case .deleted:
                if let base = parent.pending.deleted[id]?.base ?? parent.source.rows[id] {
                    carrier.pending.deleted[id]?.base = base
                }
            }
        }
        carrier.view.pairs.formUnion(carrier.pending.added.keys)
        carrier.view.pairs.subtract(carrier.pending.removed.keys)
        for key in Set(context.view.lists.keys).union(context.source.lists.keys) {
            let (base, here) = (context.source.lists[key] ?? [], context.view.lists[key] ?? [])
            guard base != here, !settled.drops(key) else { continue }
            // What the parent took out is there still, and the child may have placed what it put in by it.
            let present = parent.view.lists[key] ?? []
            let stored = parent.source.lists[key] ?? []
            if stored.contains(where: { !present.contains($0) }) { met.insert(.undecided) }
            // Nor is said what is stored of an order that the parent changed, and that the child changed further.
            if present.filter(stored.contains) != stored, base.filter(here.contains) != here.filter(base.contains) {
                met.insert(.undecided)
            }
            let members = carrier.view.allMembers(key.relation, of: key.owner, schema)
            carrier.view.lists[key] = mergedList(
                base: base, here: here, stored: stored,
                isReorderedHere: base.filter(here.contains) != here.filter(base.contains), prefersStored: false
            ).filter(members.contains)
        }
        carrier.returning = known
        let result = Settlement(carrier, onto: store, absorbs: false)
        met.formUnion(result.met)
        if !restored.isDisjoint(with: result.joined.keys) { met.insert(.undecided) }
        guard result.failures.isEmpty else { return .failure(result.failures) }
        // What a rule took along that had changes here is gone with them, or is to be in conflict.
        let swept = Set(store.rows.keys).subtracting(result.graph.rows.keys).subtracting(carrier.pending.deleted.keys)
        if !swept.isDisjoint(with: parent.pending.status.keys) { met.insert(.undecided) }
        store = result.graph
        for (id, edits) in carrier.pending.edits {
            for property in edits.keys {
                guard let pending = parent.pending.edits[id]?[property] else { continue }
                // Whether an object stays updated that was assigned what it had, on both levels.
                let child = context.pending.edits[id]?[property]
                let isIdle = pending.base == parent.view.rows[id]?[property]
                if isIdle, child?.base == context.view.rows[id]?[property] { met.insert(.undecided) }
                parent.pending.edits[id]?[property] = nil
                if let row = store.rows[id] { parent.view.rows[id]?[property] = row[property] }
            }
            if parent.hasNothing(pendingOf: id) { parent.pending.status[id] = nil }
            // Or one that was assigned what it had there alone.
            let isIdle = (parent.pending.edits[id] ?? [:]).allSatisfy { $0.value.base == parent.view.rows[id]?[$0.key] }
            if isIdle, parent.pending.status[id] == .updated { parent.pending.perhapsUpdated.insert(id) }
        }
        parent.forgetLinks(to: Set(carrier.pending.deleted.keys.filter { store.rows[$0] == nil }))
        // Of members that the parent has not saved the child's order is pending there.
        for key in Set(context.view.lists.keys).intersection(parent.view.lists.keys) {
            let (base, here) = (context.source.lists[key] ?? [], context.view.lists[key] ?? [])
            guard base != here, !settled.drops(key), let present = parent.view.lists[key] else { continue }
            parent.view.lists[key] = mergedList(base: base, here: here, stored: present, prefersStored: false)
                .filter(present.contains)
            // Whether one is updated whose place it was that said an order which the child put back.
            if !schema.isLinked(key.relation) { parent.pending.perhapsUpdated.formUnion(present) }
        }
        parent.merge(store)
        met.formUnion(parent.met)
        contexts[parentNumber] = parent
        contexts[number]?.settle(parent.view.readable)
        note(result.joined)
        return .nothing
    }

    /// Returns what the child's policy would bring back that the parent is to delete: `saveThroughParent()` does not do
    /// that, and may report it first.
    private func restoredInParent(
        _ context: ContextModel, _ settled: Settlement, _ parent: ContextModel
    ) -> Set<Failure> {
        let restored = context.pending.status.keys.filter {
            context.pending.status[$0] != .deleted && settled.graph.rows[$0] != nil && parent.pending.deleted[$0] != nil
        }
        return Set(restored.map { .deletionConflict($0) })
    }

    private func unsavedInParent(_ context: ContextModel, _ settled: Settlement, _ parent: ContextModel) -> Set<Failure>
    {
        var result: Set<Failure> = []
        let isUnsaved = { (id: Int) in parent.pending.status[id] == .inserted }
        for (id, status) in context.pending.status {
            let isChanged = status == .deleted ? !settled.lost.contains(id) : isWritten(id, context, settled)
            if isUnsaved(id), isChanged { result.insert(.unsavedInParent(id)) }
            guard status != .deleted, let row = settled.graph.rows[id] else { continue }
            for (relation, target) in row.references where isUnsaved(target) {
                let edit = context.pending.edits[id]?[.reference(relation)]
                let here = context.view.rows[id]?.references[relation]
                let isChanged = edit.map { $0.base != here && here == target } ?? false
                let isDropped = droppedEdits(of: id, context, settled).contains(.reference(relation))
                // What the child's policy stores anew refers to what it did.
                let isNew = status == .inserted || settled.target.rows[id] == nil
                if isNew || isChanged && !isDropped {
                    result.insert(.unsavedInParent(target))
                }
            }
        }
        result.formUnion(movedInParent(context, settled, parent).map { .unsavedInParent($0) })
        // What the policy dropped is no change, nor the end of a link to what is gone there.
        let isLinked = { (pair: Graph.Pair) in [pair.from, pair.to].allSatisfy { parent.view.rows[$0] != nil } }
        let removed = context.pending.removed.filter {
            $0.value.causes.isEmpty && (!context.policy.isStoreSide || isLinked($0.key))
        }.keys
        for pair in context.pending.added.keys.filter(settled.graph.pairs.contains) + removed
        where settled.discarded.isDisjoint(with: [pair.from, pair.to]) {
            for id in [pair.from, pair.to] where isUnsaved(id) { result.insert(.unsavedInParent(id)) }
        }
        // Or one that it related to what it deleted under deny.
        if !result.isEmpty {
            for pair in context.pending.added.keys where !settled.graph.pairs.contains(pair) {
                for id in [pair.from, pair.to] where isUnsaved(id) { result.insert(.unsavedInParent(id)) }
            }
        }
        return result
    }

    /// Returns what the parent moved away, and has not saved, from what the child deletes: a cascade would take it
    /// along.
    private func movedInParent(_ context: ContextModel, _ settled: Settlement, _ parent: ContextModel) -> Set<Int> {
        let deleted = Set(context.pending.deleted.keys).subtracting(settled.lost).filter { parent.view.rows[$0] != nil }
        let isKept = { (id: Int) in parent.view.rows[id] != nil && !deleted.contains(id) }
        var moved: Set<Int> = []
        for (id, edits) in parent.pending.edits where parent.pending.status[id] == .updated && isKept(id) {
            for (property, edit) in edits {
                guard case .reference(let relation) = property, let owner = edit.base, deleted.contains(owner),
                    parent.view.rows[id]?[property] != owner,
                    schema.relations[relation].inverse.map({ schema.relations[$0].rule == .cascade }) ?? false
                else { continue }
                let isChanged =
                    context.pending.edits[id]?[property].map {
                        $0.causes.isEmpty && $0.base != context.view.rows[id]?[property]
                    } ?? false
                if !isChanged || droppedEdits(of: id, context, settled).contains(property) { moved.insert(id) }
            }
        }
        for pair in parent.pending.removed.keys {
            let relation = schema.relations[pair.relation]
            let isTaken = relation.rule == .cascade && deleted.contains(pair.from) && isKept(pair.to)
            let inverse = relation.inverse.map { schema.relations[$0].rule == .cascade } ?? false
            if isTaken { moved.insert(pair.to) }
            if inverse, deleted.contains(pair.to), isKept(pair.from) { moved.insert(pair.from) }
        }
        return moved
    }

    private func isWritten(_ id: Int, _ context: ContextModel, _ settled: Settlement) -> Bool {
        let edits = (context.pending.edits[id] ?? [:]).filter {
            context.view.rows[id]?[$0.key] != $0.value.base && $0.value.causes.isEmpty
        }
        let dropped = droppedEdits(of: id, context, settled)
        return edits.keys.contains { !dropped.contains($0) }
    }

    /// A row with what the child changed and its policy did not drop.
    private func changedRow(_ id: Int, _ context: ContextModel, _ settled: Settlement) -> Graph.Row? {
        guard var row = settled.target.rows[id] else { return nil }
        let dropped = droppedEdits(of: id, context, settled)
        for (property, edit) in context.pending.edits[id] ?? [:] where edit.causes.isEmpty {
            if !dropped.contains(property) { row[property] = context.view.rows[id]?[property] }
        }
        return row
    }

    /// Returns the edits that the policy dropped, which are no changes.
    private func droppedEdits(
        of id: Int, _ context: ContextModel, _ settled: Settlement
    ) -> Set<ContextModel.Property> {
        let edits = (context.pending.edits[id] ?? [:]).filter {
            context.view.rows[id]?[$0.key] != $0.value.base && $0.value.causes.isEmpty
        }
        guard settled.isStoreSide, let stored = settled.target.rows[id] else { return [] }
        var conflicts = settled.conflicts(id, edits, stored)
        for (property, edit) in edits {
            // A reference to what is gone is given up, too.
            if case .reference(let relation) = property, let target = context.view.rows[id]?.references[relation],
                settled.target.rows[target] == nil, context.pending.status[target] != .inserted, edit.base != target
            {
                conflicts.insert(property)
            }
        }
        return settled.policy == .rollback && !conflicts.isEmpty ? Set(edits.keys) : conflicts
    }

    /// Returns what a child assigned of an object and does not change by that, so that what the parent has pending of
    /// it stays so.
    private func leftInParent(
        _ id: Int, _ context: ContextModel, _ settled: Settlement, _ parent: ContextModel
    ) -> Set<ContextModel.Property> {
        let dropped = droppedEdits(of: id, context, settled)
        let own = (context.pending.edits[id] ?? [:]).filter {
            context.view.rows[id]?[$0.key] != $0.value.base && $0.value.causes.isEmpty
        }
        // An object in conflict is written with all values (S9.19).
        if settled.policy == .overwrite, let stored = settled.target.rows[id],
            !settled.conflicts(id, own, stored).isEmpty
        {
            return []
        }
        let left = (context.pending.edits[id] ?? [:]).filter { property, edit in
            let isUnchanged = context.view.rows[id]?[property] == edit.base
            return parent.pending.edits[id]?[property] != nil && (isUnchanged || dropped.contains(property))
        }
        return Set(left.keys)
    }

    /// True if the parent has pending changes of what the child's save touches, but for values of attributes.
    private func overlaps(_ context: ContextModel, _ settled: Settlement, _ parent: ContextModel) -> Bool {
        let touched = Set(parent.view.rows.keys).union(settled.graph.rows.keys)
            .filter { parent.view.rows[$0] != settled.graph.rows[$0] }.union(context.pending.status.keys)
        // What a rule would reach was read here otherwise, after a refresh.
        let reached = context.pending.deleted.keys.compactMap { parent.source.rows[$0]?.references.values }.joined()
        return touched.union(reached).contains { id in
            guard parent.pending.status[id] != nil else { return false }
            return context.pending.deleted[id] != nil || store.rows[id] == nil || !parent.hasAttributesAlone(id)
        }
    }
}

extension ContextModel {
    /// True if nothing is pending of an object but values of attributes.
    fileprivate func hasAttributesAlone(_ id: Int) -> Bool {
        let properties = (pending.edits[id] ?? [:]).keys
        let isOfAttributes = properties.allSatisfy { if case .attribute = $0 { true } else { false } }
        return isOfAttributes && !properties.isEmpty && hasNothing(pendingOf: id, exceptEdits: true)
    }

    fileprivate func hasNothing(pendingOf id: Int, exceptEdits: Bool = false) -> Bool {
        pending.status[id] == .updated && !pending.perhapsUpdated.contains(id)
            && (exceptEdits || (pending.edits[id] ?? [:]).isEmpty)
            && (Array(pending.added.keys) + pending.removed.keys).allSatisfy { $0.from != id && $0.to != id }
            && pending.reordered.allSatisfy { $0.owner != id }
    }
}

// Tasks, which have contexts of their own.
extension GraphModel {
    mutating func begin(_ number: Int, parent: Int?) {
        let policy = parent.flatMap { contexts[$0]?.policy } ?? .error
        add(number, Setup.Context(parent: parent, policy: policy, follows: false, undoes: false))
    }

    /// A batch is a commit made at once, on stored rows (S16.6).
    private mutating func runBatch(_ kind: Int, _ least: Int, _ body: (inout ContextModel, Int) -> Void) -> Expectation
    {
        begin(Self.batch, parent: nil)
        defer { contexts[Self.batch] = nil }
        let all = store.rows.filter { schema.isKind($0.value.kind, of: kind) && $0.value.attributes[0] >= least }
        for id in all.keys.sorted() where contexts[Self.batch]?.isPresent(id) ?? false {
            guard var context = contexts[Self.batch] else { continue }
            body(&context, id)
            contexts[Self.batch] = context
        }
        return save(Self.batch)
    }

    private static let batch = 99

    private mutating func runTask(
        _ number: Int, _ parent: Int?, _ steps: [Step], _ innerSave: Int?, _ fails: Bool
    ) -> Expectation {
        if let parent { synchronize(parent) }
        begin(number, parent: parent)
        defer { contexts[number] = nil }
        var hasSaved = false
        for (index, step) in steps.enumerated() {
            _ = performInContext(step)
            guard index == innerSave, let context = contexts[number] else { continue }
            noteInnerSave(number)
            hasSaved = !context.pending.isEmpty && !isKeyed
            let broken = brokenRules(context)
            guard broken.isEmpty else { return .failure(broken) }
        }
        // What came after an inner save goes into the same level first.
        if hasSaved, !fails, parent != nil, let context = contexts[number] {
            let broken = brokenRules(context)
            guard broken.isEmpty else { return .failure(broken.union(failures { $0.saveThroughParent(number) })) }
        }
        let expectation = fails ? .failure([.own]) : parent == nil ? save(number) : saveThroughParent(number)
        if case .failure = expectation, hasSaved { met.insert(.innerSaves) }
        if parent != nil, hasSaved { met.insert(.innerSaves) }
        return expectation
    }

    /// Notes what the closure of a task has saved, which is what a refresh of its objects takes changes back to.
    mutating func noteInnerSave(_ number: Int) {
        let view = contexts[number]?.view
        contexts[number]?.savedInside = view
    }

    /// Returns what is wrong with a save, which is not made.
    private func failures(_ save: (inout GraphModel) -> Expectation) -> Set<Failure> {
        var copy = self
        if case .failure(let failures) = save(&copy) { return failures }
        return []
    }

    /// The rules that an inner save breaks: it goes into a level that none of the parent's objects is new in. Conflicts and
    /// unique values are found when the closure has returned (S14.4).
    private mutating func brokenRules(_ context: ContextModel) -> Set<Failure> {
        let settlement =
            context.parent.flatMap { contexts[$0] }.map { Settlement(context, onto: $0.view, absorbs: true) }
            ?? settle(context)
        met.formUnion(settlement.met)
        return settlement.failures.filter(\.isOfRules)
    }
}
