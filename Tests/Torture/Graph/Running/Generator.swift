import SignalsStore

/// The classes of operation that a sequence may have.
package struct Features: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let peers = Features(rawValue: 1)
    package static let children = Features(rawValue: 2)
    package static let undo = Features(rawValue: 4)
    package static let tasks = Features(rawValue: 8)
    package static let savesThrough = Features(rawValue: 16)
    /// Relationships are not read before each step.
    package static let lazy = Features(rawValue: 32)
    /// Nothing is read before each step: objects are what the steps made of them, faults or not even registered (I12).
    package static let unread = Features(rawValue: 64)
    package static let all: Features = [.peers, .children, .undo, .tasks, .savesThrough, .lazy]
}

extension Experiment {
    /// A random sequence.
    init(seed number: UInt64, _ features: Features = .all) {
        var seed = GraphSeed(number)
        let schemas = Schema.all
        schema = schemas[seed.below(schemas.count)]
        setup = Setup.random(&seed, features)
        var generator = Generator(model: GraphModel(schema, setup), seed: seed, features: features)
        steps = generator.steps
        guard features.contains(.unread) else { return }
        setup.isLazy = true
        setup.isUnread = true
        weaveLooks(&generator.seed)
    }
}

extension Setup {
    static func random(_ seed: inout GraphSeed, _ features: Features) -> Setup {
        var setup = Setup(contexts: [.random(&seed, nil, features)])
        if features.contains(.peers), !seed.isOnce(in: 3) { setup.contexts.append(.random(&seed, nil, features)) }
        if features.contains(.children), !seed.isOnce(in: 3) {
            for _ in 0...seed.below(2) {
                setup.contexts.append(.random(&seed, seed.below(setup.contexts.count), features))
            }
        }
        setup.isLazy = seed.isOnce(in: 2) && features.contains(.lazy) && setup.contexts.allSatisfy(\.follows)
        return setup
    }
}

extension Setup.Context {
    static func random(_ seed: inout GraphSeed, _ parent: Int?, _ features: Features) -> Setup.Context {
        let policies: [MergePolicy] = [
            .error, .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
        ]
        return Setup.Context(
            parent: parent, policy: policies[seed.below(policies.count)], follows: !seed.isOnce(in: 3),
            undoes: features.contains(.undo) && !seed.isOnce(in: 3))
    }
}

private struct Generator {
    var model: GraphModel
    var seed: GraphSeed
    let features: Features
    private var nextObject = 1
    private var nextTask = 100
    /// The object changed last, in whichever context: what happens to one object is what conflicts are made of.
    private var lastChanged: Int?

    init(model: GraphModel, seed: GraphSeed, features: Features) {
        self.model = model
        self.seed = seed
        self.features = features
    }

    var steps: [Step] {
        mutating get {
            var steps: [Step] = []
            for _ in 0..<3 + seed.below(4) { append(&steps, insertion(0)) }
            for _ in 0..<2 + seed.below(7) { append(&steps, random(0, relating: true)) }
            append(&steps, .save(0))
            for number in model.contexts.keys.sorted() { append(&steps, .refreshAll(number)) }
            for _ in 0..<5 + seed.below(12) {
                let number = model.contexts.keys.sorted()[seed.below(model.contexts.count)]
                append(&steps, operation(number))
                // What a deletion implied is taken back before others change it, too.
                if case .delete(let context, _) = steps.last, model.contexts[context]?.undoes ?? false,
                    seed.isOnce(in: 3)
                {
                    append(&steps, .undo(context))
                }
            }
            for number in model.contexts.keys.sorted().reversed() { append(&steps, .save(number)) }
            return steps
        }
    }

    private mutating func append(_ steps: inout [Step], _ step: Step?) {
        guard let step, model.isPossible(step) else { return }
        _ = model.perform(step)
        steps.append(step)
    }

    private mutating func insertion(_ number: Int) -> Step {
        defer { nextObject += 1 }
        return .insert(number, object: nextObject, kind: seed.below(model.schema.kinds.count))
    }

    private mutating func operation(_ number: Int) -> Step? {
        switch seed.below(26) {
        case 0..<14: return random(number)
        case 14, 15: return .save(number)
        case 16: return .rollback(number)
        case 17: return seed.isOnce(in: 3) ? .reset(number) : .refreshAll(number)
        case 18:
            return .query(
                number, kind: seed.below(model.schema.kinds.count), least: seed.below(4),
                isDescending: seed.isOnce(in: 2), limit: seed.isOnce(in: 2) ? seed.below(4) : nil)
        case 19, 20: return undoing(number)
        case 21: return features.contains(.savesThrough) ? .saveThroughParent(number) : nil
        case 22: return task(number)
        case 23: return rare(number)
        case 24, 25: return undoing(number)
        default: return nil
        }
    }

