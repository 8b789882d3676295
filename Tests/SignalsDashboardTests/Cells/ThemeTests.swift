import Foundation
import Testing

@testable import SignalsDashboard

@Suite struct ThemeTests {
    private static let text: [Role] = [.dim, .focus, .mark, .key, .accent, .good, .warning, .bad, .plot, .plot2]
    private static let dark: [UInt32] = [0x000000, 0x1E1E1E, 0x282A36, 0x300A24, 0x002B36, 0x2E3440]
    private static let light: [UInt32] = [0xFFFFFF, 0xFDF6E3, 0xFAF4ED, 0xEFF1F5]

    /// The relative luminance of WCAG 2.
    private func luminance(_ color: Color) -> Double {
        let (red, green, blue) = color.components
        let parts = [red, green, blue].map { part -> Double in
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private func contrast(_ one: Color, _ other: Color) -> Double {
        let (brighter, darker) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (brighter + 0.05) / (darker + 0.05)
    }

    private func least(_ theme: Theme, _ roles: [Role], on grounds: [UInt32]) -> Double {
        roles.compactMap { theme.looks[$0]?.text }.flatMap { color in
            grounds.map { contrast(color, Color(hex: $0)) }
        }.min() ?? 0
    }

    @Test func textIsReadableOnUsualGrounds() {
        #expect(least(.dark, Self.text, on: Self.dark) >= 5.9)
        #expect(least(.light, Self.text, on: Self.light) >= 6.1)
    }

    @Test func bordersAreSeenOnUsualGrounds() {
        #expect(least(.dark, [.border], on: Self.dark) >= 3.8)
        #expect(least(.light, [.border], on: Self.light) >= 4.1)
    }

    @Test func theSelectedRowIsReadable() throws {
        for (theme, contrast) in [(Theme.dark, 8.6), (.light, 15.9)] {
            let look = try #require(theme.looks[.selection])
            #expect(self.contrast(try #require(look.text), try #require(look.ground)) >= contrast)
        }
    }

    @Test func withoutColorsRolesThatMatterDiffer() {
        for theme in [Theme.plain, .sixteen] {
            #expect(theme.looks[.selection]?.isReversed == true)
            #expect(theme.looks[.bad]?.isBold == true)
            #expect(theme.looks[.key]?.isBold == true)
            #expect(theme.looks[.input]?.isUnderlined == true)
        }
    }

    @Test func aStyleKeepsItsRoleColorAndWeight() {
        for role in Role.allCases {
            for color in [nil, Color.ansi(0), .ansi(255), .rgb(0, 0, 0), .rgb(255, 254, 1)] as [Color?] {
                for isBold in [true, false] {
                    let style = Style(role, color: color, bold: isBold)
                    #expect(style.role == role && style.color == color && style.isBold == isBold)
                }
            }
        }
    }
}
