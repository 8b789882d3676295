import SignalsAlgorithms
import Testing

struct ReplaySubjectExitTests {
    @Test func aNegativeBufferSizeStopsTheProgramWithAMessage() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ReplaySubject<Int, Never>(bufferSize: -1)
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("ReplaySubject(bufferSize:) needs a number of at least 0, but was given -1."))
    }
}
