import Signals
import Testing

struct RecordingTests {
    @Test func valuesAndTheCompletionAreKept() {
        var recording = Record<Int, TestFailure>.Recording()
        recording.receive(1)
        #expect(recording.completion == .finished)
        recording.receive(completion: .failure(TestFailure()))
        #expect(recording.output == [1])
        #expect(recording.completion == .failure(TestFailure()))
        #expect(Record(recording: recording).recording().failure == TestFailure())
    }

    @Test func aValueBehindTheCompletionStopsTheProgram() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var recording = Record<Int, Never>.Recording(output: [1], completion: .finished)
            recording.receive(2)
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("Record everything before the completion."))
    }
}
