import Signals
import Testing

/// Each operator against a model: a whole number, or nil for unlimited.
@Suite struct DemandArithmeticTests {
    typealias Demand = Subscribers.Demand

    static let demands: [Demand] = [.none, .max(1), .max(Int.max - 1), .max(Int.max), .unlimited]
    static let numbers = [0, 1, -1, 2, -2, Int.max - 1, Int.max, Int.min]

    /// The demand that Combine documents for a result: unlimited past the largest number, zero below zero.
    private func demand(_ result: Int128?) -> Demand {
        guard let result, result <= Int128(Int.max) else { return .unlimited }
        return .max(Int(max(result, 0)))
    }

    private func number(_ demand: Demand) -> Int128? {
        demand.max.map { Int128($0) }
    }

    private func assigned(_ lhs: Demand, _ change: (inout Demand) -> Void) -> Demand {
        var lhs = lhs
        change(&lhs)
        return lhs
    }

    @Test(arguments: demands, demands)
    func sumsAndDifferencesOfDemandsAreThoseOfNumbers(_ lhs: Demand, _ rhs: Demand) {
        let (left, right) = (number(lhs), number(rhs))
        let sum = demand(left.flatMap { left in right.map { left + $0 } })
        #expect(lhs + rhs == sum)
        #expect(assigned(lhs) { $0 += rhs } == sum)
        let difference = left.map { left in right.map { demand(left - $0) } ?? .none } ?? .unlimited
        #expect(lhs - rhs == difference)
        #expect(assigned(lhs) { $0 -= rhs } == difference)
    }

    @Test(arguments: demands, numbers)
    func operatorsWithANumberAreThoseOfNumbers(_ lhs: Demand, _ rhs: Int) {
        let (left, right) = (number(lhs), Int128(rhs))
        #expect(lhs + rhs == demand(left.map { $0 + right }))
        #expect(lhs - rhs == demand(left.map { $0 - right }))
        #expect(lhs * rhs == demand(left.map { $0 * right }))
        #expect(assigned(lhs) { $0 += rhs } == lhs + rhs)
        #expect(assigned(lhs) { $0 -= rhs } == lhs - rhs)
        #expect(assigned(lhs) { $0 *= rhs } == lhs * rhs)
    }

    @Test(arguments: demands, demands)
    func demandsCompareAsNumbersWithUnlimitedAsTheGreatest(_ lhs: Demand, _ rhs: Demand) {
        let (left, right) = (number(lhs) ?? .max, number(rhs) ?? .max)
        #expect((lhs < rhs) == (left < right))
        #expect((lhs <= rhs) == (left <= right))
        #expect((lhs > rhs) == (left > right))
        #expect((lhs >= rhs) == (left >= right))
        #expect((lhs == rhs) == (left == right))
        #expect((lhs != rhs) == (left != right))
    }

    @Test(arguments: demands, numbers)
    func demandsCompareWithNumbers(_ demand: Demand, _ number: Int) {
        let (left, right) = (self.number(demand) ?? .max, Int128(number))
        #expect((demand < number) == (left < right))
        #expect((demand <= number) == (left <= right))
        #expect((demand > number) == (left > right))
        #expect((demand >= number) == (left >= right))
        #expect((demand == number) == (left == right))
        #expect((demand != number) == (left != right))
        #expect((number < demand) == (right < left))
        #expect((number <= demand) == (right <= left))
        #expect((number > demand) == (right > left))
        #expect((number >= demand) == (right >= left))
        #expect((number == demand) == (right == left))
        #expect((number != demand) == (right != left))
    }
}
