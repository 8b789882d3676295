import Signals
import Testing

struct RequireNotNegativeTests {
    @Test func aNegativeLengthStopsTheProgramWithAMessage() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = PassthroughSubject<Int, Never>().prefix(-1)
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("prefix(_:) needs a number of at least 0, but was given -1."))
    }

    @Test func aNegativeCountOrPositionStopsTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = PassthroughSubject<Int, Never>().dropFirst(-1) }
        await #expect(processExitsWith: .failure) { _ = PassthroughSubject<Int, Never>().output(at: -1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(-1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).output(in: (-1)...) }
        await #expect(processExitsWith: .failure) { _ = [1].publisher.prefix(-1) }
        await #expect(processExitsWith: .failure) { _ = [1].publisher.dropFirst(-1) }
    }
}
