import Foundation
import Testing

@testable import SignalsStore

/// The order that stores rely on: Swift compares texts as the bytes of their normal form are compared.
@Suite struct NormalFormTests {
    /// The characters whose parts Foundation and the standard library bring into different orders.
    private static let exceptions: Set<UInt32> = [0xF73, 0xF75, 0xF81]

    private static let scalars = (0...0x10FFFF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }.filter {
        switch $0.properties.generalCategory {
        case .unassigned, .privateUse, .surrogate: false
        default: !exceptions.contains($0.value)
        }
    }

    private func isNormal(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { NormalForm.isCertain($0) }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(NormalForm.composed(text).utf8) }

    @Test func everyScalarEqualsItsNormalForm() {
        for scalar in Self.scalars {
            let text = String(Character(scalar))
            let composed = NormalForm.composed(text)
            if composed != text { Issue.record("U+\(String(scalar.value, radix: 16)) is not equal to its form") }
            if NormalForm.composed(composed) != composed { Issue.record("U+\(String(scalar.value, radix: 16)) twice") }
        }
    }

    // The quick look must be right about each scalar, alone and behind one that it composes with.
    @Test func noScalarThatChangesIsTakenForCertain() {
        for scalar in Self.scalars {
            let text = String(Character(scalar))
            let parts = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
            let isItself = parts.count == 1 && parts[0] == scalar
            if isItself { continue }
            // What has parts is composed of them, or stands for them: the parts together are certain only where they stay.
            var together = ""
            together.unicodeScalars.append(contentsOf: parts)
            for text in [text, together] where isNormal(text) {
                let composed = text.precomposedStringWithCanonicalMapping
                if !composed.utf8.elementsEqual(text.utf8) {
                    Issue.record("U+\(String(scalar.value, radix: 16)) was taken for certain")
                }
            }
        }
    }

    @Test func mostTextsNeedNoMoreThanALook() {
        for text in [
            "", "plain", "naïve café", "Привет, как дела", "Ελληνικά", "日本語のテキスト、ガ", "한국어", "עברית", "👩‍👩‍👧 🧹",
            "Tiếng Việt", "“big” – …", "ไทยนี้",
        ] {
            #expect(isNormal(text), "\(text)")
        }
        for text in ["cafe\u{301}", "\u{212B}", "\u{1112}\u{1161}", "q\u{307}\u{323}", "\u{F900}"] {
            #expect(!isNormal(text), "\(text)")
        }
    }

    // Marks behind letters from U+10000 up are left out: Foundation takes such a letter for another. And scalars that are
    // newer than its tables, whose combining classes it does not know.
    @Test func equalityAndOrderAreThoseOfTheBytes() {
        var random = ReplayableGenerator.fromEnvironment()
        let scalars = Self.scalars.filter { $0.value <= 0xFFFF && ($0.properties.age?.major ?? 0) < 16 }
        let odd = scalars.filter {
            !isNormal(String(Character($0))) || $0.properties.canonicalCombiningClass != .notReordered
        }
        func scalar() -> Unicode.Scalar {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: odd.randomElement(using: &random)!
            case 1: scalars.randomElement(using: &random)!
            default: "aeoqz \u{301}\u{307}\u{323}각Α".unicodeScalars.randomElement(using: &random)!
            }
        }
        for _ in 0..<20_000 {
            var left = ""
            for _ in 0..<Int.random(in: 1...4, using: &random) { left.unicodeScalars.append(scalar()) }
            var right = left.decomposedStringWithCanonicalMapping
            if Bool.random(using: &random) {
                var scalars = Array(right.unicodeScalars)
                scalars.shuffle(using: &random)
                right = ""
                right.unicodeScalars.append(contentsOf: scalars)
            }
            let (leftBytes, rightBytes) = (bytes(left), bytes(right))
            let names = "\(left.unicodeScalars.map(\.value)) \(right.unicodeScalars.map(\.value)) seed \(random.seed)"
            #expect((left == right) == (leftBytes == rightBytes), "\(names)")
            #expect((left < right) == leftBytes.lexicographicallyPrecedes(rightBytes), "\(names)")
        }
    }

    /// Foundation composes U+11A7, which is no end of a syllable, with the syllable before it, and loses it.
    @Test func theScalarBeforeTheEndsOfHangulSyllablesIsKept() {
        for text in ["\u{1100}\u{1161}\u{11A7}", "\u{AC00}\u{11A7}", "q\u{11A7}\u{307}\u{323}\u{11A7}"] {
            let composed = String(decoding: bytes(text), as: UTF8.self)
            #expect(composed == text)
            #expect(bytes(text) == bytes(text.decomposedStringWithCanonicalMapping))
        }
        #expect(bytes("\u{1100}\u{1161}\u{11A7}") == Array("\u{AC00}\u{11A7}".utf8))
    }

    /// The documented exception: were it gone, the documentation would have to say so.
    @Test func textsWithThreeTibetanVowelSignsAreOrderedOtherwise() {
        let (left, right) = ("\u{F72}\u{F71}", "\u{F73}\u{E9}")
        #expect(!(left < right))
        #expect(bytes(left).lexicographicallyPrecedes(bytes(right)))
        for scalar in Self.exceptions.compactMap(Unicode.Scalar.init) {
            let text = String(Character(scalar))
            #expect(NormalForm.composed(text) == text)
        }
    }
}
