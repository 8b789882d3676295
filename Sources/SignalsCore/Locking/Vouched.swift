/// A constant that may go to other threads, though the compiler cannot derive from its declaration that it is
/// `Sendable`.
// SAFETY: whoever makes one vouches for it, in a `SAFETY` line at its declaration: that the value is documented to be used from
// any thread, or by whom alone it is used when. Nothing is added to that: the value is constant.
@usableFromInline
package struct Vouched<Value>: @unchecked Sendable {
    @usableFromInline package let value: Value

    @inlinable @inline(__always)
    package init(_ value: Value) {
        self.value = value
    }
}

extension Vouched: Equatable where Value: Equatable {}
extension Vouched: Hashable where Value: Hashable {}
