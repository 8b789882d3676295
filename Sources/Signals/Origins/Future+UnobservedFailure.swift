extension Future {
    /// Resolves, and has a failure reported if nobody ever subscribes.
    func resolve(_ result: Result<Output, Failure>, _ report: (@Sendable () -> Void)?) {
        guard case .failure(let failure) = result, let report else { return resolve(result) }
        let unobserved = UnobservedFailureReport(report)
        let (listeners, isKept) = state.withLock { $0.fail(failure, unobserved) }
        if !isKept { unobserved.drop() }
        listeners?.forEach { $0(result) }
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
        let dropped = report.withLock { report in
            defer { report = nil }
            return report
        }
        withExtendedLifetime(dropped) {}
    }
}
