/// The change of one step: the graph before and after it.
struct UndoStep {
    var before: Graph
    var after: Graph
    /// The lists of the source when it was made.
    var lists: [Graph.ListKey: [Int]]
    /// Objects that it changed, if only for a while, or to which an equal value was assigned.
    var assigned: Set<Int> = []
    var assignments: Set<Assignment> = []
    /// The lists that it put into another order, if only for a while.
    var reordered: Set<Graph.ListKey> = []
    /// The links that it made to what is gone: it takes them back as long as they are pending.
    var hidden: Set<Graph.Pair> = []
    /// True if a refresh has taken back the deletion of one of its objects.
    var isTakenBackInPart = false
    /// True if it ended pending links to what was gone already, or, by a deletion, ones that others had made too.
    var endsUnclearLinks = false
    /// True if it did something to what is gone since.
    var isReduced = false
    /// The members of its lists that are gone since.
    var goneMembers: [Graph.ListKey: Set<Int>] = [:]
    /// The deletions that it takes back, or does again: who asked for them.
    var deletions: [Int: ContextModel.Deletion] = [:]
}

extension UndoStep {
    /// One of a property, perhaps of an equal value.
    struct Assignment: Hashable {
        let object: Int
        let property: ContextModel.Property

        func value(in graph: Graph) -> Int? { graph.rows[object]?[property] }
    }

    func endsLinks(of id: Int) -> Bool {
        before.pairs.subtracting(after.pairs).contains { $0.from == id || $0.to == id }
    }

    func deletes(_ id: Int) -> Bool { before.rows[id] != nil && after.rows[id] == nil }

    /// Forgets what the step did to objects that are gone, also when their rows come back (S12.10).
    mutating func forget(_ gone: Set<Int>) {
        let made = after.pairs.subtracting(before.pairs)
        hidden.formUnion(made.filter { gone.contains($0.from) || gone.contains($0.to) })
        let ended = before.pairs.subtracting(after.pairs)
        if ended.union(made).contains(where: { gone.contains($0.from) || gone.contains($0.to) }) { isReduced = true }
        for id in gone {
            before.rows[id] = nil
            after.rows[id] = nil
        }
        for (key, list) in before.lists where list.contains(where: gone.contains) {
            goneMembers[key, default: []].formUnion(gone.intersection(list))
        }
        before.forgetLinks(of: gone)
        after.forgetLinks(of: gone)
        assigned.subtract(gone)
        assignments = assignments.filter { !gone.contains($0.object) }
    }
}

extension Graph {
    fileprivate mutating func forgetLinks(of gone: Set<Int>) {
        pairs = pairs.filter { !gone.contains($0.from) && !gone.contains($0.to) }
        lists = lists.mapValues { $0.filter { !gone.contains($0) } }.filter { !gone.contains($0.key.owner) }
    }
}

extension ContextModel {
    /// Notes that objects are gone, and not deleted here.
    mutating func forgetSteps(of gone: Set<Int>) {
        guard !gone.isEmpty else { return }
        for index in undone.indices { undone[index].forget(gone) }
        for index in redone.indices { redone[index].forget(gone) }
        group?.forget(gone)
    }

    mutating func record(from old: Graph, _ pendingBefore: Pending, assigned: UndoStep.Assignment? = nil) {
        guard undoes, old != view || pendingBefore != pending || assigned != nil else { return }
        redone = []
        var step = (isGrouping ? group : nil) ?? UndoStep(before: old, after: view, lists: source.lists)
        step.after = view
        if let assigned {
            step.assigned.insert(assigned.object)
            step.assignments.insert(assigned)
        }
        let ended = pendingBefore.added.keys.filter { pending.added[$0] == nil }
        let isUnclear = { (pair: Graph.Pair) in
            old.rows[pair.from] == nil || old.rows[pair.to] == nil
                || source.pairs.contains(pair) && (view.rows[pair.from] == nil || view.rows[pair.to] == nil)
        }
        if ended.contains(where: isUnclear) { step.endsUnclearLinks = true }
        for id in view.rows.keys where old.rows[id] != view.rows[id] { step.assigned.insert(id) }
        for (id, row) in view.rows {
            let properties = old.rows[id].map(row.differences) ?? []
            step.assignments.formUnion(properties.map { UndoStep.Assignment(object: id, property: $0) })
        }
        step.reordered.formUnion(pending.reordered.subtracting(pendingBefore.reordered))
        for pair in view.pairs.symmetricDifference(old.pairs) { step.assigned.formUnion(ends(pair)) }
        if isGrouping { group = step } else { undone.append(step) }
    }

