import Signals
import SignalsStore
import XCTest

private struct Broken: Error, Equatable { var number = 0 }

@MainActor
final class SaveStateTests: XCTestCase {
    private func save(_ result: Result<Int, any Error>) -> Future<Int, any Error> { Future { $0(result) } }

    func testASaveIsUnderWayAtOnceAndThenSaved() async {
        let state = SaveState()
        XCTAssertEqual(state.phase, .idle)
        save(.success(1)).track(in: state)
        XCTAssertEqual(state.phase, .saving)
        await state.settled()
        XCTAssertEqual(state.phase, .saved)
        XCTAssertFalse(state.hasError)
        XCTAssertNil(state.error)
    }

    func testItIsSettledOnceAllSavesHaveSaidWhatBecameOfThem() async {
        let state = SaveState()
        await state.settled()
        let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        for subject in [first, second] { subject.first().track(in: state) }
        let settled = Task {
            await state.settled()
            return state.phase
        }
        first.send(1)
        while state.savesUnderWay > 1 { await Task.yield() }
        XCTAssertEqual(state.phase, .saving)
        second.send(1)
        let phase = await settled.value
        XCTAssertEqual(phase, .saved)
    }

    func testAFailureStaysUntilItIsDismissedWhateverSucceedsAfterIt() async {
        let state = SaveState()
        save(.failure(Broken())).track(in: state)
        await state.settled()
        XCTAssertEqual(state.phase, .failed)
        save(.success(1)).track(in: state)
        await state.settled()
        XCTAssertEqual(state.phase, .failed)
        XCTAssertTrue(state.hasError)
        XCTAssertEqual(state.error as? Broken, Broken())
        state.dismissError()
        XCTAssertEqual(state.phase, .idle)
        XCTAssertFalse(state.hasError)
        XCTAssertNil(state.error)
    }

    func testFailuresWaitInLineAndAreDismissedOneByOneOrAllAtOnce() async {
        let state = SaveState()
        for number in 1...3 {
            save(.failure(Broken(number: number))).track(in: state)
            await state.settled()
        }
        XCTAssertEqual(state.errors.count, 3)
        state.dismissError()
        XCTAssertTrue(state.hasError)
        XCTAssertEqual(state.error as? Broken, Broken(number: 2))
        state.dismissAllErrors()
        XCTAssertFalse(state.hasError)
        state.dismissError()
        XCTAssertEqual(state.phase, .idle)
    }

    func testAnAlertThatSetsHasErrorToFalseDismissesTheErrorAndSeesTheNext() async {
        let state = SaveState()
        state.fail(with: Broken(number: 1))
        state.fail(with: Broken(number: 2))
        state.hasError = false
        XCTAssertTrue(state.hasError)
        XCTAssertEqual(state.error as? Broken, Broken(number: 2))
        state.hasError = false
        XCTAssertFalse(state.hasError)
        state.hasError = true
        XCTAssertFalse(state.hasError, "there is no error to show")
    }

    func testEachChangeIsPublished() async {
        let state = SaveState()
        let phases = Locked<[SaveState.Phase]>([])
        let changes = Locked(0)
        let cancellables = [
            state.$phase.sink { phase in phases.withLock { $0.append(phase) } },
            state.objectWillChange.sink { changes.withLock { $0 += 1 } },
        ]
        save(.failure(Broken())).track(in: state)
        await state.settled()
        state.dismissError()
        XCTAssertEqual(phases.withLock { $0 }, [.idle, .saving, .failed, .idle])
        XCTAssertGreaterThan(changes.withLock { $0 }, 0)
        withExtendedLifetime(cancellables) {}
    }

    func testEarlierWorkOfTheMainActorStillSeesTheValue() async {
        let state = SaveState()
        var values: [Int] = []
        save(.success(7)).receive(on: MainActor.shared).handleEvents(receiveOutput: { values.append($0) })
            .track(in: state)
        await state.settled()
        XCTAssertEqual(values, [7])
    }

    func testAStateThatIsReleasedIsNotKeptAliveByTheSave() async {
        let subject = PassthroughSubject<Int, any Error>()
        var state: SaveState? = SaveState()
        weak let released = state
        subject.track(in: state!)
        state = nil
        XCTAssertNil(released)
        subject.send(completion: .finished)
    }
}
