import Builtin

/// Memory for a value inside an object, which a `let` of it may change through its address, as in the standard library's
/// `Mutex` and `Atomic`. It does not say who may use it when: whoever has one does.
@_rawLayout(like: Value, movesAsLike)
@usableFromInline
struct Cell<Value>: ~Copyable {
    @inlinable @inline(__always)
    init(_ initial: consuming Value) {
        address.initialize(to: initial)
    }

    @inlinable @inline(__always)
    deinit {
        address.deinitialize(count: 1)
    }

    @inlinable @inline(__always)
    var address: UnsafeMutablePointer<Value> {
        borrowing get { UnsafeMutablePointer(Builtin.addressOfRawLayout(self)) }
    }
}
