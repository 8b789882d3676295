import Signals
import SignalsBattery
import XCTest

/// A hundred thousand subscribers come and go: what each costs does not depend on how many there are. Where it does, this
/// takes minutes instead of a second.
final class CrowdTests: XCTestCase {
    private static let size = steps(100_000)

    // SAFETY: its only property is one that threads may share.
    private final class Model: ObservableObject, @unchecked Sendable {
        @Published var count = 0
    }

    private func check<P: Publisher>(_ publisher: P, file: StaticString = #filePath, line: UInt = #line)
    where P.Failure == Never {
        underAWatchdog(file: file, line: line) {
            // In the order in which they came, in the opposite one, and from the middle.
            for order in 0..<3 {
                var sinks = (0..<Self.size).map { _ in publisher.sink { _ in } }
                if order == 1 { sinks.reverse() }
                if order == 2 { sinks.swapAt(0, Self.size / 2) }
                for sink in sinks { sink.cancel() }
            }
        }
    }

    func testAPassthroughSubjectBearsACrowd() {
        check(PassthroughSubject<Int, Never>())
    }

    func testACurrentValueSubjectBearsACrowd() {
        check(CurrentValueSubject<Int, Never>(1))
    }

    func testAPendingFutureBearsACrowd() {
        check(Future<Int, Never> { _ in })
    }

    func testAPublishedPropertyAndItsObjectBearACrowd() {
        let model = Model()
        check(model.$count)
        check(model.objectWillChange)
    }

    func testASharedPublisherBearsACrowd() {
        check(PassthroughSubject<Int, Never>().share())
        check(PassthroughSubject<Int, Never>().multicast { CurrentValueSubject(1) })
    }

    func testACompletionReachesAllOfThem() {
        let subject = PassthroughSubject<Int, Never>()
        let ends = Locked(0)
        let sinks = (0..<Self.size).map { _ in
            subject.sink(receiveCompletion: { _ in ends.withLock { $0 += 1 } }, receiveValue: { _ in })
        }
        subject.send(completion: .finished)
        XCTAssertEqual(ends.withLock { $0 }, Self.size)
        withExtendedLifetime(sinks) {}
    }
}
