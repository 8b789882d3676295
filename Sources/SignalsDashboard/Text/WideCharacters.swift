/// The characters that take two columns and are not emoji: Unicode's East Asian Width `W` and `F`.
///
/// Emoji are left out, since the standard library identifies them (`isEmojiPresentation`).
enum WideCharacters {
    private static let ranges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]

    /// Returns true if `scalar` is one of them.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        let next = ranges.partitioningIndex { $0.upperBound >= scalar.value }
        return next < ranges.count && ranges[next].contains(scalar.value)
    }
}

extension Array {
    /// Returns the first index whose element satisfies `belongsAfter`, in an array where all that do come last.
    fileprivate func partitioningIndex(where belongsAfter: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
