import Testing

@testable import SignalsDashboard

@Suite struct StyleSequenceTests {
    private func codes(_ style: Style, _ theme: Theme, _ depth: ColorDepth) -> String {
        var sequence = StyleSequence(theme: theme, depth: depth)
        return String(String(decoding: sequence.codes(for: style), as: UTF8.self).dropFirst(2).dropLast())
    }

    @Test func aRoleLooksAsTheThemeSays() {
        #expect(codes(.plain, .dark, .full) == "0")
        #expect(codes(Style(.bad), .dark, .full) == "0;1;38;2;255;154;146")
        #expect(codes(Style(.selection), .dark, .full) == "0;38;2;255;255;255;48;2;42;77;115")
        #expect(codes(Style(.input), .light, .none) == "0;4")
        #expect(codes(Style(.bad), .sixteen, .sixteen) == "0;1;31")
    }

    @Test func colorsAreRoundedToThoseOfTheTerminal() {
        #expect(codes(Style(color: .rgb(255, 0, 0)), .dark, .palette) == "0;38;5;196")
        #expect(codes(Style(color: .rgb(250, 80, 80)), .dark, .sixteen) == "0;91")
        #expect(codes(Style(color: .ansi(202)), .dark, .palette) == "0;38;5;202")
        #expect(codes(Style(color: .red), .dark, .sixteen) == "0;31")
    }

    @Test func withoutColorsASelectedRowIsReversed() {
        #expect(codes(Style(.selection), .dark, .none) == "0;7")
        #expect(codes(Style(.bad, color: .red), .dark, .none) == "0;1")
    }

    @Test(
        arguments: [
            (["TERM": "xterm-256color"], .palette), (["TERM": "xterm"], .sixteen), (["TERM": "dumb"], .none),
            ([:], .none),
            (["TERM": "vt100"], .none), (["TERM": "xterm", "COLORTERM": "truecolor"], .full),
            (["TERM": "xterm-kitty"], .full), (["TERM": "xterm-direct"], .full),
            (["TERM": "xterm-kitty", "NO_COLOR": "1"], .none), (["TERM": "xterm", "NO_COLOR": ""], .sixteen),
            (["TERM": "vt100", "CLICOLOR_FORCE": "1"], .sixteen), (["TERM": "vt100", "CLICOLOR_FORCE": "0"], .none),
            (["TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"], .none),
        ] as [([String: String], ColorDepth)])
    func theEnvironmentSaysHowManyColorsThereAre(environment: [String: String], depth: ColorDepth) {
        #expect(ColorDepth(environment) == depth)
    }
}
