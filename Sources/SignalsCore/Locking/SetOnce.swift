import Synchronization

/// A reference that is set once, from any thread, and read often.
///
/// `AtomicLazyReference` of the standard library does the same, but is not specialised: each read of it looks up the
/// metadata of its type, which takes 350 instructions. A read of this takes two, and the retain.
@frozen
@usableFromInline
package struct SetOnce<Instance: AnyObject & Sendable>: ~Copyable, Sendable {
    @usableFromInline let reference = Atomic<Unmanaged<Instance>?>(nil)

    @inlinable
    package init() {}

    @inlinable
    deinit { reference.load(ordering: .acquiring)?.release() }

    /// The instance; nil while there is none.
    @inlinable @inline(__always)
    package var value: Instance? { reference.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Sets the instance, if there is none.
    ///
    /// - Returns: the instance that is set from now on.
    @discardableResult
    package func setIfNil(_ instance: Instance) -> Instance {
        let new = Unmanaged.passRetained(instance)
        let (isSet, present) = reference.compareExchange(
            expected: nil, desired: new, ordering: .acquiringAndReleasing)
        if isSet { return instance }
        new.release()
        return present?.takeUnretainedValue() ?? instance
    }
}
