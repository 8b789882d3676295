import XCTest

@testable import SignalsCore

final class ConfluenceWorkTests: XCTestCase {
    private typealias Work = ConfluenceWork<Int, Never>

    private var state = OutflowState(Work())
    private let link = UpstreamLink("Test")

    /// The values that go out for a demand, and who is asked for how much.
    private func request(
        _ demand: Subscribers.Demand
    ) -> (values: [Int], asked: Int, more: Subscribers.Demand) {
        let request = state.request(demand)
        var values: [Int] = []
        while case .value(let value) = state.delivery.next(outer: .idle) { values.append(value) }
        if case .links(let links, let more) = request { return (values, links.count, more) }
        return (values, 0, .none)
    }

    override func setUp() {
        state.delivery.phase = .idle
    }

    func testWithoutDemandAnUpstreamIsAskedForOneValueWhichIsKept() {
        XCTAssertEqual(state.open(link)?.1, .max(1))
        XCTAssertEqual(state.admit(1, from: link).0, Subscribers.Demand.none)
        let effect = request(.max(1))
        XCTAssertEqual(effect.values, [1])
        XCTAssertEqual(effect.asked, 1)
        XCTAssertEqual(effect.more, .max(1))
    }

    func testAValueThatIsWantedGoesOutAndItsUpstreamIsAskedForOneMore() {
        _ = request(.max(1))
        let first = state.admit(1, from: link)
        XCTAssertEqual(first.0, .max(1))
        XCTAssertEqual(first.outer, .idle)
        let second = state.admit(2, from: link)
        XCTAssertEqual(second.0, Subscribers.Demand.none)
        XCTAssertNil(second.outer)
    }

    func testUnlimitedDemandGoesToEachUpstreamOnce() {
        _ = state.open(link)
        _ = state.open(UpstreamLink("Test"))
        let effect = request(.unlimited)
        XCTAssertEqual(effect.asked, 2)
        XCTAssertEqual(effect.more, .unlimited)
        XCTAssertEqual(request(.max(1)).asked, 0)
        XCTAssertEqual(state.admit(1, from: link).0, Subscribers.Demand.none)
        XCTAssertEqual(state.open(UpstreamLink("Test"))?.1, .unlimited)
    }

    func testItIsOverWhenItIsClosedAndEmpty() throws {
        let (ticket, _) = try XCTUnwrap(state.open(link))
        _ = state.admit(1, from: link)
        state.work.isClosed = true
        XCTAssertFalse(state.finishIfOver())
        _ = state.work.links.remove(ticket)
        XCTAssertFalse(state.finishIfOver(), "a value waits")
        _ = state.request(.max(1))
        guard case .value(1) = state.delivery.next(outer: .idle),
            case .completion(.finished) = state.delivery.next(outer: .idle)
        else {
            return XCTFail("the value and the end go out")
        }
    }

    func testNothingIsOpenedOrKeptAfterTheEnd() {
        _ = state.open(link)
        XCTAssertEqual(state.cancel().work.links.count, 1)
        XCTAssertNil(state.open(link))
        XCTAssertNil(state.admit(1, from: link).outer)
        XCTAssertTrue(request(.unlimited).values.isEmpty)
    }
}
