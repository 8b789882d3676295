/// Locks that objects share, each used by many of them, found by an object's address: for state that is too small, or
/// made too often, for a lock of its own.
///
/// As under any lock, nothing of another component runs while one is held; and no second one of them is taken.
@usableFromInline
enum SharedLocks {
    @usableFromInline
    final class Stripe: Sendable {
        @usableFromInline let lock = Locked(Elsewhere())

        fileprivate init() {}
    }

    /// Never released, so that using one costs no counting.
    @usableFromInline static let stripes = (0..<64).map { _ in Unmanaged.passRetained(Stripe()) }

    /// Calls `body` with the lock of an object, the same one as long as the object lives.
    @inlinable @inline(__always)
    static func with<Result>(_ object: AnyObject, _ body: (Locked<Elsewhere>) -> Result) -> Result {
        let hash = UInt(bitPattern: ObjectIdentifier(object)) &* 0x9E37_79B9_7F4A_7C15
        return stripes[Int(truncatingIfNeeded: hash >> 58)]._withUnsafeGuaranteedRef { body($0.lock) }
    }
}

/// The value of a lock whose state is elsewhere, such as in fields of an object that only some of its functions change.
///
/// A byte, since the thread sanitizer takes a use of what has no size for one of the lock, which is at the same address.
@usableFromInline
struct Elsewhere: Sendable {
    @usableFromInline var byte: UInt8 = 0

    @inlinable
    init() {}
}

extension Locked {
    /// Returns true if both are the same lock.
    @inlinable @inline(__always)
    func isSame(as other: Locked) -> Bool { storage === other.storage }
}
