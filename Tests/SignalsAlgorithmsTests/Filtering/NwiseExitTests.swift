import Signals
import SignalsAlgorithms
import Testing

struct NwiseExitTests {
    @Test func aSizeBelowOneStopsTheProgramWithAMessage() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Just(1).nwise(0)
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("nwise(_:) needs a size of at least 1, but was given 0."))
    }
}