    mutating func undo() {
        guard let step = undone.popLast() else { return }
        redone.append(takeBack(step, isRedo: false))
    }

    mutating func redo() {
        guard let step = redone.popLast() else { return }
        undone.append(takeBack(step, isRedo: true))
    }

    /// Puts back what the step changed (S12.4); what takes that back in turn.
    private mutating func takeBack(_ step: UndoStep, isRedo: Bool) -> UndoStep {
        let old = view
        let (deletionsBefore, editsBefore) = (pending.deleted, pending.edits)
        var touched = step.assigned
        let (before, after) = (step.before, step.after)
        // Whether they are pending again, and with them their objects.
        if step.endsUnclearLinks || step.isTakenBackInPart { met.insert(.undecided) }
        if joined.contains(where: { step.assigned.contains($0) || before.rows[$0] != after.rows[$0] }) {
            met.insert(.undecided)
        }
        for id in step.assigned where before.rows[id] == after.rows[id] && view.rows[id] != before.rows[id] {
            // Of an equal value, that others changed since.
            met.insert(.undecided)
        }
        for assignment in step.assignments {
            let value = assignment.value(in: before)
            if value == assignment.value(in: after), value != assignment.value(in: view) { met.insert(.undecided) }
        }
        for key in step.reordered where before.lists[key] == after.lists[key] && view.lists[key] != before.lists[key] {
            // Of an order that was put back, and that others changed since.
            met.insert(.undecided)
        }
        for pair in pending.added.keys where source.pairs.contains(pair) {
            // Or of a link that was ended and made again, and that others made too.
            let isMadeAgain = before.pairs.contains(pair) == after.pairs.contains(pair)
            if isMadeAgain, ends(pair).allSatisfy(step.assigned.contains) { met.insert(.undecided) }
        }
        for (key, list) in before.lists where list == after.lists[key] && view.lists[key] != list {
            // Or of links that were ended and made again.
            let isAssigned = step.assigned.contains(key.owner) && list.contains(where: step.assigned.contains)
            if schema.isLinked(key.relation), isAssigned { met.insert(.undecided) }
        }
        for key in step.reordered where schema.isLinked(key.relation) {
            // Or one of links that the step moved and took out, beside what others put there since.
            let known = Set(before.lists[key] ?? []).union(after.lists[key] ?? [])
            let isParted = (before.lists[key] ?? []).contains { !(after.lists[key] ?? []).contains($0) }
            if isParted, (view.lists[key] ?? []).contains(where: { !known.contains($0) }) { met.insert(.undecided) }
        }
        for id in Set(before.rows.keys).union(after.rows.keys) where before.rows[id] != after.rows[id] {
            touched.insert(id)
            // An object that a deletion brought to an end was not assigned to, or is deleted again.
            let isInserted = before.rows[id] == nil && step.assigned.contains(id) && step.deletions[id] == nil
            if isInserted, let row = after.rows[id], let stored = source.rows[id] { part(id, row, stored) }
            takeBack(id, before.rows[id], after.rows[id], step, old)
        }
        if bringsBackReferences(toGoneOf: before, after) { met.insert(.undecided) }
        let parted = partFormerEnds(before, after, old)
        touched.formUnion(parted)
        for pair in after.pairs.subtracting(before.pairs) {
            view.pairs.remove(pair)
            touched.formUnion(ends(pair))
        }
        for pair in step.hidden where pending.added[pair] != nil && !source.pairs.contains(pair) {
            view.pairs.remove(pair)
            touched.formUnion(ends(pair).filter { view.rows[$0] != nil })
        }
        // A link of what was deleted before, under deny or noAction, is one again.
        let (present, deleted) = (Set(view.rows.keys), Set(pending.deleted.keys))
        let isThere = { present.contains($0) || before.rows[$0] == nil && deleted.contains($0) }
        let wasDeleted = { before.rows[$0] == nil && !deleted.contains($0) }
        // Where that was saved: whether it is back when both are.
        if before.pairs.subtracting(after.pairs).contains(where: { wasDeleted($0.from) || wasDeleted($0.to) }) {
            met.insert(.undecided)
        }
        for pair in before.pairs.subtracting(after.pairs) where isThere(pair.from) && isThere(pair.to) {
            // Whether one is pending that a deletion ended before others made it.
            // Or that others ended too, where what an earlier step deleted had it under deny.
            let hasDeletedEnd = deleted.contains(pair.from) || deleted.contains(pair.to)
            if hasDeletedEnd, !source.pairs.contains(pair) { met.insert(.undecided) }
            let isOthers = source.pairs.contains(pair) && pending.removed[pair] == nil
            if isOthers, after.rows[pair.from] == nil || after.rows[pair.to] == nil { met.insert(.undecided) }
            view.pairs.insert(pair)
            touched.formUnion(ends(pair))
        }
        // Or one that was gone meanwhile with its other end, and came back with that where others undid it.
        let isBack = { (id: Int) in before.rows[id] != nil && after.rows[id] == nil }
        for (pair, change) in pending.removed where !view.pairs.contains(pair) {
            if source.pairs.contains(pair) {
                if change.causes.contains(where: isBack) { met.insert(.undecided) }
            } else if !change.causes.isEmpty, change.causes.allSatisfy(isBack) {
                // Where others delete the other end, who may yet undo that, nothing is pending of it here.
                pending.removed[pair] = nil
                pending.perhapsUpdated.formUnion(ends(pair).filter { view.rows[$0] != nil })
            }
        }
        // Or one that the deletion left as it was, under deny, and that its save ended: the parent's rule is another.
        for pair in before.pairs.intersection(after.pairs) where !view.pairs.contains(pair) {
            if isBack(pair.from) || isBack(pair.to) { met.insert(.undecided) }
        }
        let changedElsewhere = takeBackLists(step, &touched, isRedo: isRedo)
        // What is back is where others put it meanwhile.
        for id in before.rows.keys where after.rows[id] == nil {
            guard let row = view.rows[id], let stored = source.rows[id] else { continue }
            for (relation, owner) in row.references where stored.references[relation] == owner {
                if let key = list(of: owner, relation), changedElsewhere.contains(key) {
                    view.lists[key]?.removeAll { $0 == id }
                }
                showStoredPlace(in: relation, of: stored)
            }
        }
        touched.formUnion(step.reordered.map(\.owner))
        renew(touched, from: old, step.deletions, step.reordered)
        // Nor is one whose place in a list the step changed, and which others took out of that meanwhile.
        for (key, list) in after.lists where !schema.isLinked(key.relation) && list != before.lists[key] {
            pending.perhapsUpdated.formUnion(list.filter { pending.edits[$0] == nil })
        }
        // Or one that left its list in the step and came back, to another place (S4.13).
        for id in step.assigned where before.rows[id] == after.rows[id] {
            let isListed = view.rows[id]?.references.keys.contains(where: schema.isInList) ?? false
            if isListed { pending.perhapsUpdated.insert(id) }
        }
        // A link to what is gone meanwhile is not named by the step any more, which may have made it.
        for pair in pending.added.keys where view.rows[pair.from] == nil || view.rows[pair.to] == nil {
            pending.perhapsUpdated.formUnion(ends(pair).intersection(touched))
        }
        // Whether a step of which all is skipped is one to be taken back again.
        let isSkipped = before != after || step.assigned.isEmpty || !step.hidden.isEmpty || step.isReduced
        if view == old, isSkipped { met.insert(.undecided) }
        var opposite = UndoStep(
            before: old, after: view, lists: source.lists, assigned: step.assigned, assignments: step.assignments,
            reordered: step.reordered)
        opposite.before.pairs.subtract(step.hidden)
        // What follows the source again since was not done by the step.
        for id in touched {
            guard let was = step.before.rows[id], let now = step.after.rows[id], let shown = view.rows[id],
                let before = opposite.before.rows[id]
            else { continue }
            let own = was.differences(from: now)
            for property in shown.differences(from: before) where !own.contains(property) {
                // Nor by it, but with what it did to the other end.
                if parted.contains(id), case .reference = property { continue }
                // Or was an equal value, which others changed: assigned again by the opposite step, or not.
                if let edit = editsBefore[id]?[property], edit.base == before[property] { met.insert(.undecided) }
                opposite.before.rows[id]?[property] = shown[property]
            }
        }
        opposite.deletions = deletionsBefore.filter { view.rows[$0.key] != nil }
        return opposite
    }

