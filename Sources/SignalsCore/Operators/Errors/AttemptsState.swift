/// The state of ``Attempts``.
@usableFromInline
struct AttemptsState: Sendable {
    @usableFromInline
    enum Phase: Sendable {
        case resting, subscribing, failedWhileSubscribing
    }

    @usableFromInline var phase = Phase.resting
    @usableFromInline var retriesLeft: Int?
    @usableFromInline var hasSubscription = false

    @inlinable
    init(retries: Int?) {
        retriesLeft = retries
    }

    /// Returns true if the caller is to make an attempt; otherwise the one that is under way is followed by another.
    @inlinable
    mutating func begin() -> Bool {
        defer { phase = phase == .resting ? .subscribing : .failedWhileSubscribing }
        return phase == .resting
    }

    @inlinable
    mutating func isAnotherDue() -> Bool {
        defer { phase = phase == .failedWhileSubscribing ? .subscribing : .resting }
        return phase == .failedWhileSubscribing
    }

    @inlinable
    mutating func mayRetry() -> Bool {
        guard let left = retriesLeft else { return true }
        guard left > 0 else { return false }
        retriesLeft = left - 1
        return true
    }

    @inlinable
    mutating func isFirstSubscription() -> Bool {
        defer { hasSubscription = true }
        return !hasSubscription
    }
}
