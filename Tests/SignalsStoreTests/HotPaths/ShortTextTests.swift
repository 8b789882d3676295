import Testing

@testable import SignalsStoreCore

@Suite struct ShortTextTests {
    private func text(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBufferPointer { ShortText.text($0) } }

    @Test func theLibraryKeepsShortTextsAsTheyArePutTogether() { #expect(ShortText.isKnown) }

    @Test func aShortTextIsTheOneThatTheLibraryMakes() {
        for count in 0...15 {
            for first in UInt8(0)...127 {
                let bytes = (0..<count).map { (first &+ UInt8($0) &* 37) & 0x7F }
                let expected = String(decoding: bytes, as: UTF8.self)
                let found = text(bytes)
                #expect(found == expected)
                #expect(found.map { Array($0.utf8) } == bytes)
                #expect(found?.hashValue == expected.hashValue)
                #expect(found?.count == expected.count)
            }
        }
    }

    @Test func aShortTextGrowsAndIsSearchedLikeAnyOther() {
        var found = text(Array("Worker 123".utf8)) ?? ""
        #expect(found.hasPrefix("Worker") && found.hasSuffix("123"))
        found += " is a longer text now"
        #expect(found == "Worker 123 is a longer text now")
    }

    @Test func whatIsLongerOrNotASCIIIsLeftToTheLibrary() {
        #expect(text(Array("sixteen ASCII ch".utf8)) == nil)
        for count in 1...15 {
            for place in 0..<count {
                var bytes = [UInt8](repeating: 97, count: count)
                bytes[place] = 0xC3
                #expect(text(bytes) == nil)
            }
        }
    }

    @Test func aTextOfAnyBytesIsTheOneThatTheLibraryMakes() {
        for text in ["", "a", "café", "größer als fünfzehn Bytes", "e\u{301}", "\u{0}\u{0}", "fifteen letters"] {
            #expect(Array(text.utf8).withUnsafeBufferPointer { String(utf8: $0) } == text)
        }
        let broken: [UInt8] = [97, 0xFF, 98]
        #expect(broken.withUnsafeBufferPointer { String(utf8: $0) } == String(decoding: broken, as: UTF8.self))
    }
}