    private mutating func undoing(_ number: Int) -> Step? {
        guard features.contains(.undo) else { return nil }
        switch seed.below(5) {
        case 0, 1, 2: return .undo(number)
        case 3: return .redo(number)
        default: return .group(number, inner(number))
        }
    }

    private mutating func rare(_ number: Int) -> Step? {
        let kind = seed.below(model.schema.kinds.count)
        switch seed.below(6) {
        case 0: return number > 0 ? .release(number) : nil
        case 1: return .deleteAll(98, kind: kind, least: 1 + seed.below(4))
        case 2: return .updateAll(98, kind: kind, least: seed.below(4), value: seed.below(5))
        default:
            guard let context = model.contexts[number] else { return nil }
            let ids = Set(context.view.rows.keys).union(context.pending.deleted.keys).sorted()
            guard !ids.isEmpty else { return nil }
            return .refresh(number, object: ids[seed.below(ids.count)], mergeChanges: seed.isOnce(in: 3))
        }
    }

    private mutating func inner(_ number: Int) -> [Step] {
        var steps: [Step] = []
        let before = model
        for _ in 0..<1 + seed.below(4) { append(&steps, random(number)) }
        model = before
        return steps
    }

    private mutating func task(_ number: Int) -> Step? {
        guard features.contains(.tasks) else { return nil }
        nextTask += 1
        let kind = seed.below(4)
        let parent = kind == 2 ? number : nil
        let before = model
        if let parent { model.synchronize(parent) }
        model.add(
            nextTask, Setup.Context(parent: parent, policy: .error, follows: false, undoes: false))
        let steps = inner(nextTask)
        model = before
        let save = seed.isOnce(in: 3) ? seed.below(steps.count + 1) : nil
        let fails = seed.isOnce(in: 4)
        switch kind {
        case 0: return .saveOnReturn(nextTask, steps, innerSave: save, fails: fails)
        case 1: return .keyed(nextTask, steps, innerSave: save, fails: fails)
        default: return .unit(nextTask, parent: parent, steps, innerSave: save, fails: fails)
        }
    }

    /// One change.
    private mutating func random(_ number: Int, relating: Bool = false) -> Step? {
        guard let view = model.contexts[number]?.view else { return nil }
        let ids = view.rows.keys.sorted()
        guard !ids.isEmpty, !seed.isOnce(in: relating ? 20 : 7) else { return insertion(number) }
        let id = lastChanged.flatMap { ids.contains($0) && seed.isOnce(in: 3) ? $0 : nil } ?? ids[seed.below(ids.count)]
        lastChanged = id
        guard let row = view.rows[id] else { return nil }
        if !relating, seed.isOnce(in: 6) { return .delete(number, object: id) }
        if let step = rival(number, id, row) { return step }
        let relations = model.schema.relations(of: row.kind)
        if relations.isEmpty || !relating && seed.isOnce(in: 3) {
            return .set(
                number, object: id, attribute: seed.below(row.attributes.count), value: seed.below(5))
        }
        return relation(number, id, relations[seed.below(relations.count)], view)
    }

    /// Gives a new object the unique value of a stored one, which it would hardly ever get.
    private mutating func rival(_ number: Int, _ id: Int, _ row: Graph.Row) -> Step? {
        guard let attribute = model.schema.kinds[row.kind].unique.first,
            model.contexts[number]?.pending.status[id] == .inserted
        else { return nil }
        let values = model.store.rows.values.filter { $0.kind == row.kind }.map { $0.attributes[attribute] }
            .filter { $0 != 0 }.sorted()
        guard !values.isEmpty, seed.isOnce(in: 3) else { return nil }
        return .set(number, object: id, attribute: attribute, value: values[seed.below(values.count)])
    }

    private mutating func relation(_ number: Int, _ id: Int, _ relation: Int, _ view: Graph) -> Step? {
        let relationship = model.schema.relations[relation]
        let targets = view.rows.filter { model.schema.isKind($0.value.kind, of: relationship.target) }.keys.sorted()
        guard !targets.isEmpty else { return nil }
        if relationship.cardinality == .one {
            let members = seed.isOnce(in: 4) ? [] : [targets[seed.below(targets.count)]]
            return .relate(number, object: id, relation: relation, members: members)
        }
        let members = view.members(relation, of: id, model.schema)
        if relationship.cardinality == .list, members.count > 1, seed.isOnce(in: 2) {
            return .relate(number, object: id, relation: relation, members: members.shuffled(using: &seed))
        }
        switch seed.below(4) {
        case 0:
            return .relate(
                number, object: id, relation: relation,
                members: Array(targets.shuffled(using: &seed).prefix(seed.below(4))))
        case 1:
            guard !members.isEmpty else { return nil }
            return .remove(number, object: id, relation: relation, member: members[seed.below(members.count)])
        default: return .add(number, object: id, relation: relation, member: targets[seed.below(targets.count)])
        }
    }
}
