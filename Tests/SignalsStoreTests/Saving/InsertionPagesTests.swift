import Foundation
import Signals
import XCTest

@testable import SignalsStore

final class InsertionPagesTests: XCTestCase {
    private let model = ManagedObjectModel(Chore.self, Ticket.self, Greeting.self)

    /// New objects of classes in an order, as pages: the entity of each, and the places of its rows in that order.
    private func pages(of classes: [ManagedObject.Type]) throws -> [String] {
        let container = try makeContainer(model)
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            let objects = classes.map { $0.init(context: context) }
            var pages = InsertionPages(container.coordinator, expecting: objects.count)
            for object in objects { try pages.append(object) }
            return pages.finish().map { page in
                let places = page.numbers.map { number in objects.firstIndex { $0.number == number }! }
                return "\(page.entity.name) \(places)"
            }
        }
    }

    func testObjectsOfOneClassAreOnePage() throws {
        XCTAssertEqual(try pages(of: [Chore.self, Chore.self, Chore.self]), ["Chore [0, 1, 2]"])
        XCTAssertEqual(try pages(of: []), [])
    }

    func testObjectsOfSeveralClassesAreAPageEachInTheOrderOfTheFirst() throws {
        XCTAssertEqual(
            try pages(of: [Ticket.self, Chore.self, Ticket.self, Greeting.self, Chore.self, Greeting.self, Ticket.self]
            ),
            ["Ticket [0, 2, 6]", "Chore [1, 4]", "Greeting [3, 5]"])
        XCTAssertEqual(
            try pages(of: [Greeting.self, Ticket.self, Chore.self, Greeting.self]),
            ["Greeting [0, 3]", "Ticket [1]", "Chore [2]"])
    }
}
