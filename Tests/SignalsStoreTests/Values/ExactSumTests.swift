import Foundation
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

@Suite struct ExactSumTests {
    private func sum(_ numbers: [Double]) -> Double {
        var sum = ExactSum()
        for number in numbers { sum.add(number) }
        return sum.total
    }

    @Test func oneNumberIsItself() {
        let odd = [
            0, 1, -1, 0.1, .pi, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, .leastNormalMagnitude.nextDown, 1e300, 3 * .leastNonzeroMagnitude,
        ]
        for number in odd { #expect(sum([number]) == number) }
        for _ in 0..<10_000 {
            let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max))
            if number.isFinite { #expect(sum([number]).bitPattern == number.bitPattern) }
        }
    }

    @Test func aSumOfTwoIsRoundedAsSwiftRoundsIt() {
        for _ in 0..<20_000 {
            let (one, other) = (any(), any())
            #expect(sum([one, other]) == one + other)
        }
    }

    private func any() -> Double {
        switch Int.random(in: 0..<3) {
        case 0: Double.random(in: -1...1)
        case 1: Double(Int.random(in: -9...9)) * pow(2, Double(Int.random(in: -1074...900)))
        default: Double(sign: .minus, exponent: Int.random(in: -60...60), significand: .random(in: 1..<2))
        }
    }

    @Test func whatIsTakenBackLeavesNothingBehindInAnyOrder() {
        for _ in 0..<200 {
            let kept = (0..<5).map { _ in any() }
            let gone = (0..<20).map { _ in any() }
            var sum = ExactSum()
            var steps = (kept + gone).map { ($0, true) }
            steps.shuffle()
            for (number, _) in steps { sum.add(number) }
            for number in gone.shuffled() { sum.remove(number) }
            #expect(sum.total == self.sum(kept.reversed()))
        }
    }

    @Test func whatRoundingWouldLoseIsThere() {
        #expect(sum([1e100, 1, -1e100]) == 1)
        #expect(
            sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude])
                == .greatestFiniteMagnitude)
        #expect(sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude]) == Double.infinity)
        #expect(sum(Array(repeating: 0.1, count: 10)) == 1)
    }

    @Test func manyNumbersOfAnySizeAreAddedUpAsTheirUnitsAre() {
        var (sum, units) = (ExactSum(), Int128(0))
        for index in 0..<300_000 {
            let significand = Int64.random(in: -(1 << 52)...1 << 52)
            let exponent = Int.random(in: 0...50)
            sum.add(Double(significand) * pow(2, Double(exponent)))
            units += Int128(significand) << Int128(exponent)
            if index.isMultiple(of: 50_000) { #expect(sum.total == Double(units)) }
        }
        #expect(sum.total == Double(units))
    }

    @Test func infinityAndNaNCanBeTakenBack() {
        var sum = ExactSum()
        for number in [1, Double.infinity, -Double.infinity, .nan] { sum.add(number) }
        #expect(sum.total.isNaN)
        sum.remove(.nan)
        #expect(sum.total.isNaN)
        sum.remove(-Double.infinity)
        #expect(sum.total == Double.infinity)
        sum.remove(.infinity)
        #expect(sum.total == 1)
    }
}
