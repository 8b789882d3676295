import SignalsStore

/// One line of a sequence: what a program does with its contexts. Contexts and objects are numbered in the order of
/// their making.
indirect enum Step: Hashable {
    case insert(Int, object: Int, kind: Int)
    case set(Int, object: Int, attribute: Int, value: Int)
    case relate(Int, object: Int, relation: Int, members: [Int])
    case add(Int, object: Int, relation: Int, member: Int)
    case remove(Int, object: Int, relation: Int, member: Int)
    case delete(Int, object: Int)
    case query(Int, kind: Int, least: Int, isDescending: Bool, limit: Int?)
    case refreshAll(Int)
    case rollback(Int)
    case reset(Int)
    case save(Int)
    case refresh(Int, object: Int, mergeChanges: Bool)
    case release(Int)
    /// Batches on the container, of the objects whose first attribute is at least a number; their context is none.
    case deleteAll(Int, kind: Int, least: Int)
    case updateAll(Int, kind: Int, least: Int, value: Int)
    case undo(Int)
    case redo(Int)
    case group(Int, [Step])
    case saveThroughParent(Int)
    /// `container.save`: what the closure does, with an inner save after so many steps, and a throw at the end.
    case saveOnReturn(Int, [Step], innerSave: Int?, fails: Bool)
    case keyed(Int, [Step], innerSave: Int?, fails: Bool)
    case unit(Int, parent: Int?, [Step], innerSave: Int?, fails: Bool)
    /// Changes nothing but what is in memory.
    case look(Int, Look)

    var context: Int {
        switch self {
        case .insert(let context, _, _), .set(let context, _, _, _), .relate(let context, _, _, _),
            .add(let context, _, _, _), .remove(let context, _, _, _), .delete(let context, _),
            .query(let context, _, _, _, _), .refreshAll(let context), .rollback(let context), .reset(let context),
            .save(let context), .undo(let context), .redo(let context), .group(let context, _),
            .saveThroughParent(let context), .refresh(let context, _, _), .release(let context),
            .deleteAll(let context, _, _),
            .updateAll(let context, _, _, _), .saveOnReturn(let context, _, _, _), .keyed(let context, _, _, _),
            .unit(let context, _, _, _, _), .look(let context, _):
            context
        }
    }

    /// True for what other queues do while the main queue waits.
    var waits: Bool {
        switch self {
        case .deleteAll, .updateAll, .saveOnReturn, .keyed, .unit: true
        default: false
        }
    }

    var inner: [Step] {
        switch self {
        case .group(_, let steps), .saveOnReturn(_, let steps, _, _), .keyed(_, let steps, _, _),
            .unit(_, _, let steps, _, _):
            steps
        default: []
        }
    }

    func with(inner steps: [Step]) -> Step {
        switch self {
        case .group(let context, _): .group(context, steps)
        case .saveOnReturn(let context, _, let save, let fails):
            .saveOnReturn(context, steps, innerSave: save, fails: fails)
        case .keyed(let context, _, let save, let fails): .keyed(context, steps, innerSave: save, fails: fails)
        case .unit(let context, let parent, _, let save, let fails):
            .unit(context, parent: parent, steps, innerSave: save, fails: fails)
        default: self
        }
    }
}
