/// Decides when the next frame is drawn: as soon as something has changed, but not more than 60 times a second.
struct FramePace {
    private static let interval = Duration.milliseconds(16)

    private var lastFrame: ContinuousClock.Instant?
    private var isWaiting = false

    /// Something has changed. Returns how long to wait before drawing; `nil` when a frame is on its way already.
    mutating func request(at now: ContinuousClock.Instant) -> Duration? {
        guard !isWaiting else { return nil }
        isWaiting = true
        guard let lastFrame else { return .zero }
        return max(.zero, lastFrame.advanced(by: Self.interval) - now)
    }

    /// The frame that was asked for is drawn.
    mutating func hasDrawn(at now: ContinuousClock.Instant) {
        lastFrame = now
        isWaiting = false
    }
}
