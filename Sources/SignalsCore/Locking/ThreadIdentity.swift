#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The identity of a live thread, at the cost of a call: `CPlatform` reads a register instead, but the core imports no C
/// module. Never zero, and even.
@usableFromInline
package struct ThreadIdentity: Equatable, Sendable {
    @usableFromInline package let rawValue: UInt

    /// The thread that asks.
    @inlinable @inline(__always)
    package static var current: ThreadIdentity {
        #if canImport(Glibc)
            ThreadIdentity(rawValue: UInt(pthread_self()))
        #else
            ThreadIdentity(rawValue: UInt(bitPattern: pthread_self()))
        #endif
    }

    @inlinable @inline(__always)
    init(rawValue: UInt) {
        self.rawValue = rawValue
    }
}