    /// True if a new object would refer again to what the step deleted and others deleted as well: that pair stays out
    /// (S12.15), which this does not follow.
    private func bringsBackReferences(toGoneOf before: Graph, _ after: Graph) -> Bool {
        before.rows.contains { id, row in
            pending.status[id] == .inserted
                && row.references.contains { relation, target in
                    view.rows[id]?.references[relation] == target && before.rows[target] != nil
                        && after.rows[target] == nil && view.rows[target] == nil && source.rows[target] == nil
                        && pending.deleted[target] == nil
                }
        }
    }

    /// Parts the ends that a one-to-one led to and that others had made meanwhile (I1). Returns those objects.
    private mutating func partFormerEnds(_ before: Graph, _ after: Graph, _ old: Graph) -> Set<Int> {
        var parted: Set<Int> = []
        for (id, row) in old.rows {
            guard let was = before.rows[id], let now = after.rows[id] else { continue }
            for (relation, former) in row.references
            where was.references[relation] != now.references[relation] && view.rows[id]?.references[relation] != former
            {
                guard let inverse = schema.relations[relation].inverse, view.rows[id] != nil,
                    schema.relations[inverse].cardinality == .one, view.rows[former]?.references[inverse] == id
                else { continue }
                view.rows[former]?.references[inverse] = nil
                parted.insert(former)
            }
        }
        return parted
    }

