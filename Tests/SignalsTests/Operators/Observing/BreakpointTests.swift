import Foundation
import Signals
import Testing

struct BreakpointTests {
    @Test func nothingChangesAsLongAsNoConditionHolds() {
        let source = PassthroughSubject<Int, TestFailure>()
        let recorder = source.breakpoint(receiveOutput: { $0 > 5 }, receiveCompletion: { _ in false }).recording()
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        #expect(recorder.values == [1])
        #expect(recorder.failure == TestFailure())
    }

    @Test func keepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.breakpoint() }.check()
    }

    @Test func aConditionThatHoldsRaisesTheTrapSignal() async {
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Just(1).breakpoint(receiveOutput: { $0 == 1 }).sink { _ in }
        }
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Just(1).breakpoint(receiveSubscription: { _ in true }).sink { _ in }
        }
    }

    @Test func aFailureRaisesTheTrapSignal() async {
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Fail<Int, TestFailure>(error: TestFailure()).breakpointOnError()
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        }
    }
}
