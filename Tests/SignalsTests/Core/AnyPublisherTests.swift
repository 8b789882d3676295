import Signals
import SignalsBattery
import XCTest

final class AnyPublisherTests: XCTestCase {
    func testPassesEverythingOn() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Int, TestFailure>(.max(2))
        subject.eraseToAnyPublisher().subscribe(recorder)
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testErasingTwiceAddsNoLayer() {
        let erased = Just(1).eraseToAnyPublisher()
        XCTAssertEqual(AnyPublisher(erased).description, "AnyPublisher")
        let recorder = Recorder<Int, Never>()
        AnyPublisher(erased).subscribe(recorder)
        XCTAssertEqual(recorder.values, [1])
    }

    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.eraseToAnyPublisher() }.check()
    }
}