    private mutating func takeBack(
        _ id: Int, _ before: Graph.Row?, _ after: Graph.Row?, _ step: UndoStep, _ old: Graph
    ) {
        guard let before else {
            // It is deleted as its rules say now, if others were related to it since.
            let isRelated = isRelatedElsewhere(id, after) || isRelatedElsewhere(id, old, step.after)
            if view.rows[id] != nil, isRelated { met.insert(.undecided) }
            // Or when it was back and others had related it in between.
            if let deletion = step.deletions[id], let row = view.rows[id],
                deletion.shown.references != row.references
            {
                met.insert(.undecided)
            }
            view.rows[id] = nil
            return
        }
        if after == nil, pending.deleted[id] != nil, source.rows[id] == nil {
            // Its row was deleted by others, and not by a save of this deletion (S12.11).
            forgetPending(id)
            return
        }
        guard let after else {
            // What was discarded of an object since a refresh had it back: put back or not?
            if let row = view.rows[id], row != before { met.insert(.undecided) }
            // Where others undid it too: whether the links that it ended are put back, and, if that was not read, whether it
            // is new.
            if view.rows[id] != nil, unread != nil || step.endsLinks(of: id) { met.insert(.undecided) }
            // What others saved while it was deleted shows from the next merge on.
            if !follows, let deletion = pending.deleted[id], deletion.base != source.rows[id] { met.insert(.undecided) }
            // Brought back, it has what was edited, and otherwise what the source has now.
            var row = source.rows[id] ?? before
            for property in (pending.edits[id] ?? [:]).keys { row[property] = before[property] }
            view.rows[id] = row
            // Whether what was assigned an equal value before is updated again, S7.3 and S12.12 say differently.
            if let edits = pending.edits[id] {
                pending.perhapsUpdated.insert(id)
                // And then it shows this, or what others made of it.
                for (property, edit) in edits where before[property] == edit.base {
                    if let source = source.rows[id], source[property] != edit.base { met.insert(.undecided) }
                }
                // Nor what its place is in a list that others put it into as well.
                for (property, edit) in edits where before[property] != edit.base {
                    guard case .reference(let relation) = property, schema.isInList(relation) else { continue }
                    if let source = source.rows[id], source[property] == before[property] { met.insert(.undecided) }
                }
            }
            return
        }
        for property in before.differences(from: after) where view.rows[id] != nil {
            // A reference that noAction left leading nowhere, and that a save kept, is nil already, or not.
            if case .reference = property, let target = source.rows[id]?[property], source.rows[target] == nil {
                met.insert(.undecided)
            }
            view.rows[id]?[property] = before[property]
            // It is no deletion's any more.
            pending.edits[id]?[property]?.causes = []
        }
    }

