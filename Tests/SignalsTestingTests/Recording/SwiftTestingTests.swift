import Signals
import SignalsTesting
import Testing

@Suite struct SwiftTestingTests {
    @Test func aRecorderIsAwaited() async throws {
        let scheduler = TestScheduler()
        let recorder = Just(7).delay(for: .seconds(3), scheduler: scheduler).record()
        scheduler.run()
        #expect(try await recorder.single.value == 7)
    }

    @Test func anUnimplementedSchedulerFailsTheTestThatRuns() {
        withKnownIssue {
            _ = Just(1).receive(on: UnimplementedScheduler()).record()
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("Give the code a TestScheduler") }
        }
    }
}
