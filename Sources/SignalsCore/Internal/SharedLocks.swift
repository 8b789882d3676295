/// Locks that objects share, each used by many of them, found by an object's address: for state that is too small, or
/// made too often, for a lock of its own.
///
/// As under any lock, nothing of another component runs while one is held; and no second one of them is taken.
@usableFromInline
enum SharedLocks {
    @usableFromInline static let all = (0..<64).map { _ in Locked(()) }

    /// The lock of an object, the same one as long as the object lives.
    @inlinable @inline(__always)
    static func lock(of object: AnyObject) -> Locked<Void> {
        all[Int(truncatingIfNeeded: (UInt(bitPattern: ObjectIdentifier(object)) &* 0x9E37_79B9_7F4A_7C15) >> 58)]
    }
}

extension Locked {
    /// True if both are the same lock.
    @inlinable @inline(__always)
    func isSame(as other: Locked) -> Bool { storage === other.storage }
}