    /// Parts an insertion that is deleted from what a step had related to it (S12.4, S5.2).
    private mutating func part(_ id: Int, _ inserted: Graph.Row, _ stored: Graph.Row) {
        var shown = view.rows[id] ?? stored
        for relation in inserted.references.keys {
            shown.references[relation] = nil
            let base = pending.edits[id]?[.reference(relation)]?.base ?? stored.references[relation]
            pending.edits[id, default: [:]][.reference(relation)] = Edit(base: base)
        }
        pending.deleted[id] = pending.deleted[id] ?? deletion(of: id, stored, shown: shown)
    }

    /// Nothing is pending for an object that is gone, links to it neither.
    private mutating func forgetPending(_ id: Int) {
        pending.deleted[id] = nil
        pending.edits[id] = nil
        pending.status[id] = nil
        for pair in Array(pending.added.keys) + pending.removed.keys where pair.from == id || pair.to == id {
            pending.added[pair] = nil
            pending.removed[pair] = nil
            // Of what has nothing else written nothing is pending either (S7.3).
            for end in ends(pair) where end != id && pending.status[end] == .updated { renew(end) }
        }
        // Or whether it is so still if a link to it was made and ended by hand.
        pending.perhapsUpdated.formUnion(
            pending.status.keys.filter { pending.status[$0] == .updated && isPerhapsLetGo($0) })
    }

    /// Links that are pending to what a child deleted for good are pending no more.
    mutating func forgetLinks(to gone: Set<Int>) {
        for pair in Array(pending.added.keys) where gone.contains(pair.from) || gone.contains(pair.to) {
            pending.added[pair] = nil
            view.pairs.remove(pair)
            for end in ends(pair) where !gone.contains(end) && pending.status[end] == .updated { renew(end) }
        }
    }

    private func isRelatedElsewhere(_ id: Int, _ after: Graph.Row?) -> Bool {
        view.rows[id] != after || view.rows.values.contains { $0.references.values.contains(id) }
            || view.pairs.contains { $0.from == id || $0.to == id }
    }

    /// True if what the step takes back as well had been related to an object since, which it deletes by its rules or not,
    /// by what it does first.
    private func isRelatedElsewhere(_ id: Int, _ old: Graph, _ after: Graph) -> Bool {
        old.rows.contains { other, row in
            row.references.contains { $0.value == id && after.rows[other]?.references[$0.key] != id }
        }
    }

    /// The objects that a change of a pair makes updated (S4.12).
    func ends(_ pair: Graph.Pair) -> Set<Int> {
        schema.relations[pair.relation].inverse == nil ? [pair.from] : [pair.from, pair.to]
    }

