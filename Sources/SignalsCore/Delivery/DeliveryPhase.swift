/// The state of a delivery, in one word: the thread that is at it, and one bit.
@usableFromInline
package struct DeliveryPhase: Equatable, Sendable {
    /// The reason to deliver.
    @usableFromInline
    enum Cause: Sendable {
        /// Something was taken in. It is delivered before the call that brought it returns, even inside the delivery of
        /// another value.
        case supply

        /// The subscriber wants more. Inside the delivery of a value that is only noted, and the delivery goes on with
        /// it when the subscriber returns: a backlog takes a loop and not a recursion.
        case demand
    }

    @usableFromInline let rawValue: UInt

    @inlinable @inline(__always)
    init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Nobody delivers.
    @inlinable static var idle: DeliveryPhase { DeliveryPhase(rawValue: 0) }

    /// The subscriber has no subscription yet, so that nothing may reach it.
    @inlinable static var unstarted: DeliveryPhase { DeliveryPhase(rawValue: 1) }

    /// Returns the phase in which a thread hands the subscriber its subscription. Others wait, so that nothing
    /// overtakes that.
    @inlinable @inline(__always)
    static func starting(_ thread: ThreadIdentity) -> DeliveryPhase { DeliveryPhase(rawValue: thread.rawValue | 1) }

    /// Returns the phase in which a thread delivers.
    @inlinable @inline(__always)
    static func delivering(_ thread: ThreadIdentity) -> DeliveryPhase { DeliveryPhase(rawValue: thread.rawValue) }

    /// Returns true if a thread may begin to deliver.
    @inlinable @inline(__always)
    func admits(_ thread: ThreadIdentity, for cause: Cause) -> Bool {
        self == .idle || self == .starting(thread) || self == .delivering(thread) && cause == .supply
    }
}
