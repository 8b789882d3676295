import Foundation
import Signals
import SignalsAlgorithms
import SignalsBattery
import SignalsTesting
import XCTest

final class AnySchedulerTests: XCTestCase {
    /// A view model that is not generic over its scheduler.
    private final class SearchModel: Sendable {
        let query = PassthroughSubject<String, Never>()
        let found = CurrentValueSubject<[String], Never>([])
        private let searching: AnyCancellable

        init(scheduler: AnySchedulerOf<DispatchQueue>) {
            searching = query.debounce(for: .milliseconds(300), scheduler: scheduler).sink { [found] query in
                found.value.append(query)
            }
        }
    }

    func testAModelTakesATestSchedulerInPlaceOfAQueue() {
        let scheduler = TestScheduler()
        let model = SearchModel(scheduler: scheduler.standIn(for: DispatchQueue.main).eraseToAnyScheduler())
        model.query.send("te")
        scheduler.advance(by: .milliseconds(200))
        model.query.send("tea")
        scheduler.advance(by: .milliseconds(299))
        XCTAssertEqual(model.found.value, [])
        scheduler.advance(by: .milliseconds(1))
        XCTAssertEqual(model.found.value, ["tea"])
    }

    func testAModelTakesTheQueueItself() {
        let model = SearchModel(scheduler: DispatchQueue(label: "search").eraseToAnyScheduler())
        let found = expectation(description: "tea")
        let sink = model.found.dropFirst().sink { _ in found.fulfill() }
        model.query.send("tea")
        wait(for: [found], timeout: 60)
        sink.cancel()
    }

    func testEveryMethodReachesTheScheduler() {
        let scheduler = TestScheduler()
        let any = AnyScheduler(scheduler)
        let log = Locked<[String]>([])
        any.schedule { log.withLock { $0.append("at once") } }
        any.schedule(after: any.now.advanced(by: .seconds(3))) { log.withLock { $0.append("later") } }
        let repeating = any.schedule(after: any.now, interval: .seconds(2)) { log.withLock { $0.append("again") } }
        scheduler.advance(by: .seconds(3))
        repeating.cancel()
        scheduler.run()
        XCTAssertEqual(log.withLock { $0 }, ["at once", "again", "again", "later"])
        XCTAssertEqual(any.now, scheduler.now)
        XCTAssertEqual(any.minimumTolerance, scheduler.minimumTolerance)
    }

    func testTheOptionsItWasMadeWithAreThoseOfEachAction() {
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "erased")
        queue.suspend()
        queue.eraseToAnyScheduler(options: .init(group: group)).schedule {}
        XCTAssertEqual(group.wait(timeout: .now()), .timedOut)
        queue.resume()
        XCTAssertEqual(group.wait(timeout: .now() + 60), .success)
    }

    func testATestSchedulerStandsInForARunLoopAndAnOperationQueueToo() {
        check(RunLoop.main)
        check(OperationQueue.main)
    }

    private func check<S: Scheduler>(_ original: S) {
        let scheduler = TestScheduler()
        let erased = scheduler.standIn(for: original).eraseToAnyScheduler()
        let recorder = Just(1).delay(for: .seconds(2), scheduler: erased).recording()
        scheduler.advance(by: .milliseconds(1999))
        XCTAssertEqual(recorder.values, [])
        scheduler.advance(by: .milliseconds(2))
        XCTAssertEqual(recorder.values, [1])
    }
}
