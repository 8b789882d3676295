import Foundation

/// One value in a page.
@usableFromInline package struct RowCell: Sendable, BitwiseCopyable {
    @usableFromInline package enum Kind: UInt8, Sendable, BitwiseCopyable { case null, integer, real, text, blob }

    /// The integer, the bit pattern of the real, or where the bytes begin.
    @usableFromInline package let bits: Int64
    /// The number of bytes that a text or a blob has.
    @usableFromInline package let count: UInt32
    @usableFromInline package let kind: Kind

    @inlinable
    init(bits: Int64, count: UInt32, kind: Kind) {
        self.bits = bits
        self.count = count
        self.kind = kind
    }

    /// The bytes of a text or a blob, among those of its page.
    @inlinable @inline(__always)
    package func content(in bytes: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + Int(bits), count: Int(count))
    }

    /// The value, whose bytes are among those of its page.
    @inlinable
    package func value(in bytes: UnsafePointer<UInt8>) -> StoredValue {
        switch kind {
        case .null: .null
        case .integer: .integer(bits)
        case .real: .real(Double(bitPattern: UInt64(bitPattern: bits)))
        case .text: .text(String(utf8: content(in: bytes)))
        case .blob: .blob(Data(content(in: bytes)))
        }
    }
}
