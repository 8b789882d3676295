import Foundation
import Signals
import Testing

@Suite struct DemandTests {
    typealias Demand = Subscribers.Demand

    @Test(arguments: [(0, 0, 0), (1, 2, 3), (Int.max, 0, Int.max)])
    func sumsAddUp(_ lhs: Int, _ rhs: Int, _ sum: Int) {
        #expect(Demand.max(lhs) + .max(rhs) == .max(sum))
        #expect(Demand.max(lhs) + rhs == .max(sum))
    }

    @Test func aSumPastTheLargestNumberIsUnlimited() {
        #expect(Demand.max(.max) + .max(1) == .unlimited)
        #expect(Demand.max(.max) + .max(.max) == .unlimited)
    }

    @Test func unlimitedStaysUnlimited() {
        #expect(Demand.unlimited + .max(1) == .unlimited)
        #expect(Demand.unlimited - .max(1) == .unlimited)
        #expect(Demand.unlimited - .unlimited == .unlimited)
        #expect(Demand.unlimited * 0 == .unlimited)
        #expect(Demand.unlimited.max == nil)
    }

    @Test func aDifferenceIsNeverNegative() {
        #expect(Demand.max(2) - .max(3) == .none)
        #expect(Demand.max(2) - .unlimited == .none)
        #expect(Demand.max(5) - 3 == .max(2))
    }

    @Test func productsMultiply() {
        #expect(Demand.max(3) * 4 == .max(12))
        #expect(Demand.max(.max) * 2 == .unlimited)
    }

    @Test func operatorsThatAssignDoTheSame() {
        var demand = Demand.max(2)
        demand += .max(3)
        demand += 1
        demand -= .max(2)
        demand -= 1
        demand *= 4
        #expect(demand == .max(12))
    }

    @Test func unlimitedIsMoreThanAnyNumber() {
        #expect(Demand.unlimited > .max(.max))
        #expect(Demand.unlimited > Int.max)
        #expect(Demand.max(1) < .max(2))
        #expect(Demand.max(2) >= 2 && Demand.max(2) <= 2 && Demand.max(2) == 2 && Demand.max(2) != 3)
        #expect(Demand.none > -1)
        #expect(3 > Demand.max(2) && 2 >= Demand.max(2) && 1 < Demand.max(2) && 2 <= Demand.max(2))
        #expect(2 == Demand.max(2) && 3 != Demand.max(2))
    }

    @Test func saysWhatItIs() {
        #expect(Demand.unlimited.description == "unlimited")
        #expect(Demand.max(3).description == "max(3)")
        #expect(Demand.none.description == "max(0)")
    }

    @Test(arguments: [Demand.none, .max(1), .max(.max), .unlimited])
    func survivesCoding(_ demand: Demand) throws {
        let data = try JSONEncoder().encode([demand])
        #expect(try JSONDecoder().decode([Demand].self, from: data) == [demand])
    }

    @Test func refusesANumberThatIsNoDemand() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Demand].self, from: Data("[18446744073709551615]".utf8))
        }
    }

    @Test func aNegativeDemandStopsTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = Demand.max(-1) }
        await #expect(processExitsWith: .failure) { _ = Demand.max(1) - (-1) }
    }
}
