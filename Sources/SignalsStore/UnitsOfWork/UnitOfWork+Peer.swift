extension UnitOfWork {
    typealias Outcome<Output: Sendable> = Result<FinishedWork<Output>, UnitOfWorkError>

    /// Runs the work in a context of its own, saves, and reports the outcome. No thread waits for the save.
    static func perform<Output>(
        _ work: Work<Output>, in container: PersistentContainer, _ response: ConflictResponse, at site: CallSite,
        onCommit: @escaping @Sendable (FinishedWork<Output>) -> Void,
        _ finish: @escaping @Sendable (Outcome<Output>) -> Void
    ) {
        container.backgroundWork.save(response, at: site) { context in
            let finished = try work.run(in: context)
            return BackgroundWork.Ending(onCommit: { onCommit(finished) }) { finish(.success(finished)) }
        } _: { failure in
            if let error = failure.error as? UnitOfWorkError { return finish(.failure(error)) }
            // Whatever else keeps the work from being saved kept it from being begun.
            let error = failure.error
            finish(.failure(error is SaveError ? .transactionSave(error) : .execution(error)))
        }
    }
}