    /// Returns the lists that changed otherwise since the step, and have no new order here.
    private mutating func takeBackLists(
        _ step: UndoStep, _ touched: inout Set<Int>, isRedo: Bool
    ) -> Set<Graph.ListKey> {
        var changedElsewhere: Set<Graph.ListKey> = []
        for key in Set(step.before.lists.keys).union(step.after.lists.keys) {
            let before = step.before.lists[key] ?? []
            // An owner that is deleted has no list, and gets it back with its members.
            let after = step.after.rows[key.owner] == nil ? [] : step.after.lists[key] ?? []
            guard before != after else { continue }
            let members = view.allMembers(key.relation, of: key.owner, schema)
            // What is left of a deleted one's are members that were deleted with it.
            let present = step.after.rows[key.owner] == nil ? [] : view.lists[key] ?? []
            if present == after {
                view.lists[key] = before.filter(members.contains)
                if step.after.rows[key.owner] == nil {
                    // What others made members of an owner that was deleted here comes in their order.
                    let others = (source.lists[key] ?? []).filter { members.contains($0) && !before.contains($0) }
                    view.lists[key]? += others
                }
                // As it was read then.
                let isNatural = before == (step.lists[key] ?? []).filter(before.contains)
                let isStored = before == (source.lists[key] ?? []).filter(before.contains)
                if after == [] || !schema.isLinked(key.relation), isNatural, !isStored {
                    changedElsewhere.insert(key)
                    // A list of links that nobody changed here is as others have it, with its owner.
                    let stored = (source.lists[key] ?? []).filter(members.contains)
                    if schema.isLinked(key.relation), Set(stored) == Set(members) {
                        if !follows { met.insert(.undecided) }
                        view.lists[key] = stored
                    }
                }
            } else {
                var list = (view.lists[key] ?? []).filter(members.contains)
                if before.filter(after.contains) != after.filter(before.contains) { list = restored(before, in: list) }
                // Whether what is put at the end again comes before what others put there meanwhile.
                if isRedo, !schema.isLinked(key.relation), let last = before.last, !list.contains(last),
                    list.contains(where: { !before.contains($0) })
                {
                    met.insert(.undecided)
                }
                view.lists[key] = putBack(before, into: list, members)
                if !pending.reordered.contains(key) { changedElsewhere.insert(key) }
            }
            // What is put back has its former place among them, whichever of them others moved, or is where they put it.
            if isOrderedElsewhere(key, since: step) { met.insert(.undecided) }
            // Or behind one that was gone meanwhile, and that others brought back.
            if step.goneMembers[key]?.contains(where: members.contains) ?? false { met.insert(.undecided) }
            if view.lists[key] == [] { view.lists[key] = nil }
            // The members that references keep are changed themselves (S4.11, S4.13).
            if schema.isLinked(key.relation) { touched.insert(key.owner) }
        }
        return changedElsewhere
    }

    /// True if a list shows members, that a reference puts back, in another order than the one that others saved since.
    private func isOrderedElsewhere(_ key: Graph.ListKey, since step: UndoStep) -> Bool {
        guard !schema.isLinked(key.relation), !pending.reordered.contains(key), let read = step.lists[key],
            let stored = source.lists[key], let shown = view.lists[key]
        else { return false }
        return read != stored && shown.filter(stored.contains) != stored.filter(shown.contains)
    }

    /// The members in their former order; one that was not there then follows the one that it follows now.
    private func restored(_ before: [Int], in list: [Int]) -> [Int] {
        var followers: [Int?: [Int]] = [:]
        var previous: Int?
        for member in list {
            if before.contains(member) { previous = member } else { followers[previous, default: []].append(member) }
        }
        return (followers[nil] ?? []) + before.filter(list.contains).flatMap { [$0] + (followers[$0] ?? []) }
    }

    /// Members put back go behind the nearest former predecessor that is still there, or first (S12.6).
    private func putBack(_ before: [Int], into list: [Int], _ members: [Int]) -> [Int] {
        var list = list
        for (index, member) in before.enumerated() where members.contains(member) && !list.contains(member) {
            let predecessor = before[..<index].last { list.contains($0) }
            let place = predecessor.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            list.insert(member, at: place)
        }
        return list
    }

