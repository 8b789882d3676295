import SignalsStore

extension Experiment {
    /// The sequence as Swift, to be pasted into a test on the main actor.
    var code: String {
        let types = schema.kinds.map { "\($0.name).self" }.joined(separator: ", ")
        var lines = [
            "let container = try PersistentContainer(",
            "    name: \"Graph\", model: ManagedObjectModel(\(types)), stores: [.inMemory()])",
        ]
        for (number, context) in setup.contexts.enumerated() {
            let source = context.parent.map { "parent: \(name($0))" } ?? "container: container"
            lines += [
                "let \(name(number)) = ManagedObjectContext(concurrencyType: .mainQueue, \(source))",
                "\(name(number)).mergePolicy = .\(context.policy)",
                "\(name(number)).automaticallyMergesChangesFromParent = \(context.follows)",
                "\(name(number)).isUndoEnabled = \(context.undoes)",
            ]
        }
        if setup.isUnread {
            lines += [
                "// When what it reads has changed, a context that follows a store counts; others call refreshAllObjects().",
                "var held: [ManagedObject] = []",
                "func hold<T: ManagedObject>(_ object: T) -> T { held.append(object); return object }",
            ]
        }
        var writer = CodeWriter(schema: schema, isUnread: setup.isUnread)
        for step in steps { writer.write(step, number: name) }
        return (lines + writer.lines).joined(separator: "\n")
    }

    private func name(_ context: Int) -> String {
        context < 26 ? String(UnicodeScalar(UInt8(97 + context))) : "context\(context)"
    }
}

private struct CodeWriter {
    let schema: Schema
    let isUnread: Bool
    var lines: [String] = []
    var indent = ""
    private var kinds: [Int: Int] = [:]
    private var firstContexts: [Int: String] = [:]
    private var known: Set<String> = []

    init(schema: Schema, isUnread: Bool) {
        self.schema = schema
        self.isUnread = isUnread
    }

    /// The variable of an object in a context, declared when it is first used.
    private mutating func variable(_ id: Int, _ context: String) -> String {
        let name = "\(schema.kinds[kinds[id] ?? 0].name.lowercased())\(id)"
        if isUnread { return "hold(\(context).object(with: \(name)))" }
        guard firstContexts[id] != context else { return name }
        let other = name + context.uppercased()
        if known.insert(other).inserted {
            lines.append("\(indent)let \(other) = \(context).object(with: \(name).objectID)")
        }
        return other
    }

    mutating func write(_ step: Step, number: (Int) -> String) {
        let context = number(step.context)
        switch step {
        case .insert(_, let id, let kind):
            kinds[id] = kind
            firstContexts[id] = context
            let new = "\(schema.kinds[kind].name)(context: \(context))"
            let variable = "\(schema.kinds[kind].name.lowercased())\(id)"
            line("let \(variable) = \(isUnread ? "hold(\(new)).objectID" : new)")
        case .set(_, let id, let attribute, let value):
            let name = schema.kinds[kinds[id] ?? 0].attributes[attribute].name
            line("\(variable(id, context)).\(name) = \(name == "code" && value == 0 ? "nil" : "\(value)")")
        case .relate(_, let id, let relation, let members):
            let all = members.map { variable($0, context) }
            let relationship = schema.relations[relation]
            let value = relationship.cardinality == .one ? all.first ?? "nil" : "[\(all.joined(separator: ", "))]"
            line("\(variable(id, context)).\(relationship.name) = \(value)")
        case .add(_, let id, let relation, let member):
            let isList = schema.relations[relation].cardinality == .list
            let member = variable(member, context)
            line(
                "\(variable(id, context)).\(schema.relations[relation].name).\(isList ? "append" : "insert")(\(member))"
            )
        case .remove(_, let id, let relation, let member):
            let isList = schema.relations[relation].cardinality == .list
            let member = variable(member, context)
            line(
                "\(variable(id, context)).\(schema.relations[relation].name)"
                    + (isList ? ".removeAll { $0 === \(member) }" : ".remove(\(member))"))
        case .delete(_, let id): line("\(context).delete(\(variable(id, context)))")
        default: writeOther(step, context, number)
        }
    }

