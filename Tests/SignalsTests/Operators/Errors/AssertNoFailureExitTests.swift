import Signals
import Testing

struct AssertNoFailureExitTests {
    @Test func aFailureStopsTheProgramWithAMessage() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = Fail<Int, TestFailure>(error: TestFailure()).assertNoFailure("the sample is readable").sink { _ in }
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("the sample is readable: TestFailure()"))
    }
}
