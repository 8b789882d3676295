import CSwiftRuntime

/// Tells one live thread from another, at the cost of reading a register. Never zero, and even.
@usableFromInline
package struct ThreadIdentity: Equatable, Sendable {
    @usableFromInline package let rawValue: UInt

    /// The thread that asks.
    @inlinable @inline(__always)
    package static var current: ThreadIdentity { ThreadIdentity(rawValue: signals_current_thread()) }

    @inlinable @inline(__always)
    init(rawValue: UInt) {
        self.rawValue = rawValue
    }
}
