import Signals

extension UnitOfWork {
    typealias Outcome<Output: Sendable> = Result<FinishedWork<Output>, UnitOfWorkError>

    /// Runs the closure, saves, and says what became of it.
    func perform<Output>(
        _ work: Work<Output>, committed: @escaping @Sendable () -> Void,
        _ finish: @escaping @Sendable (Outcome<Output>) -> Void
    ) {
        switch place {
        case .peer(let container):
            let keep = Locked<AnyCancellable?>(nil)
            let future = container.performBackgroundTask { context -> Outcome<Output> in
                do {
                    let finished = try work.run(in: context)
                    do { try context.save() } catch { throw UnitOfWorkError.transactionSave(error) }
                    committed()
                    return .success(finished)
                } catch let error as UnitOfWorkError { return .failure(error) }
            }
            let sink = future.sink(
                receiveCompletion: {
                    if case .failure(let error) = $0 { finish(.failure(.execution(error))) }
                    keep.withLock { $0 = nil }
                }, receiveValue: { finish($0) })
            keep.withLock { $0 = sink }
        case .child: fatalError("not here yet")
        }
    }
}
