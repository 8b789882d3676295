import Signals
import SignalsBattery
import XCTest

final class MakeConnectableTests: XCTestCase {
    func testAllSubscribersReceiveTheBeginning() {
        let shared = Just(1).makeConnectable()
        let recorders = (0..<2).map { _ in Recorder<Int, Never>() }
        for recorder in recorders { shared.subscribe(recorder) }
        XCTAssertEqual(recorders.map(\.values), [[], []])
        let connection = shared.connect()
        XCTAssertEqual(recorders.map(\.values), [[1], [1]])
        XCTAssertEqual(recorders.map(\.completions), [[.finished], [.finished]])
        connection.cancel()
    }

    func testCancellingTheConnectionEndsTheDelivery() {
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.makeConnectable()
        let recorder = Recorder<Int, Never>()
        shared.subscribe(recorder)
        let connection = shared.connect()
        subject.send(1)
        connection.cancel()
        subject.send(2)
        XCTAssertEqual(recorder.values, [1])
    }
}
