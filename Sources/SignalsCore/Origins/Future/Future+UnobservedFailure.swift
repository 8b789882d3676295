extension Future {
    /// Keeps the promise; what comes with a failure is called when the future is released and nobody ever subscribed.
    @usableFromInline
    package typealias ReportingPromise = @Sendable (Result<Output, Failure>, (@Sendable () -> Void)?) -> Void

    /// Returns a future whose failure does not pass unnoticed.
    ///
    /// - Parameter attemptToFulfill: starts the work, before this call returns and on its thread.
    @inlinable
    package static func reporting(_ attemptToFulfill: (@escaping ReportingPromise) -> Void) -> Future {
        let future = Future(unpromised: ())
        attemptToFulfill { future.resolve($0, $1) }
        return future
    }

    /// Resolves, and has a failure reported if nobody ever subscribes.
    @inlinable
    package func resolve(_ result: Result<Output, Failure>, _ report: (@Sendable () -> Void)?) {
        guard case .failure(let failure) = result, let report else { return resolve(result) }
        fail(failure, report)
    }

    @usableFromInline
    func fail(_ failure: Failure, _ report: @escaping @Sendable () -> Void) {
        let unobserved = UnobservedFailureReport(report)
        let (listeners, isKept) = state.withLock { $0.fail(failure, unobserved) }
        if !isKept { unobserved.drop() }
        listeners?.forEach { $0(.failure(failure)) }
    }
}

/// Calls its closure when it is released, unless it was dropped before.
@usableFromInline
final class UnobservedFailureReport: Sendable {
    private let report: Locked<(@Sendable () -> Void)?>

    init(_ report: @escaping @Sendable () -> Void) { self.report = Locked(report) }

    deinit { report.withLock { $0 }?() }

    /// Someone has taken note of the failure.
    @usableFromInline
    func drop() {
        report.release { $0.take() }
    }
}
