import SignalsDashboard
import Testing

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("a\u{1B}[31mb", "a␛[31mb"), ("tab\there", "tab␉here"), ("a\nb\r\nc", "a␊b␍␊c"),
        ("\u{7F}", "␡"), ("\u{9B}2J", "�2J"), ("nul\0", "nul␀"), ("\u{202E}evil", "�evil"), ("\u{2028}", "�"),
        ("Zoë 📷 水", "Zoë 📷 水"),
    ])
    func controlCharactersAreShownAndNotSent(text: String, shown: String) {
        #expect(text.showingControlCharacters == shown)
    }

    @Test func nothingThatATerminalObeysIsLeft() {
        let everything = String(String.UnicodeScalarView((UInt32(0)...0x2FFF).compactMap(Unicode.Scalar.init)))
        let left = everything.showingControlCharacters.unicodeScalars.filter {
            $0.properties.generalCategory == .control
        }
        #expect(left.isEmpty)
    }

    @Test(arguments: [
        ("plants", 6, "plants"), ("plants", 5, "plan…"), ("plants", 1, "…"), ("plants", 0, ""), ("plants", -3, ""),
        ("水水水", 6, "水水水"), ("水水水", 5, "水水…"), ("水水水", 4, "水…"), ("👨‍👩‍👧‍👦ab", 3, "👨‍👩‍👧‍👦…"), ("", 0, ""),
    ])
    func textIsCutBetweenCharacters(text: String, columns: Int, cut: String) {
        #expect(text.truncated(toWidth: columns) == cut)
    }
}
