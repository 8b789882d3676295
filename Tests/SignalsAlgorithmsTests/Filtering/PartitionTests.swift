import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class PartitionTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.partition { $0.isMultiple(of: 2) }.matches }.check()
        Lifecycle(passesEverything: true) { $0.partition { $0.isMultiple(of: 2) }.nonMatches }.check()
    }

    func testEachValueIsInOneOfTheTwo() {
        let source = PassthroughSubject<Int, TestFailure>()
        let (even, odd) = source.partition { $0.isMultiple(of: 2) }
        let recorders = [even.recording(), odd.recording()]
        for value in 1...5 { source.send(value) }
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorders.map(\.values), [[2, 4], [1, 3, 5]])
        XCTAssertEqual(recorders.map(\.failure), [TestFailure(), TestFailure()])
    }

    func testLeftOutValuesUseUpNoDemand() {
        let (even, odd) = Numbers<Never>(1...9).partition { $0.isMultiple(of: 2) }
        XCTAssertEqual(even.recording(.max(2)).values, [2, 4])
        XCTAssertEqual(odd.recording(.max(3)).values, [1, 3, 5])
    }
}
