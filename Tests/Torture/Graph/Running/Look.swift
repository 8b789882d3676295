/// An action of a program that changes no object: by I12 it changes no result, whatever was read before.
enum Look: Hashable {
    /// Lets go of all objects of a context.
    case letGo
    /// Makes a clean object a fault.
    case fault(Int)
    /// Reads an object's attributes.
    case attributes(Int)
    /// Reads a relationship of an object, and holds what it finds.
    case relationship(Int, Int)
    /// Calls `existingObject(with:)`.
    case find(Int)
    case fetch(kind: Int, isHeld: Bool)
    /// Fetches the owners of a relationship, and prefetches it.
    case prefetch(relation: Int, isHeld: Bool)
    /// Fetches the owners of a relationship that are related to an object whose second attribute is a number.
    case related(relation: Int, value: Int)
    /// Asks for a count, a sum and a maximum.
    case figures(kind: Int, least: Int)
    /// Reads and compares all that a context shows.
    case everything
}

extension Experiment {
    /// Puts looks between the steps. Those of objects that do not exist there are left out as they come.
    mutating func weaveLooks(_ seed: inout GraphSeed) {
        var woven: [Step] = []
        var isSaved = false
        for step in steps {
            if isSaved { append(&woven, step, &seed) } else { woven.append(step) }
            guard case .save(let number) = step else { continue }
            let isFirst = !isSaved
            isSaved = true
            // The objects of the first save are what the rest is about.
            if isFirst ? !seed.isOnce(in: 6) : seed.isOnce(in: 3) {
                woven.append(seed.isOnce(in: 2) ? .reset(number) : .look(number, .letGo))
            }
        }
        steps = woven
    }

    private func append(_ steps: inout [Step], _ step: Step, _ seed: inout GraphSeed) {
        while seed.below(5) < 3 {
            let number = seed.isOnce(in: 3) ? seed.below(setup.contexts.count) : step.context
            if number < setup.contexts.count { steps.append(.look(number, look(step, &seed))) }
        }
        guard !step.inner.isEmpty else { return steps.append(step) }
        var inner: [Step] = []
        for change in step.inner {
            while seed.isOnce(in: 2) { inner.append(.look(step.context, look(change, &seed))) }
            inner.append(change)
        }
        steps.append(step.with(inner: inner))
    }

    /// - Parameter step: the step that comes next: what it is of is looked at more often.
    private func look(_ step: Step, _ seed: inout GraphSeed) -> Look {
        let kind = seed.below(schema.kinds.count)
        let object = step.object.flatMap { seed.isOnce(in: 2) ? $0 : nil } ?? 1 + seed.below(8)
        let isHeld = seed.isOnce(in: 2)
        switch seed.below(schema.relations.isEmpty ? 16 : 24) {
        case 0..<6: return .letGo
        case 6..<9: return .fault(object)
        case 9: return .attributes(object)
        case 10: return .find(object)
        case 11, 12: return .fetch(kind: kind, isHeld: isHeld)
        case 13: return .everything
        case 14, 15: return .figures(kind: kind, least: seed.below(4))
        case 16, 17: return .prefetch(relation: seed.below(schema.relations.count), isHeld: isHeld)
        case 18, 19: return .related(relation: seed.below(schema.relations.count), value: seed.below(5))
        default: return relationship(of: object, &seed)
        }
    }

    private func relationship(of object: Int, _ seed: inout GraphSeed) -> Look {
        let kinds = steps.compactMap { if case .insert(_, object, let kind) = $0 { kind } else { nil } }
        let relations = schema.relations(of: kinds.first ?? 0)
        return relations.isEmpty ? .attributes(object) : .relationship(object, relations[seed.below(relations.count)])
    }
}

extension Step {
    /// The object that a step changes.
    fileprivate var object: Int? {
        switch self {
        case .set(_, let id, _, _), .relate(_, let id, _, _), .add(_, let id, _, _), .remove(_, let id, _, _),
            .delete(_, let id):
            id
        default: nil
        }
    }
}

// What can be looked at.
extension GraphModel {
    func isPossible(_ look: Look, _ context: ContextModel) -> Bool {
        switch look {
        case .fault(let id): isClean(id, context)
        case .attributes(let id): context.isPresent(id)
        case .find(let id): context.isPresent(id) || context.pending.deleted[id] != nil
        case .relationship(let id, let relation):
            if let row = context.view.rows[id] {
                schema.relations(of: row.kind).contains(relation) && !context.clouded.contains(id)
            } else {
                // Of an object that does not exist: it becomes one that is gone.
                context.pending.deleted[id] == nil && joined[id] == nil && context.clouded.isEmpty
                    && context.missing.isEmpty
            }
        case .related: context.clouded.isEmpty && context.missing.isEmpty
        case .letGo, .fetch, .prefetch, .figures, .everything: true
        }
    }

    /// True if a refresh of an object takes nothing back (S11.10).
    private func isClean(_ id: Int, _ context: ContextModel) -> Bool {
        let pending = context.pending
        // Nothing is pending, but for what a task has saved itself.
        if let saved = context.savedInside, saved.pairs != context.view.pairs || saved.lists != context.view.lists {
            return false
        }
        return context.isPresent(id) && context.source.rows[id] != nil && pending.status[id] == nil
            && !pending.perhapsUpdated.contains(id) && !context.clouded.contains(id)
            && !(Array(pending.added.keys) + pending.removed.keys).contains { $0.from == id || $0.to == id }
            && schema.relations.indices.allSatisfy {
                let key = Graph.ListKey(relation: $0, owner: id)
                return context.view.lists[key] == context.source.lists[key]
            }
    }

    /// True for the context of a task, which has a number above the others'.
    func isTask(_ number: Int) -> Bool { number >= 100 }

    /// True if what a context reads is not as it last read it.
    func isBehind(_ number: Int) -> Bool {
        contexts[number].map { $0.source != source(of: number) } ?? false
    }

    /// True for a step that may change what another context deleted by a rule, or a list that is pending in another one:
    /// whether that had read it decides over a conflict (S9.17), and over the order (S9.7).
    func isRacing(_ step: Step) -> Bool {
        if case .look = step { return false }
        return contexts.contains { number, context in
            number != step.context
                && (context.view.lists != context.source.lists
                    || context.pending.deleted.values.contains { !$0.causes.isEmpty })
        }
    }
}

extension ContextModel {
    /// Objects of which is pending what deletions implied, and nothing else.
    var changedByRulesAlone: Set<Int> {
        // S4.12
        func changes(_ id: Int, _ pair: Graph.Pair) -> Bool {
            pair.from == id || pair.to == id && schema.relations[pair.relation].inverse != nil
        }
        let implied =
            pending.edits.filter { !$0.value.isEmpty }.keys
            + pending.removed.filter { !$0.value.causes.isEmpty }.keys.flatMap { [$0.from, $0.to] }
        return Set(
            implied.filter { id in
                (pending.status[id] == .updated || pending.status[id] == nil) && isPresent(id)
                    && (pending.edits[id] ?? [:]).values.allSatisfy { !$0.causes.isEmpty }
                    && !pending.added.keys.contains { changes(id, $0) }
                    && pending.removed.allSatisfy { pair, change in !changes(id, pair) || !change.causes.isEmpty }
            })
    }
}
