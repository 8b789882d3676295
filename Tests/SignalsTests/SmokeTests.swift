import Signals
import XCTest

@MainActor final class Screen: ObservableObject {
    @Published var hasError = false
    @Published var results: [Int] = []
    var error: (any Error)?
}

struct Refused: Error {}

final class SmokeTests: XCTestCase {
    @MainActor
    func testAFailureReachesTheStateObject() async throws {
        let screen = Screen()
        let changes = CurrentValueSubject<Int, Never>(0)
        let watching = screen.objectWillChange.sink { changes.value += 1 }
        let future = Future<Void, any Error> { promise in
            DispatchQueue.global().async { promise(.failure(Refused())) }
        }
        future.map { false }
            .receive(on: MainActor.shared)
            .handleEvents(receiveCompletion: { if case .failure(let error) = $0 { screen.error = error } })
            .replaceError(with: true)
            .assign(to: &screen.$hasError)
        for await failed in screen.$hasError.values where failed { break }
        XCTAssertTrue(screen.hasError)
        XCTAssertTrue(screen.error is Refused)
        XCTAssertEqual(changes.value, 1)
        watching.cancel()
    }

    func testOrder() async throws {
        let subject = PassthroughSubject<Int, Never>()
        let done = expectation(description: "done")
        let all = subject.receive(on: DispatchQueue.global()).collect().sink {
            XCTAssertEqual($0, Array(0..<10_000))
            done.fulfill()
        }
        for i in 0..<10_000 { subject.send(i) }
        subject.send(completion: .finished)
        await fulfillment(of: [done], timeout: 10)
        all.cancel()
    }
}
