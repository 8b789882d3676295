import Logging
import SignalsStore

/// Logs a container's spans with swift-log when they have ended: those that failed as errors, those that took long as
/// warnings, and all others for debugging. A subscription is long by nature and no warning.
public struct LoggedSpans: Instrumentation {
    private let logger: Logger
    private let slow: Duration

    /// - Parameters:
    ///   - logger: writes the log.
    ///   - slow: the time from which a save, a fetch or a migration is a warning.
    public init(_ logger: Logger, slow: Duration = .milliseconds(250)) { (self.logger, self.slow) = (logger, slow) }

    /// Notes the time, and logs the span when it has ended.
    public func begin(_ span: StoreSpan) -> (@Sendable (StoreSpan.Outcome) -> Void)? {
        let start = ContinuousClock.now
        return { outcome in log(span, outcome, ContinuousClock.now - start) }
    }

    private func log(_ span: StoreSpan, _ outcome: StoreSpan.Outcome, _ time: Duration) {
        let isSlow = time >= slow && span.kind != .subscription
        let level: Logger.Level = outcome.error != nil ? .error : isSlow ? .warning : .debug
        var metadata: Logger.Metadata = ["duration": "\(time)", "container": "\(span.containerName)"]
        if let name = span.entityName { metadata["entity"] = "\(name)" }
        if let count = outcome.count { metadata["count"] = "\(count)" }
        if let error = outcome.error { metadata["error"] = "\(error)" }
        guard let site = span.callSite else { return logger.log(level: level, "\(span.kind)", metadata: metadata) }
        logger.log(
            level: level, "\(span.kind)", metadata: metadata, file: site.fileID, function: "", line: site.line)
    }
}
