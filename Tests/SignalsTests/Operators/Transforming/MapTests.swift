import Signals
import SignalsBattery
import XCTest

final class MapTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.map { $0 + 1 } }.check()
        Lifecycle(passesEverything: true) { $0.map { $0 + 1 }.map { "\($0)" } }.check()
    }

    func testTransformsEachValueAndPassesDemandAndCompletion() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<String, TestFailure>(.max(2))
        subject.map { "#\($0)" }.subscribe(recorder)
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, ["#1", "#2"])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testMappingTwiceIsOneStepWhereTheTypeSaysSo() {
        let twice: Publishers.Map<AnyPublisher<Int, Never>, Int> =
            Just(20).eraseToAnyPublisher().map { $0 + 1 }.map { $0 * 2 }
        let recorder = Recorder<Int, Never>()
        twice.subscribe(recorder)
        XCTAssertEqual(recorder.values, [42])
    }
}
