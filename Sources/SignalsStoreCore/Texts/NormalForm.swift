import Foundation

/// Unicode's canonical composition (NFC), in which stores keep and compare texts: Swift's `==` and `<` are equality and
/// order of its UTF-8.
///
/// A few texts are the exception, and are kept as they are where Foundation, which composes, does not give an equal text:
/// those with the Tibetan signs U+0F73, U+0F75 or U+0F81, whose parts it and the standard library bring into different
/// orders; and those with marks of scripts that are newer than its tables, or after letters from U+10000 up.
package enum NormalForm {
    /// The text in normal form, and whether that differs from the text.
    static func composing(_ text: String) -> (text: String, isOther: Bool) {
        var text = text
        if text.withUTF8({ isCertain($0) }) { return (text, false) }
        let composed = compose(text)
        guard composed == text else { return (text, false) }
        return (composed, !composed.utf8.elementsEqual(text.utf8))
    }

    /// The range of the texts in normal form that begin with a prefix, and of some others; nil where there is none.
    package static func range(startingWith prefix: String) -> (start: String, end: String)? {
        let start = composed(prefix)
        guard isPlain(start), let last = start.unicodeScalars.last, let next = Unicode.Scalar(last.value + 1) else {
            return nil
        }
        var end = String(start.unicodeScalars.dropLast())
        end.unicodeScalars.append(next)
        return (start, end)
    }

    // Decomposed first: without it, Foundation does not put the end of a Hangul syllable to its beginning.
    private static func compose(_ text: String) -> String {
        var parts = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
        sortMarks(&parts)
        return parts.split(separator: silent, omittingEmptySubsequences: false).map { part in
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: part)
            return String(scalars).precomposedStringWithCanonicalMapping
        }
        .joined(separator: String(silent))
    }

    // U+11A7 composes with nothing; Foundation takes it for the end of a Hangul syllable, and loses it.
    private static let silent: Unicode.Scalar = "\u{11A7}"

    // By the standard library's tables, which are newer than Foundation's. Marks of one class stay in their order.
    private static func sortMarks(_ scalars: inout [Unicode.Scalar]) {
        let classes = scalars.map(\.properties.canonicalCombiningClass.rawValue)
        guard zip(classes, classes.dropFirst()).contains(where: { $1 != 0 && $0 > $1 }) else { return }
        var order = Array(scalars.indices)
        var start = 0
        while start < order.count {
            let end = classes[start...].firstIndex(of: 0) ?? order.count
            order[start..<end].sort { (classes[$0], $0) < (classes[$1], $1) }
            start = max(end, start) + 1
        }
        scalars = order.map { scalars[$0] }
    }

    /// The text in normal form.
    package static func composed(_ text: String) -> String { composing(text).text }

    /// True if one text comes before another, as in a store.
    static func precedes(_ left: String, _ right: String) -> Bool {
        composed(left).utf8.lexicographicallyPrecedes(composed(right).utf8)
    }

    /// True if bytes of UTF-8 are a text in normal form.
    package static func holds(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        isCertain(utf8) || !composing(String(decoding: utf8, as: UTF8.self)).isOther
    }

    /// True where a look at each scalar shows that the text is in normal form; false where it has to be composed to see.
    package static func isCertain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        isPlain(utf8) || isCertain(scalarsOf: utf8)
    }

    /// True if there is no scalar from U+0300 on, which is the first combining one.
    package static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0xCC } }

    // The same of bytes.
    @inline(__always)
    private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = UnsafeRawBufferPointer(utf8)
        var index = 0
        while index + 8 <= bytes.count {
            // Eight bytes of ASCII at a time.
            if bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
                for offset in index..<index + 8 where bytes[offset] >= 0xCC { return false }
            }
            index += 8
        }
        while index < bytes.count {
            if bytes[index] >= 0xCC { return false }
            index += 1
        }
        return true
    }

    // Unicode's quick check: no scalar that is never in a normal form or that may compose with the one before it, and
    // marks in the order of their combining classes.
    private static func isCertain(scalarsOf utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var decoder = UTF8()
        var bytes = utf8.makeIterator()
        var last: UInt8 = 0
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            if isStable(scalar) {
                last = 0
                continue
            }
            let properties = scalar.properties
            if properties.isFullCompositionExclusion || mayCompose(scalar) { return false }
            let combiningClass = properties.canonicalCombiningClass.rawValue
            if combiningClass != 0, combiningClass < last { return false }
            last = combiningClass
        }
        return true
    }

    /// True if the normal form of every text with these characters has these scalars.
    package static func isStable(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isStable) }

    // Blocks in which each scalar begins again and stays as it is: most of what is written.
    @inline(__always)
    private static func isStable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x2FF, 0x388...0x482, 0x48A...0x590, 0x1E00...0x1EFF, 0x2010...0x2027, 0x3041...0x3096,
            0x30A1...0x30FF, 0x3400...0xA66E, 0xAC00...0xD7A3, 0xFF01...0xFFEF, 0x1F300...0x1FAFF, 0x20000...0x2F7FF:
            true
        default: false
        }
    }

    /// True if a scalar is the second of a pair that has a composition: Unicode's `NFC_Quick_Check=Maybe`.
    static func mayCompose(_ scalar: Unicode.Scalar) -> Bool {
        seconds.contains { $0.contains(scalar.value) }
    }

    private static let seconds: [ClosedRange<UInt32>] = [
        0x300...0x314, 0x31B...0x31B, 0x323...0x331, 0x338...0x338, 0x342...0x345, 0x653...0x655, 0x93C...0x93C,
        0x9BE...0x9BE, 0x9D7...0x9D7, 0xB3E...0xB3E, 0xB56...0xB57, 0xBBE...0xBBE, 0xBD7...0xBD7, 0xC56...0xC56,
        0xCC2...0xCC2, 0xCD5...0xCD6, 0xD3E...0xD3E, 0xD57...0xD57, 0xDCA...0xDCA, 0xDCF...0xDCF, 0xDDF...0xDDF,
        0xF71...0xFB7, 0x102E...0x102E, 0x1161...0x1175, 0x11A8...0x11C2, 0x1B35...0x1B35, 0x3099...0x309A,
        0x110BA...0x110BA, 0x11127...0x11127, 0x1133E...0x1133E, 0x11357...0x11357, 0x113B8...0x113C9,
        0x114B0...0x114BD, 0x115AF...0x115AF, 0x11930...0x11930, 0x1611E...0x16D6F, 0x1D165...0x1D172,
    ]
}
