import Signals
import SignalsBattery
import XCTest

final class MainActorDeliveryTests: XCTestCase {
    @MainActor private final class Screen: ObservableObject {
        @Published var hasError = false
        @Published var titles: [String] = []
        var error: (any Error)?
    }

    @MainActor
    func testAFailureReachesTheStateObjectOnTheMainActor() async {
        let screen = Screen()
        let future = Future<Void, TestFailure> { promise in
            DispatchQueue.global().async { promise(.failure(TestFailure())) }
        }
        future.map { false }
            .receive(on: MainActor.shared)
            .handleEvents(receiveCompletion: { if case .failure(let error) = $0 { screen.error = error } })
            .replaceError(with: true)
            .assign(to: &screen.$hasError)
        for await failed in screen.$hasError.values where failed { break }
        XCTAssertTrue(screen.hasError)
        XCTAssertTrue(screen.error is TestFailure)
    }

    @MainActor
    func testKeepsTheOrderAndTheCompletionLast() async {
        let subject = PassthroughSubject<Int, Never>()
        var received: [Int] = []
        let done = expectation(description: "completion")
        let sink = subject.receive(on: MainActor.shared).sink(
            receiveCompletion: { _ in
                XCTAssertEqual(received, Array(0..<1000))
                done.fulfill()
            },
            receiveValue: { received.append($0) })
        DispatchQueue.global().async {
            for value in 0..<1000 { subject.send(value) }
            subject.send(completion: .finished)
        }
        await fulfillment(of: [done], timeout: 10)
        sink.cancel()
    }

    @MainActor
    func testDeliversNothingAfterACancelOnTheMainActor() async {
        let subject = PassthroughSubject<Int, Never>()
        var received: [Int] = []
        let sink = subject.receive(on: MainActor.shared).sink { received.append($0) }
        subject.send(1)
        sink.cancel()
        await Task { @MainActor in }.value
        await Task { @MainActor in }.value
        XCTAssertEqual(received, [])
    }

    @MainActor
    func testMapsOnTheMainActorToWhatNeedNotBeSendable() async {
        final class Row {
            let title: String
            init(_ title: String) { self.title = title }
        }
        var rows: [Row] = []
        let done = expectation(description: "value")
        let sink = Just("Water plants").receive(on: MainActor.shared).map { Row($0) }.sink {
            rows.append($0)
            done.fulfill()
        }
        await fulfillment(of: [done], timeout: 10)
        XCTAssertEqual(rows.map(\.title), ["Water plants"])
        sink.cancel()
    }

    @MainActor
    func testFiltersByWhatBelongsToTheMainActor() async {
        let screen = Screen()
        screen.titles = ["2", "4"]
        let done = expectation(description: "completion")
        var received: [Int] = []
        let sink = ["1", "2", "3", "4", "5"].publisher.receive(on: MainActor.shared)
            .filter { screen.titles.contains($0) || $0 == "3" }
            .compactMap { $0 == "3" ? nil : Int($0) }
            .sink(receiveCompletion: { _ in done.fulfill() }, receiveValue: { received.append($0) })
        await fulfillment(of: [done], timeout: 10)
        XCTAssertEqual(received, [2, 4])
        sink.cancel()
    }

    @MainActor
    func testAssignsToAPropertyOfAnObject() async {
        let screen = Screen()
        let done = expectation(description: "value")
        let sink = Just(["Water plants"]).receive(on: MainActor.shared)
            .handleEvents(receiveCompletion: { _ in done.fulfill() })
            .assign(to: \.titles, on: screen)
        await fulfillment(of: [done], timeout: 10)
        XCTAssertEqual(screen.titles, ["Water plants"])
        sink.cancel()
    }

    @MainActor
    func testAnAssignmentEndsWithItsObject() async {
        let cancels = Locked(0)
        let subject = PassthroughSubject<Bool, Never>()
        do {
            let screen = Screen()
            subject.handleEvents(receiveCancel: { cancels.withLock { $0 += 1 } })
                .receive(on: MainActor.shared)
                .assign(to: &screen.$hasError)
        }
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }

    @MainActor
    private func eventsOfAChain(
        _ cancelling: (MainActorDelivery<Int, Never>, @escaping @MainActor () -> Void) -> MainActorDelivery<Int, Never>
    ) async -> [String] {
        let subject = PassthroughSubject<Int, Never>()
        var received: [String] = []
        var sink: AnyCancellable?
        sink = cancelling(subject.receive(on: MainActor.shared)) { sink?.cancel() }
            .handleEvents(receiveOutput: { received.append("passed \($0)") })
            .sink(receiveCompletion: { _ in received.append("completed") }, receiveValue: { received.append("\($0)") })
        let done = expectation(description: "all that was sent came to the main actor")
        let witness = subject.receive(on: MainActor.shared)
            .sink(receiveCompletion: { _ in done.fulfill() }, receiveValue: { _ in })
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .finished)
        await fulfillment(of: [done], timeout: 60)
        witness.cancel()
        sink = nil
        return received
    }

    @MainActor
    func testNothingIsDeliveredAfterAClosureOfTheChainCancels() async {
        let untilTwo = ["passed 1", "1"]
        let mapped = await eventsOfAChain { delivery, cancel in
            delivery.map { value in
                if value == 2 { cancel() }
                return value
            }
        }
        XCTAssertEqual(mapped, untilTwo)
        let filtered = await eventsOfAChain { delivery, cancel in
            delivery.filter { value in
                if value == 2 { cancel() }
                return true
            }
        }
        XCTAssertEqual(filtered, untilTwo)
        let watched = await eventsOfAChain { delivery, cancel in
            delivery.handleEvents(receiveOutput: { if $0 == 2 { cancel() } })
        }
        XCTAssertEqual(watched, untilTwo)
        let ended = await eventsOfAChain { delivery, cancel in
            delivery.handleEvents(receiveCompletion: { _ in cancel() })
        }
        XCTAssertEqual(ended, ["passed 1", "1", "passed 2", "2", "passed 3", "3"])
    }
}
