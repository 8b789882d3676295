extension Future {
    /// The result, awaited.
    ///
    /// ```swift
    /// try await storage.addTask(name: "Water plants").value
    /// ```
    ///
    /// It always leaves the caller's actor, so that what was enqueued there before runs first.
    ///
    /// - Throws: the failure; or `CancellationError` as soon as the task is cancelled, while the work goes on.
    public final var value: Output {
        get async throws {
            let waiter = FutureWaiter<Output, any Error>()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    waiter.start { continuation.resume(with: $0) }
                    let ticket = self.whenResolved { waiter.resolve($0.mapError { $0 }) }
                    if let ticket { waiter.onResolve { self.forget(ticket) } }
                }
            } onCancel: {
                waiter.resolve(.failure(CancellationError()))
            }
        }
    }
}

extension Future where Failure == Never {
    /// The result, awaited.
    ///
    /// It always leaves the caller's actor, so that what was enqueued there before runs first. A cancelled task waits
    /// for the result all the same.
    public final var value: Output {
        get async {
            await withCheckedContinuation { continuation in
                _ = self.whenResolved { continuation.resume(with: $0) }
            }
        }
    }
}
