/// The turn of a caller that has the store to itself, and its start.
struct ExclusiveState: Sendable {
    private(set) var turn: ExclusiveTurn?
    private var begun: ContinuousClock.Instant?
    private var onOverdue: (@Sendable () -> Void)?
    private var isWatched = false

    /// Begins a turn. Returns true if a check for its end has to be scheduled.
    mutating func begin(_ onOverdue: @escaping @Sendable () -> Void) -> Bool {
        begun = .now
        self.onOverdue = onOverdue
        defer { isWatched = true }
        return !isWatched
    }

    /// Notes the turn, and returns the one that it replaces.
    mutating func replaceTurn(_ turn: ExclusiveTurn) -> ExclusiveTurn? {
        defer { self.turn = turn }
        return self.turn
    }

    /// Ends the turn, and returns its contents.
    mutating func end() -> (ExclusiveTurn?, (@Sendable () -> Void)?) {
        defer { (turn, begun, onOverdue) = (nil, nil, nil) }
        return (turn, onOverdue)
    }

    /// Returns the callback if the turn has taken too long, and the time until the next check, in seconds; nil if none
    /// is needed.
    mutating func check(_ timeout: Double) -> (onOverdue: (@Sendable () -> Void)?, next: Double?) {
        guard let begun else {
            isWatched = false
            return (nil, nil)
        }
        let rest = Duration.seconds(timeout) - (.now - begun)
        guard rest > .zero else { return (onOverdue, max(timeout, 0.01)) }
        return (nil, rest / .seconds(1))
    }
}
