import SignalsDashboard
import Testing

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("plants", 6), ("Müsli", 5), ("Mu\u{308}sli", 5), ("水", 2), ("植物に水", 8), ("한국", 4), ("ｗ", 2),
        ("📷", 2), ("❤️", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("👍🏽", 2), ("e\u{301}\u{323}", 1), ("\u{200B}", 0), ("नी", 2),
        ("a\u{AD}b", 3), ("\u{1112}\u{1161}\u{11AB}", 2), ("㈠", 2), ("𠀋", 2), ("½", 1), ("…", 1),
        ("a\tb\u{1B}\r\n", 6), ("\u{202E}\u{85}", 2),
    ])
    func textTakesTheColumnsATerminalGivesIt(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test func everyScalarHasAWidthOfAtMostTwo() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let width = String(Character(scalar)).displayWidth
            if !(0...2).contains(width) { Issue.record("U+\(String(value, radix: 16)) has width \(width)") }
        }
    }
}
