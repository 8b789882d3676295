import Signals
import SignalsBattery
import XCTest

final class TryMapTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryMap { $0 + 1 } }.check()
        Lifecycle { $0.tryMap { if $0 > 1 { throw TestFailure() } } }.check()
    }

    func testAnErrorCancelsUpstreamAndIsTheEnd() {
        let rogue = RoguePublisher<Int, Never>()
        let recorder = Recorder<Int, any Error>()
        rogue.tryMap { value in
            if value == 2 { throw TestFailure() }
            return value * 10
        }.subscribe(recorder)
        let connection = rogue.connect()
        for value in 1...3 { rogue.send(value) }
        XCTAssertEqual(recorder.values, [10])
        XCTAssertEqual(recorder.completions.count, 1)
        if case .failure(let error) = recorder.completions.first { XCTAssertTrue(error is TestFailure) }
        XCTAssertEqual(connection.cancels, 1)
    }

    func testMappingAfterItIsOneStep() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, any Error>()
        subject.tryMap { $0 + 1 }.map { $0 * 2 }.tryMap { $0 - 1 }.subscribe(recorder)
        subject.map { $0 + 1 }.tryMap { $0 * 2 }.subscribe(recorder)
        subject.send(1)
        XCTAssertEqual(recorder.values, [3, 4])
    }
}
