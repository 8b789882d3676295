import XCTest

@testable import SignalsStore

final class EventDeliveriesTests: XCTestCase {
    private func delivery(_ number: Int) -> EventDeliveries.Delivery {
        EventDeliveries.Delivery(events: [Planted(number: number)]) {}
    }

    private func numbers(_ line: inout EventDeliveries) -> [Int] {
        var numbers: [Int] = []
        while let delivery = line.next() { numbers += delivery.events.compactMap { ($0 as? Planted)?.number } }
        return numbers
    }

    func testWhoIsReadyEarlierWaitsForThoseBefore() {
        var line = EventDeliveries()
        let tickets = (0..<3).map { _ in line.takeTicket() }
        line.handOver(delivery(2), at: tickets[2])
        line.handOver(delivery(1), at: tickets[1])
        XCTAssertEqual(numbers(&line), [])
        line.handOver(delivery(0), at: tickets[0])
        XCTAssertEqual(numbers(&line), [0, 1, 2])
    }

    func testNothingIsSentTwice() {
        var line = EventDeliveries()
        let ticket = line.takeTicket()
        line.handOver(delivery(7), at: ticket)
        XCTAssertEqual(numbers(&line), [7])
        XCTAssertEqual(numbers(&line), [])
    }
}
