import Combine
import XCTest

final class PipelineTests: XCTestCase {
    private var cancellables = Set<AnyCancellable>()

    private func values<P: Publisher>(of publisher: P) -> [P.Output] {
        var values: [P.Output] = []
        let cancellable = publisher.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
        cancellable.cancel()
        return values
    }

    func testCustomOperatorsCompose() {
        XCTAssertEqual(values(of: [1, nil, 3].publisher.unwrap()), [1, 3])
        XCTAssertEqual(values(of: [1, 2, 3].publisher.pairwise()).map { $0.0 + $0.1 }, [3, 5])
        XCTAssertEqual(values(of: [1, 2, 4].publisher.withPrevious { $1 - ($0 ?? 0) }), [1, 1, 2])
        XCTAssertEqual(values(of: [" a ", " "].publisher.trimmed()), ["a"])
        XCTAssertEqual(values(of: (1...5).publisher.everyOther()), [1, 3, 5])
        XCTAssertEqual(values(of: total([1.5, 2].publisher)), [3.5])
        XCTAssertEqual(values(of: firstNames(Just([Person(name: "Ada", age: 36)]))), [["Ada"]])
        XCTAssertEqual(values(of: describe(Person(name: "Ada", age: 36))), ["Ada, 36"])
        var tapped = 0
        _ = values(of: Just(1).tap { tapped += $0 })
        XCTAssertEqual(tapped, 1)
    }

    func testAFailureBecomesAResult() {
        let failing = Fail<Int, ApiError>(error: .offline)
        XCTAssertEqual(values(of: failing.asResult()), [.failure(.offline)])
        var result: Result<Int, ApiError>?
        failing.sinkToResult { result = $0 }.store(in: &cancellables)
        XCTAssertEqual(result, .failure(.offline))
    }

    func testAnAsyncMapDeliversWhatItAwaited() {
        let finished = expectation(description: "finished")
        var received: [Int] = []
        Just(20).asyncMap { $0 + 1 }
            .sink(receiveCompletion: { _ in finished.fulfill() }, receiveValue: { received.append($0) })
            .store(in: &cancellables)
        wait(for: [finished], timeout: 10)
        XCTAssertEqual(received, [21])
    }

    func testAWrappedCallbackIsRetriedAndDecoded() {
        let transport = FlakyTransport()
        let api = Api(transport: transport)
        let finished = expectation(description: "finished")
        var people: [Person] = []
        api.fetch([Person].self, "people")
            .sink(receiveCompletion: { _ in finished.fulfill() }, receiveValue: { people = $0 })
            .store(in: &cancellables)
        wait(for: [finished], timeout: 10)
        XCTAssertEqual(people, [Person(name: "Ada", age: 36)])
        XCTAssertEqual(api.requests, 2)
    }

    func testAKeptPromiseIsFulfilledLater() {
        let api = Api(transport: FlakyTransport())
        var received: [Data] = []
        api.manual().replaceError(with: Data()).sink { received.append($0) }.store(in: &cancellables)
        XCTAssertEqual(received, [])
        api.fulfill(Data([1]))
        XCTAssertEqual(received, [Data([1])])
    }
}

private class FlakyTransport: Transport {
    private var isFirst = true

    func load(_ path: String, completion: @escaping (Result<Data, ApiError>) -> Void) {
        if isFirst {
            isFirst = false
            completion(.failure(.offline))
        } else {
            completion(.success(Data(#"[{"name":"Ada","age":36}]"#.utf8)))
        }
    }
}
