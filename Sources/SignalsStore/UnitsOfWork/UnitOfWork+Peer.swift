extension UnitOfWork {
    typealias Outcome<Output: Sendable> = Result<FinishedWork<Output>, UnitOfWorkError>

    /// Runs the work in a context of its own, saves, and says what became of it. No thread waits for the save.
    static func perform<Output>(
        _ work: Work<Output>, in container: PersistentContainer,
        onCommit: @escaping @Sendable (FinishedWork<Output>) -> Void,
        _ finish: @escaping @Sendable (Outcome<Output>) -> Void
    ) {
        container.backgroundWork.save({ try work.run(in: $0) }, onCommit: onCommit) { result in
            finish(
                result.mapError { failure in
                    if let error = failure.error as? UnitOfWorkError { return error }
                    // Whatever else keeps the work from being saved kept it from being begun.
                    return failure.error is SaveError ? .transactionSave(failure.error) : .execution(failure.error)
                })
        }
    }
}
