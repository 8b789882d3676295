import Dispatch

extension UnitOfWork {
    /// Runs the work in a child of a context, saves it through that context, and reports the outcome.
    ///
    /// The units in children of all contexts share a bounded number of threads, whatever they wait for.
    static func perform<Output>(
        _ work: Work<Output>, childOf parent: ManagedObjectContext, at site: CallSite,
        onCommit: @escaping @Sendable (FinishedWork<Output>) -> Void,
        _ finish: @escaping @Sendable (Outcome<Output>) -> Void
    ) {
        let span = parent.defaults.spans.begin(.save, at: site)
        _ = childTasks.submit { queue in
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

    /// Never closed, so that it takes every task.
    private static let childTasks = BackgroundTasks()
}
