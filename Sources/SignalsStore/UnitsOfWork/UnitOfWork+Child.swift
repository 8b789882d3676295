import Dispatch
import SignalsStoreCore

extension UnitOfWork {
    /// Runs the work in a child of a context, saves it through that context, and reports the outcome.
    ///
    /// The units in children of all contexts share a bounded number of threads, whatever they wait for: one number for
    /// those that need the main queue, and one for the others.
    static func perform<Output>(
        _ work: Work<Output>, childOf parent: ManagedObjectContext, at site: CallSite,
        onCommit: @escaping @Sendable (FinishedWork<Output>) -> Void,
        _ finish: @escaping @Sendable (Outcome<Output>) -> Void
    ) {
        let span = parent.defaults.spans.begin(.save, at: site)
        _ = tasks(in: parent).submit { queue in
            let context = ManagedObjectContext(parent: parent, .privateQueue, queue: queue)
            context.name = "unit of work in \(parent.name ?? "a context without a name")"
            let result = Result { () throws(UnitOfWorkError) in
                let finished = try context.withInnerSaves(work.run(in:))
                return try save(finished, in: context, span, onCommit: onCommit)
            }
            span?.end(result)
            finish(result)
        }
    }

    private static func save<Output>(
        _ finished: FinishedWork<Output>, in context: ManagedObjectContext, _ span: OngoingSpan?,
        onCommit: @escaping @Sendable (FinishedWork<Output>) -> Void
    ) throws(UnitOfWorkError) -> FinishedWork<Output> {
        let (whole, changeSet): (ManagedObjectContext, ChangeSet?)
        do throws(SaveError) { (whole, changeSet) = try context.prepareWhole() } catch { throw .transactionSave(error) }
        do throws(SaveThroughError) {
            try context.commitWhole(whole) { () throws(SaveThroughError) in
                if let changeSet { try whole.passThroughParent(changeSet, span) { onCommit(finished) } }
            }
        } catch {
            switch error {
            case .here(let reason): throw .transactionSave(reason)
            case .parent(let reason): throw .parentSave(reason)
            }
        }
        return finished
    }

    private static func tasks(in parent: ManagedObjectContext) -> BackgroundTasks {
        let needsMainQueue =
            parent.confinement.isOfMainQueue || parent.ancestors.contains { $0.confinement.isOfMainQueue }
        return needsMainQueue ? ChildTasks.needingMainQueue : ChildTasks.others
    }
}

/// The units in children of all contexts. Never closed, so that they take every task.
private enum ChildTasks {
    static let others = make(.standard)
    // The end of the program blocks the main queue: waiting for those that need it would change nothing.
    static let needingMainQueue = {
        var limits = BackgroundTasksState.Limits.standard
        limits.exitTimeout = 0
        return make(limits)
    }()

    private static func make(_ limits: BackgroundTasksState.Limits) -> BackgroundTasks {
        let tasks = BackgroundTasks(limits: limits)
        ProgramEnd.wait(for: tasks, in: "child contexts", advice: "Wait for their futures before the end.")
        return tasks
    }
}
