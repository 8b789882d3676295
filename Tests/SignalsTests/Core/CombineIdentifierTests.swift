import Signals
import XCTest

final class CombineIdentifierTests: XCTestCase {
    func testNoTwoAreTheSame() {
        let identifiers = (0..<1000).map { _ in CombineIdentifier() }
        XCTAssertEqual(Set(identifiers).count, 1000)
    }

    func testAnObjectKeepsItsOwn() {
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        XCTAssertEqual(sink.combineIdentifier, sink.combineIdentifier)
        XCTAssertEqual(sink.combineIdentifier, CombineIdentifier(sink))
        XCTAssertTrue(sink.combineIdentifier.description.hasPrefix("0x"))
    }
}
