import Foundation
import SignalsStore

/// A sequence of steps, which the package and the model do.
struct Experiment {
    let schema: Schema
    var setup: Setup
    var steps: [Step]

    /// The model came to what is left open after the step was done.
    struct CutShort: Error {}

    enum Outcome {
        case same
        /// It came to what the package is known to do otherwise, or what the sentences leave open.
        case cutShort
        case differs(String)
    }

    /// - Parameter leavingOut: the known failures before which a sequence ends.
    func outcome(leavingOut known: Set<Known>, readingAll readsAll: Bool = false) -> Outcome {
        do {
            try noteForCrash()
            let real = try RealGraph(schema, setup, readsAll: readsAll)
            defer { real.close() }
            var model = GraphModel(schema, setup)
            var met: Set<Known> = []
            for (index, step) in steps.enumerated() {
                let left = known.union([.undecided])
                model.met = []
                // Who waits on the main queue lets all that follow merge.
                let merging = step.waits || setup.isUnread ? model.contexts.keys.sorted() : [step.context]
                for number in merging where setup.isUnread || model.contexts[number]?.follows ?? false {
                    let isBehind = model.isBehind(number)
                    model.synchronize(number)
                    guard model.met.isDisjoint(with: left) else { return .cutShort }
                    if isBehind { try real.refresh(number, model) }
                    try real.synchronize(number, model)
                }
                guard model.isPossible(step), !setup.isUnread || !model.isRacing(step) else { continue }
                var next = model
                let expectation = next.perform(step)
                met.formUnion(model.met.union(next.met))
                guard next.met.isDisjoint(with: left) else { return .cutShort }
                do {
                    try perform(step, expectation, real, model, &next, left, isChecked: !setup.isLazy || index % 3 == 0)
                } catch is CutShort {
                    return .cutShort
                } catch {
                    let names = met.map { "\($0)" }.sorted().joined(separator: ", ")
                    return .differs("step \(index): \(error)\(names.isEmpty ? "" : ", having met \(names)")")
                }
                model = next
                guard next.met.isDisjoint(with: left) else { return .cutShort }
            }
            try real.checkIntegrity()
            return .same
        } catch { return .differs("\(error)") }
    }

    /// Leaves the sequence where `SIGNALS_GRAPH_TRACE` says, for a step that stops the program.
    private func noteForCrash() throws {
        guard let path = Self.trace else { return }
        try code.write(toFile: path, atomically: false, encoding: .utf8)
    }

    private static let trace = ProcessInfo.processInfo.environment["SIGNALS_GRAPH_TRACE"]

    private func perform(
        _ step: Step, _ expectation: GraphModel.Expectation, _ real: RealGraph, _ model: GraphModel,
        _ next: inout GraphModel, _ left: Set<Known>, isChecked: Bool
    ) throws {
        var found: [Int] = []
        var failure: Failure?
        do { found = try real.perform(step, model) } catch let error as Difference { throw error } catch {
            failure = real.failure(error)
        }
        switch (expectation, failure) {
        case (.failure(let expected), let failure?) where expected.contains(failure): break
        case (.nothing, nil), (.found, nil): break
        case (_, let failure): throw Difference("\(failure.map { "\($0)" } ?? "no error") instead of \(expectation)")
        }
        if case .found(let expected) = expectation, expected != found {
            throw Difference("found \(found) instead of \(expected)")
        }
        try check(step, real, &next, failed: failure != nil, left, isChecked: isChecked)
    }

    private func check(
        _ step: Step, _ real: RealGraph, _ model: inout GraphModel, failed: Bool,
        _ left: Set<Known>, isChecked: Bool
    )
        throws
    {
        let number = step.context
        if setup.isUnread { return try checkUnread(step, real, &model) }
        switch step {
        case .save, .saveThroughParent, .saveOnReturn, .keyed, .unit, .deleteAll, .updateAll:
            try real.checkStore(model)
            if !failed, model.contexts[number] != nil {
                model.synchronize(number)
                if !model.met.isDisjoint(with: left) { throw CutShort() }
                try real.synchronize(number, model)
            }
            for other in model.contexts.keys.sorted() {
                if model.contexts[other]?.follows ?? false {
                    model.synchronize(other)
                    if !model.met.isDisjoint(with: left) { throw CutShort() }
                    try real.synchronize(other, model)
                }
                try real.check(other, &model)
            }
        case .undo where model.contexts[number]?.follows ?? false, .redo where model.contexts[number]?.follows ?? false:
            // An edit that is undone shows the newer value from the next merge on (S12.9).
            try real.synchronize(number, model)
            try real.check(number, &model)
        case .release: break
        case .rollback, .reset:
            try real.synchronize(number, model)
            try real.check(number, &model)
        default: if isChecked { try real.check(number, &model) }
        }
    }
}
