/// The pace of frames: one as soon as something has changed, but at most 60 a second, and none before the last one is
/// written.
struct FramePace {
    private enum State {
        /// Nothing has changed since the last frame.
        case resting
        /// A frame is due after a wait.
        case waiting
        /// A frame is being written; something has changed meanwhile or not.
        case writing(hasChanged: Bool)
    }

    static let interval = Duration.microseconds(16_667)

    private var state = State.resting
    private var lastFrame: ContinuousClock.Instant?

    /// Notes a change. Returns how long to wait before a frame is made; nil when one will be made anyway.
    mutating func request(at now: ContinuousClock.Instant) -> Duration? {
        switch state {
        case .waiting: return nil
        case .writing:
            state = .writing(hasChanged: true)
            return nil
        case .resting:
            state = .waiting
            guard let lastFrame else { return .zero }
            return max(.zero, lastFrame.advanced(by: Self.interval) - now)
        }
    }

    /// Begins to make a frame. Returns false while the one before is being written; it is made afterwards then.
    mutating func begin(at now: ContinuousClock.Instant) -> Bool {
        if case .writing = state {
            state = .writing(hasChanged: true)
            return false
        }
        state = .writing(hasChanged: false)
        lastFrame = now
        return true
    }

    /// Notes that the frame is written. Returns how long to wait before the next one is made; nil when nothing has
    /// changed.
    mutating func end(at now: ContinuousClock.Instant) -> Duration? {
        guard case .writing(let hasChanged) = state else { return nil }
        state = .resting
        return hasChanged ? request(at: now) : nil
    }
}
