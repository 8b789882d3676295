import XCTest

@testable import SignalsCore

final class TicketListTests: XCTestCase {
    func testKeepsTheOrderInWhichElementsWereAdded() {
        var list = TicketList<Int>()
        let tickets = (0..<100).map { list.append($0) }
        for (index, ticket) in tickets.enumerated() where index % 3 != 0 { XCTAssertEqual(list.remove(ticket), index) }
        XCTAssertNil(list.remove(tickets[1]), "removed once")
        var rest: [Int] = []
        list.forEach { rest.append($0) }
        XCTAssertEqual(rest, Array(stride(from: 0, to: 100, by: 3)))
        XCTAssertEqual(list.count, 34)
    }

    func testACopyIsNotTouchedByLaterChanges() {
        var list = TicketList<Int>()
        let ticket = list.append(1)
        let copy = list
        _ = list.remove(ticket)
        _ = list.append(2)
        var seen: [Int] = []
        copy.forEach { seen.append($0) }
        XCTAssertEqual(seen, [1])
    }
}
