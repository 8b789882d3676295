import Signals
import XCTest

final class MapKeyPathTests: XCTestCase {
    private struct Task: Sendable {
        var name = "Water plants"
        var isDone = false
        var days = 3
    }

    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.map(\.description) }.check()
    }

    func testTheValuesOfAPropertyAreDelivered() {
        let source = PassthroughSubject<Task, TestFailure>()
        let recorder = source.map(\.name).recording()
        source.send(Task())
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, ["Water plants"])
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testTheOperatorKeepsTheKeyPath() {
        let source = PassthroughSubject<Task, Never>()
        let names: Publishers.MapKeyPath<PassthroughSubject<Task, Never>, String> = source.map(\.name)
        XCTAssertEqual(names.keyPath, \Task.name)
    }
}
