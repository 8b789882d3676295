import Foundation

/// A text as people sort it: capitals and accents make no difference, and digits count as a number, so that 9 comes before
/// 10.
struct TextKey: Comparable, Sendable {
    /// The first eight bytes, which decide of most texts.
    private let head: UInt64
    private let tail: [UInt8]

    /// The key of a text.
    init(_ text: String) {
        var text = text
        if text.utf8.contains(where: { $0 >= 0x80 }) { text = text.searched }
        self = text.withUTF8 { TextKey($0) }
    }

    private init(_ text: UnsafeBufferPointer<UInt8>) {
        var head: UInt64 = 0
        var tail: [UInt8] = []
        var count = 0
        func add(_ byte: UInt8) {
            if count < 8 { head |= UInt64(byte) << UInt64(56 - 8 * count) } else { tail.append(byte) }
            count += 1
        }
        var place = 0
        while place < text.count {
            let byte = text[place]
            guard Self.isDigit(byte) else {
                add((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
                place += 1
                continue
            }
            while place < text.count, text[place] == 0x30 { place += 1 }
            var end = place
            while end < text.count, Self.isDigit(text[end]) { end += 1 }
            // A number with more digits is greater. Numbers come before letters, as digits do.
            add(0x30)
            add(UInt8(min(end - place, 255)))
            for digit in place..<end { add(text[digit]) }
            place = end
        }
        (self.head, self.tail) = (head, tail)
    }

    static func < (left: TextKey, right: TextKey) -> Bool {
        left.head == right.head ? left.tail.lexicographicallyPrecedes(right.tail) : left.head < right.head
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
