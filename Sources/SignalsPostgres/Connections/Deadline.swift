import Foundation

/// The moment after which nothing waits for a server any more.
struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    /// - Parameter seconds: from now on.
    init(after seconds: TimeInterval) { end = .now + .seconds(min(max(seconds, 0), 1_000_000)) }

    private init(end: ContinuousClock.Instant) { self.end = end }

    /// A deadline that is later by some seconds.
    func extended(by seconds: TimeInterval) -> Deadline { Deadline(end: end + .seconds(seconds)) }

    var isOver: Bool { end <= .now }

    /// The remaining time, in seconds.
    var remaining: TimeInterval { max(0, (end - .now) / .seconds(1)) }

    /// The remaining time as `poll` takes it: at least a millisecond as long as it is not over.
    var milliseconds: Int32 { Int32(min((remaining * 1000).rounded(.up), Double(Int32.max))) }

    var dispatchTime: DispatchTime { .now() + remaining }
}
