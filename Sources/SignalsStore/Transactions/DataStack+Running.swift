// Runs of the closures of transactions, which are repeated if the response to conflicts says so.
extension DataStack {
    /// The outcome of a transaction's closure.
    typealias Run<Output> = (output: Output, isCommitted: Bool)

    /// Runs a closure in a transaction, and saves what it changed if it says so. Called on the transactions' queue.
    ///
    /// - Parameters:
    ///   - span: ends with it.
    ///   - body: the work; it is called once for each run, with a context of its own.
    /// - Throws: what the closure throws, or `SaveError`.
    func run<Output>(
        onConflict response: ConflictResponse, _ span: OngoingSpan?,
        _ body: (ManagedObjectContext) throws -> Run<Output>
    ) throws -> Output {
        guard let span else { return try runInSpan(nil, response, body) }
        return try span.around(counting: { _ in nil }) { try runInSpan(span, response, body) }
    }

    private func runInSpan<Output>(
        _ span: OngoingSpan?, _ response: ConflictResponse, _ body: (ManagedObjectContext) throws -> Run<Output>
    ) throws -> Output {
        let work = container.backgroundWork
        var runs = 0
        while true {
            let context = makeContext()
            let count = response == .fail ? 0 : work.coordinator.commitCount
            let run = try context.withInnerSaves(body)
            guard run.isCommitted else { return run.output }
            do throws(SaveError) {
                let (whole, changeSet) = try context.prepareWhole()
                try context.commitWhole(whole) { () throws(SaveError) in
                    if let changeSet { try whole.saveHere(changeSet, span) }
                }
                return run.output
            } catch {
                switch work.step(after: runs, response, error, since: count) {
                case .fail: throw error
                case .runAgain: runs += 1
                case .runAlone: return try runAlone(span, body)
                }
            }
        }
    }

    private func runAlone<Output>(_ span: OngoingSpan?, _ body: (ManagedObjectContext) throws -> Run<Output>) throws
        -> Output
    {
        var result: Result<Output, any Error>?
        var applied: (context: ManagedObjectContext, whole: ManagedObjectContext?, outcome: CommitOutcome)?
        try container.coordinator.exclusively { turn throws(SaveError) in
            // Called again where a store has taken back what the call before did.
            applied = nil
            result = Result {
                let context = makeContext()
                context.beginReading(alone: turn)
                defer { context.endReadingAlone() }
                let run = try context.withInnerSaves(body)
                if run.isCommitted {
                    let (whole, outcome) = try apply(context, turn, span)
                    applied = (context, whole, outcome)
                }
                return run.output
            }
        }
        if let (context, whole, outcome) = applied {
            context.confinement.enter { context.finishWhole(whole, outcome) }
        }
        guard let result else { throw SaveError(.closed) }
        return try result.get()
    }

    /// Applies what a context has changed.
    private func apply(
        _ context: ManagedObjectContext, _ turn: ExclusiveTurn, _ span: OngoingSpan?
    ) throws(SaveError) -> (whole: ManagedObjectContext?, outcome: CommitOutcome) {
        let (whole, changeSet) = try context.prepareWhole()
        guard let changeSet else { return (nil, CommitOutcome()) }
        span?.note(changeSet)
        if changeSet.isEmpty { return (whole, CommitOutcome()) }
        switch turn.apply(changeSet, from: ObjectIdentifier(whole)) {
        case .success(let outcome): return (whole, outcome)
        case .failure(let error): throw whole.confinement.enter { whole.failSave(error) }
        }
    }

    /// A context for one run of a transaction's closure.
    private func makeContext() -> ManagedObjectContext {
        let context = ManagedObjectContext(
            .privateQueue, queue: queue, coordinator: container.coordinator, model: container.model,
            defaults: container.contextDefaults)
        context.name = "transaction of \(container.name)"
        return context
    }
}
