import Synchronization

/// An identifier, which distinguishes subscriptions and subscribers. Combine's `CombineIdentifier`.
@frozen
public struct CombineIdentifier: Hashable, Sendable, CustomStringConvertible {
    @usableFromInline let rawValue: UInt

    /// An identifier that no other has in this process.
    public init() {
        rawValue = UInt(bitPattern: Self.counter.add(1, ordering: .relaxed).newValue)
    }

    /// The identifier of an object, valid as long as the object lives.
    ///
    /// - Parameter object: the object.
    @inlinable
    public init(_ object: AnyObject) {
        rawValue = UInt(bitPattern: ObjectIdentifier(object))
    }

    /// The identifier as a hexadecimal number.
    public var description: String {
        "0x" + String(rawValue, radix: 16)
    }

    private static let counter = Atomic<Int>(0)
}
