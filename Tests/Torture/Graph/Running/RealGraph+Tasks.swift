import Foundation
import Signals
import SignalsStore

extension RealGraph {
    /// Runs a task and waits for its end.
    func runTask(_ step: Step, _ model: GraphModel) throws {
        let body = body(of: step, model)
        switch step {
        case .saveOnReturn: try wait(container.save(body).mapError { $0 as any Error })
        case .keyed:
            try wait(
                container.performBackgroundTask(idempotencyKey: "task \(step.context)", body).mapError {
                    $0 as any Error
                })
        case .unit(_, nil, _, _, _):
            try wait(UnitOfWork(container: container).execute(body).mapError { $0 as any Error })
        case .unit(_, let parent?, _, _, _):
            try synchronize(parent, model)
            try wait(UnitOfWork(parent: try context(parent)).execute(body).mapError { $0 as any Error })
        default: break
        }
    }

    /// The closure of a task. The main thread waits while it runs.
    private func body(of step: Step, _ model: GraphModel) -> @Sendable (ManagedObjectContext) throws -> Void {
        // SAFETY: the main thread, which uses both otherwise, waits while the closure runs.
        nonisolated(unsafe) let real = self
        nonisolated(unsafe) var expected = model
        return { context in
            let number = step.context
            real.enter(number, context)
            defer { real.leave(number) }
            guard let task = step.task else { return }
            if let parent = task.parent { expected.synchronize(parent) }
            expected.begin(number, parent: task.parent)
            try real.synchronize(number, expected)
            for (index, step) in step.inner.enumerated() {
                if expected.isPossible(step) {
                    _ = try real.perform(step, expected)
                    _ = expected.perform(step)
                }
                if index == task.innerSave {
                    try context.save()
                    expected.noteInnerSave(number)
                }
            }
            if task.fails { throw OwnError() }
            if case .keyed = step { try context.save() }
        }
    }

    /// Looks for rows that the file must not have, and that no context shows: a reference to a missing row reads nil.
    func checkIntegrity() throws {
        // These relationships leave such references.
        if schema.relations.contains(where: { $0.rule == .noAction }) { return }
        let findings = Locked<[IntegrityFinding]>([])
        try wait(container.integrityCheck().handleEvents(receiveOutput: { found in findings.withLock { $0 = found } }))
        let all = findings.withLock { $0.map { "\($0)" } }
        guard all.isEmpty else { throw Difference("the file has: \(all.joined(separator: "; "))") }
    }

    /// Waits for a publisher's end while the main queue goes on.
    func wait<Source: Publisher>(_ publisher: Source) throws where Source.Failure == any Error {
        let ending = Locked<Subscribers.Completion<any Error>?>(nil)
        let subscription = publisher.sink { completion in
            ending.withLock { $0 = completion }
        } receiveValue: { _ in
        }
        while ending.withLock({ $0 == nil }) { _ = RunLoop.main.run(mode: .default, before: Date() + 0.0005) }
        subscription.cancel()
        if case .failure(let error) = ending.withLock({ $0 }) { throw error }
    }
}

extension Step {
    /// The properties of a task besides its steps.
    var task: (parent: Int?, innerSave: Int?, fails: Bool)? {
        switch self {
        case .saveOnReturn(_, _, let save, let fails), .keyed(_, _, let save, let fails): (nil, save, fails)
        case .unit(_, let parent, _, let save, let fails): (parent, save, fails)
        default: nil
        }
    }
}