    /// Works out anew what is pending of objects: by how they differ from the source (S7.3).
    private mutating func renew(
        _ ids: Set<Int>, from old: Graph, _ deletions: [Int: Deletion], _ reordered: Set<Graph.ListKey>
    ) {
        renewPairs(from: old)
        // Also those without members now.
        for key in Set(view.lists.keys).union(old.lists.keys) where view.lists[key] != old.lists[key] {
            let natural = (source.lists[key] ?? []).filter { view.lists[key]?.contains($0) ?? false }
            let isNatural = view.lists[key].map { Array($0.prefix(natural.count)) == natural } ?? true
            if isNatural { pending.reordered.remove(key) } else { pending.reordered.insert(key) }
            pending.perhapsUpdated.formUnion(view.lists[key] ?? [])
            pending.perhapsUpdated.formUnion(old.lists[key] ?? [])
            pending.perhapsUpdated.insert(key.owner)
        }
        // Those that the step put into another order and back.
        for key in reordered where view.lists[key] == old.lists[key] {
            let list = view.lists[key] ?? []
            // Its members may have other positions in the same order now (S4.13).
            if !schema.isLinked(key.relation) { pending.perhapsUpdated.formUnion(list) }
            guard pending.reordered.contains(key) else { continue }
            guard list == (source.lists[key] ?? []).filter(list.contains) else { continue }
            pending.reordered.remove(key)
            pending.perhapsUpdated.formUnion(schema.isLinked(key.relation) ? [key.owner] : list + [key.owner])
        }
        for id in ids {
            // What another step deleted stays so, whatever others do to its row (S7.5).
            if view.rows[id] == nil, old.rows[id] == nil, pending.status[id] == .deleted { continue }
            // An insertion that was saved is taken back by a deletion, though others deleted the row (S12.7, S7.5).
            if view.rows[id] == nil, source.rows[id] == nil, pending.status[id] == .updated, let row = old.rows[id] {
                pending.deleted[id] = deletion(of: id, row, shown: row)
                pending.status[id] = .deleted
            } else {
                let isNew = pending.deleted[id] == nil
                renew(id, shown: old.rows[id])
                if isNew, let again = deletions[id], var deletion = pending.deleted[id] {
                    (deletion.isByProgram, deletion.causes) = (again.isByProgram, again.causes)
                    // What the step assigned before it deleted the object is assigned again.
                    for property in again.shown.differences(from: again.base)
                    where deletion.shown[property] != again.shown[property] && isThere(property, again.shown) {
                        let edit = Edit(base: deletion.base[property])
                        pending.edits[id, default: [:]][property] = pending.edits[id]?[property] ?? edit
                        deletion.shown[property] = again.shown[property]
                    }
                    pending.deleted[id] = deletion
                }
            }
        }
        // What was updated for an order alone is let go of with its row when that is taken back, or not (S11.2).
        let perhapsKept = pending.perhapsUpdated.filter { view.rows[$0] != nil && source.rows[$0] == nil }
        if perhapsKept.contains(where: { pending.status[$0] == .updated && isPerhapsLetGo($0) }) {
            met.insert(.undecided)
        }
    }

    /// False for a reference to what is gone (S12.10).
    private func isThere(_ property: Property, _ row: Graph.Row) -> Bool {
        guard case .reference = property, let target = row[property] else { return true }
        return view.rows[target] != nil || pending.deleted[target] != nil
    }

    /// A deletion that undo or redo makes: the bases stay what they were (S12.8).
    private func deletion(of id: Int, _ stored: Graph.Row, shown: Graph.Row) -> Deletion {
        var base = stored
        for (property, edit) in pending.edits[id] ?? [:] { base[property] = edit.base }
        return Deletion(base: base, shown: shown, isByProgram: true, causes: [], isOfHistory: true)
    }

