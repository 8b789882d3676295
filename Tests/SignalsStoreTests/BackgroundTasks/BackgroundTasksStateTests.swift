import Dispatch
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

@Suite struct BackgroundTasksStateTests {
    private let queue = DispatchQueue(label: "slot")
    private let limits = BackgroundTasksState.Limits(running: 2, slots: 3, stuck: 4)

    private func makeState(pending count: Int) -> (state: BackgroundTasksState, started: Int) {
        var state = BackgroundTasksState(limits: limits)
        var started = 0
        for _ in 0..<count { if case .start = state.add({ _ in }) { started += 1 } }
        return (state, started)
    }

    @Test func noMoreThanTheLimitRunAtOnce() {
        #expect(makeState(pending: 5).started == 2)
    }

    @Test func aTaskThatGivesUpItsSlotLetsAnotherStartUpToTheSecondBound() {
        var (state, _) = makeState(pending: 6)
        _ = (state.next(on: queue), state.next(on: queue))
        guard case .start = state.releaseSlot() else { return #expect(Bool(false), "another starts") }
        if case .start = state.releaseSlot() { #expect(Bool(false), "three slots are taken") }
    }

    @Test func fewerTasksWaitForRowsThanForSaves() {
        var state = BackgroundTasksState(limits: .init(running: 2, slots: 20, reading: 2))
        for _ in 0..<9 { _ = state.add({ _ in }) }
        for _ in 0..<3 { _ = state.next(on: queue) }
        guard case .start = state.releaseSlot(toRead: true) else { return #expect(Bool(false), "another starts") }
        if case .start = state.releaseSlot(toRead: true) { #expect(Bool(false), "two wait for rows") }
        state.reacquireSlot(afterReading: true)
        guard case .start = state.releaseSlot() else { return #expect(Bool(false), "one waits for rows, one saves") }
    }

    @Test func aQueueRestsWhenMoreRunThanMay() {
        var (state, _) = makeState(pending: 9)
        _ = state.releaseSlot()
        state.reacquireSlot()
        #expect(state.next(on: queue) == nil)
        #expect(state.next(on: queue) != nil)
    }

    @Test func aSlotIsAddedWhenNothingMoved() {
        var (state, _) = makeState(pending: 9)
        let seen = state.progress
        #expect(state.check(since: seen).count == 2)
        state.progress += 1
        #expect(state.check(since: seen).count == 1, "something moved, so it is only watched")
    }

    /// What runs on the slot's queue may be code of an earlier task's context, which waits for just this task.
    @Test func aTaskThatGoesOnInASlotThatIsHeldUpIsGivenAnother() {
        var (state, _) = makeState(pending: 1)
        #expect(state.next(on: queue) != nil)
        #expect(state.next(on: queue) == nil, "the slot rests")
        guard case .startWatched(let slot) = state.resume(BackgroundTasks.Job(run: { _ in })) else {
            return #expect(Bool(false), "somebody looks later")
        }
        #expect(slot === queue)
        let isAdded = state.check(since: state.progress).contains { if case .start = $0 { true } else { false } }
        #expect(isAdded)
        #expect(state.next(on: DispatchQueue(label: "another")) != nil)
    }

    @Test func theLastBoundHoldsAlsoWhenNothingMoves() {
        var (state, _) = makeState(pending: 20)
        for _ in 0..<10 { _ = state.check(since: state.progress) }
        var running = 0
        while state.next(on: queue) != nil, running < 20 { running += 1 }
        #expect(state.check(since: state.progress).count <= 2)
    }

    @Test func nothingIsAcceptedAfterTheEnd() {
        var (state, _) = makeState(pending: 1)
        state.isClosed = true
        guard case .refused = state.add({ _ in }) else { return #expect(Bool(false), "it was accepted") }
    }
}
