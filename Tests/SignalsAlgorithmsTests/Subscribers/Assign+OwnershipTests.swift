import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class AssignWithOwnershipTests: XCTestCase {
    private let titles = PassthroughSubject<String, Never>()

    func testEachValueIsAssignedWhateverTheOwnership() {
        for ownership in [ObjectOwnership.strong, .weak, .unowned] {
            let screen = Screen()
            let assigning = titles.assign(to: \.title, on: screen, ownership: ownership)
            titles.send("Home")
            XCTAssertEqual(screen.title, "Home")
            titles.send("Tasks")
            XCTAssertEqual(screen.title, "Tasks")
            assigning.cancel()
            titles.send("Late")
            XCTAssertEqual(screen.title, "Tasks")
        }
    }

    func testOnlyAStrongOneKeepsTheObjectAlive() {
        for ownership in [ObjectOwnership.strong, .weak, .unowned] {
            weak var weakScreen: Screen?
            var assigning: AnyCancellable?
            do {
                let screen = Screen()
                weakScreen = screen
                assigning = titles.assign(to: \.title, on: screen, ownership: ownership)
            }
            XCTAssertEqual(weakScreen != nil, ownership == .strong)
            assigning?.cancel()
            XCTAssertNil(weakScreen, "cancelling lets go of the object")
        }
    }

    func testAValueForAWeakObjectThatHasGoneIsDropped() {
        let assigning = titles.assign(to: \.title, on: Screen(), ownership: .weak)
        titles.send("Nobody")
        assigning.cancel()
    }

    func testTheCompletionLetsGoOfTheObject() {
        weak var weakScreen: Screen?
        var assigning: AnyCancellable?
        do {
            let screen = Screen()
            weakScreen = screen
            assigning = titles.assign(to: \.title, on: screen, ownership: .strong)
        }
        titles.send(completion: .finished)
        XCTAssertNil(weakScreen)
        XCTAssertNotNil(assigning)
    }

    func testTwoObjectsAreAssignedThroughOneSubscription() {
        let subscriptions = Locked(0)
        let counted = titles.handleEvents(receiveSubscription: { _ in subscriptions.withLock { $0 += 1 } })
        let screens = [Screen(), Screen()]
        let assigning = counted.assign(to: \.title, on: screens[0], and: \.title, on: screens[1])
        titles.send("Home")
        XCTAssertEqual(screens.map(\.title), ["Home", "Home"])
        XCTAssertEqual(subscriptions.withLock { $0 }, 1)
        assigning.cancel()
    }

    func testThreeObjectsAreAssignedAndNoneIsKeptAliveIfWeak() {
        let screens = [Screen(), Screen()]
        weak var weakScreen: Screen?
        var assigning: AnyCancellable?
        do {
            let third = Screen()
            weakScreen = third
            assigning = titles.assign(
                to: \.title, on: screens[0], and: \.title, on: screens[1], and: \.title, on: third, ownership: .weak)
            titles.send("Home")
            XCTAssertEqual(third.title, "Home")
        }
        XCTAssertNil(weakScreen)
        titles.send("Tasks")
        XCTAssertEqual(screens.map(\.title), ["Tasks", "Tasks"])
        assigning?.cancel()
    }

    func testReleasingTheSubscriptionEndsTheAssigning() {
        let screen = Screen()
        do {
            let assigning = titles.assign(to: \.title, on: screen, ownership: .weak)
            titles.send("Home")
            withExtendedLifetime(assigning) {}
        }
        titles.send("Late")
        XCTAssertEqual(screen.title, "Home")
    }
}