    private mutating func writeOther(_ step: Step, _ context: String, _ number: (Int) -> String) {
        switch step {
        case .query(_, let kind, let least, let isDescending, let limit):
            line("_ = try \(context).fetch(FetchRequest<\(schema.kinds[kind].name)>(")
            line(
                "    predicate: #Predicate { $0.a >= \(least) }, sortBy: [SortDescriptor(\\.a\(isDescending ? ", order: .reverse" : ""))]\(limit.map { ", fetchLimit: \($0)" } ?? "")))"
            )
        case .refreshAll: line("\(context).refreshAllObjects()  // and fetch everything")
        case .refresh(_, let id, let mergeChanges):
            line("\(context).refresh(\(variable(id, context)), mergeChanges: \(mergeChanges))")
        case .release: line("// \(context) = nil")
        case .deleteAll(_, let kind, let least):
            line(
                "container.execute(BatchDeleteRequest<\(schema.kinds[kind].name)>(predicate: #Predicate { $0.a >= \(least) }))"
            )
        case .updateAll(_, let kind, let least, let value):
            line("container.execute(")
            line(
                "    BatchUpdateRequest<\(schema.kinds[kind].name)>(predicate: #Predicate { $0.a >= \(least) }).setting(\\.b, to: \(value)))"
            )
        case .rollback: line("\(context).rollback()")
        case .reset: line("\(context).reset()")
        case .save: line("try \(context).save()")
        case .saveThroughParent: line("try \(context).saveThroughParent()")
        case .undo: line("\(context).undo()")
        case .redo: line("\(context).redo()")
        case .group(_, let steps): block("\(context).undoGrouping {", steps, nil, false, context, number)
        case .saveOnReturn(_, let steps, let save, let fails):
            block("container.save { \(context) in", steps, save, fails, context, number)
        case .keyed(_, let steps, let save, let fails):
            block(
                "container.performBackgroundTask(idempotencyKey: \"\(context)\") { \(context) in", steps,
                save ?? steps.count - 1, fails, context, number)
        case .unit(_, let parent, let steps, let save, let fails):
            let place = parent.map { "parent: \(number($0))" } ?? "container: container"
            block("UnitOfWork(\(place)).execute { \(context) in", steps, save, fails, context, number)
        case .look(_, let look): write(look, context)
        default: break
        }
    }

    private mutating func write(_ look: Look, _ context: String) {
        let all = { [schema] (kind: Int) in "FetchRequest<\(schema.kinds[kind].name)>()" }
        switch look {
        case .letGo: line("held.removeAll { $0.managedObjectContext === \(context) }")
        case .fault(let id): line("\(context).refresh(\(variable(id, context)), mergeChanges: false)")
        case .attributes(let id): line("_ = \(variable(id, context)).a")
        case .relationship(let id, let relation):
            let relationship = schema.relations[relation]
            let value = "\(variable(id, context)).\(relationship.name)"
            line("held += \(relationship.cardinality == .one ? "[\(value)].compactMap(\\.self)" : "Array(\(value))")")
        case .find(let id):
            line(
                "_ = try? hold(\(context).existingObject(with: \(schema.kinds[kinds[id] ?? 0].name.lowercased())\(id)))"
            )
        case .fetch(let kind, let isHeld): line("\(isHeld ? "held +=" : "_ =") try \(context).fetch(\(all(kind)))")
        case .prefetch(let relation, let isHeld):
            let relationship = schema.relations[relation]
            let owner = schema.kinds[relationship.owner].name
            line("var request\(lines.count) = \(all(relationship.owner))")
            let request = "request\(lines.count - 1)"
            line("\(request).relationshipKeyPathsForPrefetching = [\\\(owner).\(relationship.name)]")
            line("\(isHeld ? "held +=" : "_ =") try \(context).fetch(\(request))")
        case .figures(let kind, let least):
            let request = "FetchRequest<\(schema.kinds[kind].name)>(predicate: #Predicate { $0.a >= \(least) })"
            line("_ = try \(context).count(for: \(request))  // and sum(\\.a, of:)")
        case .related(let relation, let value):
            let relationship = schema.relations[relation]
            let owner = schema.kinds[relationship.owner].name
            let condition =
                relationship.cardinality == .one
                ? "$0.\(relationship.name)?.b == \(value)" : "$0.\(relationship.name).contains { $0.b == \(value) }"
            line("_ = try \(context).fetch(FetchRequest<\(owner)>(predicate: #Predicate { \(condition) }))")
        case .everything: line("// everything that \(context) shows")
        }
    }

    private mutating func block(
        _ opening: String, _ steps: [Step], _ save: Int?, _ fails: Bool, _ context: String, _ number: (Int) -> String
    ) {
        line(opening)
        indent += "    "
        for (index, step) in steps.enumerated() {
            write(step, number: number)
            if index == save { line("try \(context).save()") }
        }
        if fails { line("throw OwnError()") }
        indent.removeLast(4)
        line("}")
    }

    private mutating func line(_ text: String) { lines.append(indent + text) }
}
