import Testing

@testable import SignalsDashboard

@Suite struct KeyDecoderTests {
    private static let keys: [(String, [TerminalMessage])] = [
        ("a", [.key(.character("a"))]), ("jk", [.key(.character("j")), .key(.character("k"))]),
        (" ", [.key(.character(" "))]),
        ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]), ("\u{7F}", [.key(.backspace)]),
        ("\u{8}", [.key(.backspace)]),
        ("\u{3}", [.key(.control("c"))]), ("\u{1A}", [.key(.control("z"))]), ("\u{C}", [.key(.control("l"))]),
        ("\u{1B}[A", [.key(.up)]), ("\u{1B}[B", [.key(.down)]), ("\u{1B}[C", [.key(.right)]),
        ("\u{1B}[D", [.key(.left)]),
        ("\u{1B}OA", [.key(.up)]), ("\u{1B}OB", [.key(.down)]), ("\u{1B}OH", [.key(.home)]),
        ("\u{1B}[1;5A", [.key(.control(.up))]), ("\u{1B}[1;2C", [.key(.shift(.right))]),
        ("\u{1B}[H", [.key(.home)]), ("\u{1B}[1~", [.key(.home)]), ("\u{1B}[4~", [.key(.end)]),
        ("\u{1B}[F", [.key(.end)]),
        ("\u{1B}[5~", [.key(.pageUp)]), ("\u{1B}[6~", [.key(.pageDown)]), ("\u{1B}[3~", [.key(.delete)]),
        ("\u{1B}[Z", [.key(.backTab)]),
        ("ü", [.key(.character("ü"))]), ("水", [.key(.character("水"))]), ("📷", [.key(.character("📷"))]),
        ("\u{1B}[200~a\nb\u{1B}[31m\u{1B}[201~q", [.paste("a\nb\u{1B}[31m"), .key(.character("q"))]),
        ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
        ("\u{1B}[99;1;7u", [.key("c")]), ("\u{1B}[99;5u", [.key(.control("c"))]), ("\u{1B}[99;5:3u", []),
        ("\u{1B}[27u", [.key(.escape)]), ("\u{1B}[13;3u", [.key(.alt(.enter))]),
        ("\u{1B}[97;6u", [.key(.control(.shift("a")))]),
        ("\u{1B}[27;5;105~", [.key(.control("i"))]),
        ("\u{1B}OP\u{1B}[15;2~", [.key(.function(1)), .key(.shift(.function(5)))]),
        ("\u{1B}[<0;3;2M\u{1B}[<0;3;2m", [.click(column: 2, row: 1)]),
        ("\u{1B}[<32;4;2M\u{1B}[<35;4;2M", [.drag(column: 3, row: 1)]),
        ("\u{1B}[<65;1;1M", [.wheel(3, column: 0, row: 0)]),
        ("\u{1B}]11;rgb:1e1e/2020/ffff\u{1B}\\x", [.ground(.rgb(0x1E, 0x20, 0xFF)), .key("x")]),
        ("\u{1B}]11;rgb:f/f/f\u{7}", [.ground(.rgb(255, 255, 255))]),
        ("\u{1B}[?2026;2$y", [.canSynchronise]), ("\u{1B}[?2026;0$y", []), ("\u{1B}[?62;4c", []),
        ("\u{1B}[24~x", [.key(.function(12)), .key("x")]), ("\u{1B}[99~x", [.key("x")]), ("\u{1B}j", [.key(.alt("j"))]),
        ("\u{1B}ü", [.key(.alt("ü"))]),
        ("\u{1B}]11;rgb:12\u{3}", [.key(.control("c"))]), ("\u{1B}[200~a\u{3}q", [.key(.control("c")), .key("q")]),
        ("\u{1B}\u{1B}[A", [.key(.escape), .key(.up)]), ("\u{1B}[\u{3}", [.key(.control("c"))]),
        ("\u{1C}\u{1F}", [.key(.control("\\")), .key(.control("_"))]), ("\0", [.key(.control(" "))]),
    ]

    @Test(arguments: keys)
    func bytesBecomeKeys(text: String, keys: [TerminalMessage]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array(text.utf8)) == keys)
    }

    @Test(arguments: keys)
    func itDoesNotMatterHowTheBytesAreSplit(text: String, keys: [TerminalMessage]) {
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
        #expect(decoder.flush() == [.key(.escape)])
        #expect(!decoder.isUndecided)
        #expect(decoder.decode(Array("[A".utf8)) == [.key(.character("[")), .key(.character("A"))])
    }

    @Test func waitingDoesNotBreakASequenceThatHasBegun() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[".utf8)) == [])
        #expect(decoder.flush() == [])
        #expect(decoder.decode(Array("A".utf8)) == [.key(.up)])
    }

    @Test func brokenUTF8IsDroppedAndWhatFollowsIsNot() {
        var decoder = KeyDecoder()
        #expect(
            decoder.decode([0xC3, UInt8(ascii: "q"), 0xFF, 0x80, 0xE6, 0xB0, 0x1B, 0x5B, 0x41]) == [
                .key(.character("q")), .key(.up),
            ])
    }

    @Test func aSequenceWithoutEndIsGivenUp() {
        var decoder = KeyDecoder()
        _ = decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 100))
        #expect(decoder.decode(Array("q".utf8)) == [.key(.character("q"))])
    }

    @Test(arguments: [
        "\u{1B}[4294967296u", "\u{1B}[1114112u", "\u{1B}[55296u", "\u{1B}[27;5;99999999999~",
        "\u{1B}[99999999999999999999u", "\u{1B}[1;99999999999999999999A",
    ])
    func aNumberThatIsNoCharacterIsNoKeyAndWhatFollowsIs(sequence: String) {
        var decoder = KeyDecoder()
        let messages = decoder.decode(Array((sequence + "q").utf8))
        #expect(messages.last == .key("q"))
        #expect(messages.count <= 2)
    }

    @Test func aMouseReportFromFarOutsideIsAClickThatAScreenCanPlace() {
        var decoder = KeyDecoder()
        let report = "\u{1B}[<0;9223372036854775807;99999999999999999999M"
        guard case .click(let column, let row)? = decoder.decode(Array(report.utf8)).first else {
            return #expect(Bool(false), "no click")
        }
        #expect(column < 1 << 24 && row < 1 << 24)
    }

    @Test func anyNumbersLeaveTheDecoderUsable() {
        var random = SeededNumbers(seed: 17)
        for _ in 0..<3_000 {
            var decoder = KeyDecoder()
            let numbers = (0...Int.random(in: 0...3, using: &random)).map { _ in
                String(UInt64.random(in: 0...(.max), using: &random) >> Int.random(in: 0...63, using: &random))
            }
            let prefix = ["", "<", "?"].randomElement(using: &random) ?? ""
            let separator = [";", ":"].randomElement(using: &random) ?? ";"
            let final = "ABHMPRZu~my".randomElement(using: &random) ?? "u"
            _ = decoder.decode(Array("\u{1B}[\(prefix)\(numbers.joined(separator: separator))\(final)".utf8))
            _ = decoder.decode(Array("\u{1B}[201~".utf8))
            #expect(decoder.decode(Array("q".utf8)) == [.key("q")])
        }
    }

    @Test func aHugePasteIsCutAndItsEndIsFound() {
        var decoder = KeyDecoder()
        let bytes = Array("\u{1B}[200~".utf8) + Array(repeating: UInt8(ascii: "a"), count: 1 << 21)
        #expect(decoder.decode(bytes) == [])
        let keys = decoder.decode(Array("\u{1B}[201~q".utf8))
        let isRight = keys == [.paste(String(repeating: "a", count: 1 << 20)), .key(.character("q"))]
        #expect(isRight)
    }

    @Test func anyBytesAtAllLeaveTheDecoderUsable() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var decoder = KeyDecoder()
            _ = decoder.decode((0..<64).map { _ in UInt8.random(in: 0...255, using: &numbers) })
            _ = decoder.decode(Array("\u{1B}[201~ ".utf8))
            _ = decoder.flush()
            #expect(decoder.decode(Array("q".utf8)) == [.key(.character("q"))])
        }
    }

    @Test func anyBytesMeanTheSameHoweverTheyAreSplit() {
        var random = SeededNumbers(seed: 5)
        let pieces = Self.keys.map { Array($0.0.utf8) }
        for _ in 0..<2_000 {
            let bytes = (0..<8).flatMap { _ in
                Bool.random(using: &random)
                    ? pieces.randomElement(using: &random) ?? [] : [UInt8.random(in: 0...255, using: &random)]
            }
            var whole = KeyDecoder()
            let expected = whole.decode(bytes)
            var split = KeyDecoder()
            var messages: [TerminalMessage] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &random)
                messages += split.decode(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(messages == expected)
        }
    }
}
