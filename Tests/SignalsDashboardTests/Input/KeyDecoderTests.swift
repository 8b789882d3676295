import Testing

@testable import SignalsDashboard

@Suite struct KeyDecoderTests {
    private static let keys: [(String, [Key])] = [
        ("a", [.character("a")]), ("jk", [.character("j"), .character("k")]), (" ", [.character(" ")]),
        ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
        ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]), ("\u{C}", [.control("l")]),
        ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
        ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OH", [.home]), ("\u{1B}[1;5A", [.up]),
        ("\u{1B}[H", [.home]), ("\u{1B}[1~", [.home]), ("\u{1B}[4~", [.end]), ("\u{1B}[F", [.end]),
        ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[3~", [.delete]), ("\u{1B}[Z", [.backTab]),
        ("ü", [.character("ü")]), ("水", [.character("水")]), ("📷", [.character("📷")]),
        ("\u{1B}[200~a\nb\u{1B}[31m\u{1B}[201~q", [.paste("a\nb\u{1B}[31m"), .character("q")]),
        ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
        ("\u{1B}[99;1;7u", []), ("\u{1B}[24~x", [.character("x")]), ("\u{1B}j", [.escape, .character("j")]),
        ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}[\u{3}", [.control("c")]),
        ("\u{1C}\u{1F}", [.control("\\"), .control("_")]), ("\0", []),
    ]

    @Test(arguments: keys)
    func bytesBecomeKeys(text: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array(text.utf8)) == keys)
    }

    @Test(arguments: keys)
    func itDoesNotMatterHowTheBytesAreSplit(text: String, keys: [Key]) {
        let bytes = Array(text.utf8)
        for split in 0...bytes.count {
            var decoder = KeyDecoder()
            #expect(decoder.decode(bytes[..<split]) + decoder.decode(bytes[split...]) == keys)
        }
    }

    @Test func aLoneEscapeIsTheKeyOnceNothingFollows() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isUndecided)
        #expect(decoder.flush() == [.escape])
        #expect(!decoder.isUndecided)
        #expect(decoder.decode(Array("[A".utf8)) == [.character("["), .character("A")])
    }

    @Test func waitingDoesNotBreakASequenceThatHasBegun() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[".utf8)) == [])
        #expect(decoder.flush() == [])
        #expect(decoder.decode(Array("A".utf8)) == [.up])
    }

    @Test func brokenUTF8IsDroppedAndWhatFollowsIsNot() {
        var decoder = KeyDecoder()
        #expect(
            decoder.decode([0xC3, UInt8(ascii: "q"), 0xFF, 0x80, 0xE6, 0xB0, 0x1B, 0x5B, 0x41]) == [
                .character("q"), .up,
            ])
    }

    @Test func aSequenceWithoutEndIsGivenUp() {
        var decoder = KeyDecoder()
        _ = decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100))
        #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
    }

    @Test func aHugePasteIsCutAndItsEndIsFound() {
        var decoder = KeyDecoder()
        let bytes = Array("\u{1B}[200~".utf8) + Array(repeating: UInt8(ascii: "a"), count: 1 << 21)
        #expect(decoder.decode(bytes) == [])
        let keys = decoder.decode(Array("\u{1B}[201~q".utf8))
        let isRight = keys == [.paste(String(repeating: "a", count: 1 << 20)), .character("q")]
        #expect(isRight)
    }

    @Test func anyBytesAtAllLeaveTheDecoderUsable() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var decoder = KeyDecoder()
            _ = decoder.decode((0..<64).map { _ in UInt8.random(in: 0...255, using: &numbers) })
            _ = decoder.decode(Array("\u{1B}[201~ ".utf8))
            _ = decoder.flush()
            #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
        }
    }
}
