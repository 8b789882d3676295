import Combine
import XCTest

final class ViewModelTests: XCTestCase {
    private var cancellables = Set<AnyCancellable>()

    @MainActor
    func testAMainActorViewModelSearchesAndShowsTheResults() {
        let model = SearchViewModel { query in
            Just([query.uppercased()]).setFailureType(to: Error.self).eraseToAnyPublisher()
        }
        let shown = expectation(description: "results")
        model.$results.dropFirst().sink { _ in shown.fulfill() }.store(in: &cancellables)
        model.query = "water"
        XCTAssertTrue(model.isLoading)
        wait(for: [shown], timeout: 10)
        XCTAssertEqual(model.results, ["WATER!"])
        XCTAssertEqual(model.log, ["search water"])
    }

    @MainActor
    func testAFailedSearchShowsItsError() {
        struct Offline: Error {}
        let model = SearchViewModel { _ in Fail(error: Offline()).eraseToAnyPublisher() }
        let shown = expectation(description: "results")
        model.$results.dropFirst().sink { _ in shown.fulfill() }.store(in: &cancellables)
        model.query = "water"
        wait(for: [shown], timeout: 10)
        XCTAssertEqual(model.errorMessage, "Offline()")
        XCTAssertEqual(model.results, [])
    }

    func testPublishedPropertiesWorkInTheSubclassAndInItsSuperclass() {
        let model = LoginViewModel()
        var changes = 0
        model.objectWillChange.sink { changes += 1 }.store(in: &cancellables)
        model.name = "Ada"
        XCTAssertEqual(model.greeting, "Hello, Ada")
        XCTAssertFalse(model.isValid)
        model.password = "correct horse"
        XCTAssertTrue(model.isValid)
        XCTAssertEqual(model.attempts, 1)
        model.isBusy = true
        XCTAssertEqual(changes, 5, "name, greeting, password, isValid, isBusy")
    }

    func testAGenericViewModelPublishesBeforeItChanges() {
        let model = ListViewModel<Int>()
        var seen: [[Int]] = []
        var empty: [Bool] = []
        model.objectWillChange.sink { seen.append(model.items) }.store(in: &cancellables)
        model.isEmpty.sink { empty.append($0) }.store(in: &cancellables)
        model.items = [1]
        model.items.append(2)
        XCTAssertEqual(seen, [[], [1]])
        XCTAssertEqual(empty, [true, false])
    }

    func testAnObjectMayTellOfItsChangesByASubjectOfItsOwn() {
        let counter = Counter()
        var before: [Int] = []
        counter.objectWillChange.sink { before.append(counter.count) }.store(in: &cancellables)
        counter.count = 1
        counter.count = 2
        XCTAssertEqual(before, [0, 1])
    }

    func testAPropertySetInsideFlatMapsDeliveryIsFollowed() {
        final class Model: ObservableObject {
            @Published var page = 0
        }
        let model = Model()
        var seen: [Int] = []
        let sink = model.$page.flatMap(maxPublishers: .max(1)) { Just($0) }.sink { value in
            seen.append(value)
            if value < 5 { model.page = value + 1 }
        }
        XCTAssertEqual(seen, Array(0...5))
        sink.cancel()
    }
}
