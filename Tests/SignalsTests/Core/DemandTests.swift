import Foundation
import Signals
import Testing

@Suite struct DemandTests {
    typealias Demand = Subscribers.Demand

    @Test func unlimitedHasNoNumber() {
        #expect(Demand.unlimited.max == nil)
        #expect(Demand.max(3).max == 3)
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
    }
}
