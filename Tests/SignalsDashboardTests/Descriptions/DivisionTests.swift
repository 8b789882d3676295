import Testing

@testable import SignalsDashboard

@Suite struct DivisionTests {
    private func lengths(_ parts: [Division.Part], _ room: Int, gap: Int = 0) -> [Int?] {
        Division(parts, room: room, gap: gap).lengths
    }

    @Test func fixedPartsAreServedFirstAndTheRestIsSharedByWeight() {
        let parts: [Division.Part] = [.init(length: .fixed(10)), .init(length: .share(1)), .init(length: .share(2))]
        #expect(lengths(parts, 40) == [10, 10, 20])
        #expect(lengths(parts, 42) == [10, 11, 21])
    }

    @Test func lengthsMayBeAsLargeAsNumbersAre() {
        let all: [Division.Part] = [.init(length: .fixed(.max)), .init(length: .fixed(.max))]
        #expect(lengths(all, 40) == [40, nil])
        let shares: [Division.Part] = [.init(length: .share(.max)), .init(length: .share(.max))]
        #expect(lengths(shares, 40) == [20, 20])
        let least: [Division.Part] = [.init(length: .share(1, min: .max)), .init(length: .share(1, min: .max))]
        #expect(lengths(least, 40) == [40, nil])
    }

    @Test func aPartThatFitsTakesNoMoreThanItHasAUseFor() {
        let parts: [Division.Part] = [.init(length: .fits, least: 1, most: 7), .init(length: .share())]
        #expect(lengths(parts, 20) == [7, 13])
        #expect(lengths(parts, 6) == [5, 1])
    }

    @Test func whatIsOverItsMostGoesToTheOthers() {
        let parts: [Division.Part] = [.init(length: .share(1, max: 5)), .init(length: .share(1))]
        #expect(lengths(parts, 30) == [5, 25])
    }

    @Test func theLowestPriorityGoesFirstAndOfEqualsTheLater() {
        let parts = [5, 2, 2, 9].map { Division.Part(length: .fixed(10), priority: $0) }
        #expect(lengths(parts, 35) == [10, 10, nil, 10])
        #expect(lengths(parts, 25) == [10, nil, nil, 10])
        #expect(lengths(parts, 15) == [nil, nil, nil, 10])
        #expect(lengths(parts, 4) == [nil, nil, nil, 4])
    }

    @Test func theLawsHoldForAnyParts() {
        var random = SeededNumbers(seed: 7)
        for _ in 0..<5_000 {
            let parts = (0..<Int.random(in: 1...8, using: &random)).map { _ in part(using: &random) }
            let (room, gap) = (Int.random(in: 0...300, using: &random), Int.random(in: 0...2, using: &random))
            check(parts, room, gap)
        }
    }

    private func part(using random: inout SeededNumbers) -> Division.Part {
        let least = Int.random(in: 0...20, using: &random)
        let most = Bool.random(using: &random) ? Int.max : least + Int.random(in: 0...30, using: &random)
        let lengths: [Length] = [
            .fixed(.random(in: 0...40, using: &random)), .fits,
            .share(
                .random(in: 1...4, using: &random), min: .random(in: 1...30, using: &random),
                max: .random(in: 1...200, using: &random)),
            .share(),
        ]
        return .init(
            length: lengths.randomElement(using: &random) ?? .fits, priority: .random(in: 1...5, using: &random),
            least: least,
            most: most)
    }

    private func minimum(_ part: Division.Part) -> Int {
        switch part.length {
        case .fixed(let count): count
        case .fits: min(part.least, part.most)
        case .share(_, let min, _): max(min, part.least)
        }
    }

    private func check(_ parts: [Division.Part], _ room: Int, _ gap: Int) {
        let lengths = lengths(parts, room, gap: gap)
        let kept = parts.indices.filter { lengths[$0] != nil }
        let gone = parts.indices.filter { lengths[$0] == nil }
        let used = kept.reduce(0) { $0 + (lengths[$1] ?? 0) } + gap * max(0, kept.count - 1)
        #expect(!kept.isEmpty)
        #expect(used <= room, "the parts do not fit")
        if kept.count > 1 {
            for part in kept { #expect((lengths[part] ?? 0) >= minimum(parts[part])) }
        }
        for one in gone {
            for other in kept {
                let isLower = (parts[one].priority, -one) < (parts[other].priority, -other)
                #expect(isLower, "a part of a higher priority went first")
            }
        }
        let takesAll = kept.contains { part in
            if case .share(_, _, .max) = parts[part].length { return true }
            return parts[part].length == .fits && parts[part].most == .max
        }
        if takesAll { #expect(used == room, "room is left over") }
        #expect(self.lengths(parts, room, gap: gap) == lengths)
    }
}
