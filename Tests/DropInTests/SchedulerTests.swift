import Combine
import XCTest

final class SchedulerTests: XCTestCase {
    func testDebounceAndThrottleFollowACustomScheduler() {
        let scheduler = ManualScheduler()
        let debouncer = Debouncer(interval: .seconds(1), scheduler: scheduler)
        debouncer.type("w")
        debouncer.type("wa")
        XCTAssertEqual(debouncer.output, [])
        scheduler.advance(by: .seconds(2))
        XCTAssertEqual(debouncer.output, ["wa"])
        XCTAssertEqual(debouncer.throttled.last, "wa")
    }

    func testACustomSchedulerRepeatsUntilCancelled() {
        let scheduler = ManualScheduler()
        var runs = 0
        let repeating = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { runs += 1 }
        scheduler.advance(by: .milliseconds(2500))
        repeating.cancel()
        scheduler.advance(by: .seconds(5))
        XCTAssertEqual(runs, 3)
    }

    func testEveryWayToTheMainThreadArrives() {
        let screen = MainScreen()
        let titles = PassthroughSubject<String, Never>()
        let done = expectation(description: "debounced")
        screen.bind(titles.eraseToAnyPublisher()) { done.fulfill() }
        DispatchQueue.global().async { titles.send("Tasks") }
        wait(for: [done], timeout: 10)
        let others = expectation(description: "what was enqueued on the main thread before")
        others.expectedFulfillmentCount = 3
        DispatchQueue.main.async { others.fulfill() }
        RunLoop.main.perform { others.fulfill() }
        OperationQueue.main.addOperation { others.fulfill() }
        wait(for: [others], timeout: 10)
        XCTAssertEqual(screen.title, "Tasks")
        XCTAssertTrue(Set(screen.events).isSuperset(of: ["loop Tasks", "queue Tasks", "debounced Tasks"]))
        screen.stop()
    }

    func testATimerTicksUntilItIsCancelled() {
        let screen = MainScreen()
        let done = expectation(description: "three ticks")
        screen.startTimer { done.fulfill() }
        wait(for: [done], timeout: 10)
        XCTAssertEqual(screen.ticks, 3)
    }

    func testNotificationsArriveUntilStopped() {
        let center = NotificationCenter()
        let screen = MainScreen()
        screen.observe(center)
        center.post(name: .taskSaved, object: nil, userInfo: ["name": "Water plants"])
        screen.stop()
        center.post(name: .taskSaved, object: nil, userInfo: ["name": "Too late"])
        XCTAssertEqual(screen.saved, ["Water plants"])
    }

    @MainActor
    func testClosuresOfAMainActorClassTouchItsState() {
        let clock = Clock()
        clock.tick(1)
        clock.tick(2)
        clock.finish()
        XCTAssertEqual(clock.log, ["1", "3", "done"])
        let later = expectation(description: "later")
        clock.later { later.fulfill() }
        wait(for: [later], timeout: 10)
        XCTAssertEqual(clock.log.last, "later")
    }
}
