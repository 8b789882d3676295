/// A failure that nobody observed: the future that it failed was released without ever having had a subscriber.
public struct UnobservedFailure: Sendable {
    /// The error of the background task or of its save.
    public let error: any Error
    /// The name of the context whose task failed; nil when the task never ran.
    public let contextName: String?
    /// The name of the container.
    public let containerName: String
}

extension UnobservedFailure: CustomStringConvertible {
    /// One line: which context, and why.
    public var description: String {
        "Signals: \(contextName ?? "a background task of \(containerName)") failed and nobody was told: \(error)"
    }
}
