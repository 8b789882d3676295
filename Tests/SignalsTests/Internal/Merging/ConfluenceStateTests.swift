import XCTest

@testable import SignalsCore

final class ConfluenceStateTests: XCTestCase {
    private var state = ConfluenceState<Int>()
    private let link = UpstreamLink("Test")

    private func request(_ demand: Subscribers.Demand) -> (values: [Int], asked: Int, more: Subscribers.Demand) {
        var values: [Int] = []
        let (links, more) = state.request(demand) { values.append($0) }
        return (values, links.count, more)
    }

    func testWithoutDemandAnUpstreamIsAskedForOneValueWhichIsKept() {
        XCTAssertEqual(state.open(link)?.1, .max(1))
        XCTAssertNil(state.admit(1, from: link))
        let effect = request(.max(1))
        XCTAssertEqual(effect.values, [1])
        XCTAssertEqual(effect.asked, 1)
        XCTAssertEqual(effect.more, .max(1))
    }

    func testAValueThatIsWantedGoesOutAndItsUpstreamIsAskedForOneMore() {
        _ = request(.max(1))
        XCTAssertEqual(state.admit(1, from: link), .max(1))
        XCTAssertNil(state.admit(2, from: link))
    }

    func testUnlimitedDemandGoesToEachUpstreamOnce() {
        _ = state.open(link)
        _ = state.open(UpstreamLink("Test"))
        let effect = request(.unlimited)
        XCTAssertEqual(effect.asked, 2)
        XCTAssertEqual(effect.more, .unlimited)
        XCTAssertEqual(request(.max(1)).asked, 0)
        XCTAssertEqual(state.admit(1, from: link), Subscribers.Demand.none)
        XCTAssertEqual(state.open(UpstreamLink("Test"))?.1, .unlimited)
    }

    func testItIsOverWhenItIsClosedAndEmpty() throws {
        let (ticket, _) = try XCTUnwrap(state.open(link))
        XCTAssertNil(state.admit(1, from: link))
        state.isClosed = true
        XCTAssertFalse(state.isOver)
        _ = state.links.remove(ticket)
        XCTAssertFalse(state.isOver, "a value waits")
        _ = request(.max(1))
        XCTAssertTrue(state.isOver)
    }

    func testNothingIsOpenedOrKeptAfterTheEnd() {
        _ = state.open(link)
        XCTAssertEqual(state.end().links.count, 1)
        XCTAssertNil(state.open(link))
        XCTAssertNil(state.admit(1, from: link))
        XCTAssertTrue(request(.unlimited).values.isEmpty)
    }
}
