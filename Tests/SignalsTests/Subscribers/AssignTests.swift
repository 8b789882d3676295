import Signals
import XCTest

final class AssignTests: XCTestCase {
    private final class Screen: Sendable {
        private let state = Locked("")
        var title: String {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    func testAssignsEachValue() {
        let screen = Screen()
        let titles = PassthroughSubject<String, Never>()
        let following = titles.assign(to: \.title, on: screen)
        titles.send("Tasks")
        XCTAssertEqual(screen.title, "Tasks")
        following.cancel()
        titles.send("Nothing")
        XCTAssertEqual(screen.title, "Tasks")
    }

    func testLetsGoOfTheObjectAtTheEnd() {
        let titles = PassthroughSubject<String, Never>()
        weak var weakScreen: Screen?
        let assign: Subscribers.Assign<Screen, String>
        do {
            let screen = Screen()
            weakScreen = screen
            assign = Subscribers.Assign(object: screen, keyPath: \.title)
            titles.subscribe(assign)
        }
        XCTAssertNotNil(assign.object)
        titles.send(completion: .finished)
        XCTAssertNil(assign.object)
        XCTAssertNil(weakScreen)
    }

    func testAssignsToAPropertyOfAnyRoot() {
        /// A view of an object, as lenses and wrappers are.
        struct Lens: Sendable {
            let screen: Screen
            var title: String {
                get { screen.title }
                nonmutating set { screen.title = newValue }
            }
        }
        let screen = Screen()
        let titles = PassthroughSubject<String, Never>()
        let following = titles.assign(to: \Lens.title, on: Lens(screen: screen))
        titles.send("Tasks")
        XCTAssertEqual(screen.title, "Tasks")
        following.cancel()
    }
}