    /// Works out anew what is pending of an object: by how it differs from the source (S7.3).
    mutating func renew(_ id: Int, shown: Graph.Row? = nil) {
        // Whether what came back here after a save, and was stored by others again, is new.
        if pending.status[id] == .inserted, source.rows[id] != nil { met.insert(.undecided) }
        guard let row = view.rows[id] else {
            if let stored = source.rows[id] {
                pending.deleted[id] = pending.deleted[id] ?? deletion(of: id, stored, shown: shown ?? stored)
                pending.status[id] = .deleted
            } else {
                pending.status[id] = nil
                pending.edits[id] = nil
            }
            return
        }
        pending.deleted[id] = nil
        guard let stored = source.rows[id] else {
            if pending.status[id] == .updated { met.insert(.undecided) }
            // Brought back after its deletion was saved.
            if !row.references.isEmpty || view.rows.values.contains(where: { $0.references.values.contains(id) }) {
                met.insert(.newOwnersInParents)
            }
            pending.status[id] = .inserted
            pending.edits[id] = nil
            return
        }
        for property in row.differences(from: stored) where pending.edits[id]?[property] == nil {
            pending.edits[id, default: [:]][property] = Edit(base: stored[property])
        }
        // What a deletion implied that is undone was changed before by the program.
        for property in (pending.edits[id] ?? [:]).keys {
            let isBack = pending.edits[id]?[property]?.causes.contains { view.rows[$0] != nil } ?? false
            if isBack { pending.edits[id]?[property]?.causes = [] }
        }
        let edits = (pending.edits[id] ?? [:]).filter { row[$0.key] != $0.value.base }
        // What is no edit any more follows the source again (S12.9).
        for property in (pending.edits[id] ?? [:]).keys where edits[property] == nil {
            // From the next merge on, and when that is where it does not follow is not said.
            if !follows, view.rows[id]?[property] != stored[property] { met.insert(.undecided) }
            view.rows[id]?[property] = stored[property]
            guard case .reference(let relation) = property else { continue }
            showStoredPlace(in: relation, of: stored)
            // It was out of the list, and may have another place there since.
            if list(of: id, relation) != nil { pending.perhapsUpdated.insert(id) }
        }
        pending.edits[id] = edits.isEmpty ? nil : edits
        // Also one that left a list and came back at its end.
        let isReordered = Set(view.lists.keys).union(pending.reordered).contains { key in
            guard key.owner == id, schema.isLinked(key.relation) else { return false }
            let (list, stored) = (view.lists[key] ?? [], source.lists[key] ?? [])
            return pending.reordered.contains(key) || list.filter(stored.contains) != stored.filter(list.contains)
        }
        pending.status[id] = edits.isEmpty && !isLinked(id) && !isReordered ? nil : .updated
        // Or one whose list was put into another order and back by hand, and has nothing written.
        let isBackInOrder = pending.reordered.contains { key in
            let list = view.lists[key] ?? []
            return key.owner == id && schema.isLinked(key.relation)
                && list.filter((source.lists[key] ?? []).contains) == (source.lists[key] ?? []).filter(list.contains)
        }
        if isBackInOrder { pending.perhapsUpdated.insert(id) }
        // Or one whose end is pending, though others ended it too.
        if pending.restored.contains(where: { ends($0).contains(id) }) { pending.perhapsUpdated.insert(id) }
        // Or one whose ended links lead to what others deleted, and are stored no more.
        let hasLost = pending.removed.keys.contains { pair in
            ends(pair).contains(id) && !source.pairs.contains(pair)
                && (source.rows[pair.from] == nil || source.rows[pair.to] == nil)
        }
        if hasLost, edits.isEmpty { pending.perhapsUpdated.insert(id) }
        // Its place may be the one that says a list's new order (S4.13).
        let isListed = view.lists.contains { key, list in
            !schema.isLinked(key.relation) && list.contains(id)
                && (pending.reordered.contains(key) || list != (source.lists[key] ?? []).filter(list.contains))
        }
        if isListed { pending.perhapsUpdated.insert(id) }
    }

    /// The list that a reference puts its object into.
    private func list(of owner: Int, _ relation: Int) -> Graph.ListKey? {
        schema.relations[relation].inverse.map { Graph.ListKey(relation: $0, owner: owner) }
    }

    /// A member that follows the source again is where it is stored in its list.
    private mutating func showStoredPlace(in relation: Int, of stored: Graph.Row) {
        guard let owner = stored.references[relation], let inverse = schema.relations[relation].inverse,
            schema.relations[inverse].cardinality == .list, view.rows[owner] != nil
        else { return }
        let key = Graph.ListKey(relation: inverse, owner: owner)
        let members = view.allMembers(inverse, of: owner, schema)
        view.lists[key] = putBack(source.lists[key] ?? [], into: view.lists[key] ?? [], members)
    }

    /// True if links are pending that are an object's own.
    func isLinked(_ id: Int) -> Bool {
        (Array(pending.added.keys) + pending.removed.keys).contains {
            $0.from == id || $0.to == id && schema.relations[$0.relation].inverse != nil
        }
    }

    private mutating func renewPairs(from old: Graph) {
        for pair in view.pairs.symmetricDifference(old.pairs) {
            pending.added[pair] = nil
            pending.removed[pair] = nil
            if view.pairs.contains(pair), !source.pairs.contains(pair) {
                pending.added[pair] = PairChange(makers: [pair.from, pair.to], isTakenBack: true)
            } else if !view.pairs.contains(pair), source.pairs.contains(pair) {
                pending.removed[pair] = PairChange(makers: [pair.from, pair.to], isTakenBack: true)
            }
        }
    }
}
