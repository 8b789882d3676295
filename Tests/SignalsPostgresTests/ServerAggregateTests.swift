import Foundation
import XCTest

@testable import SignalsPostgres
@testable import SignalsStore
@testable import SignalsStoreCore

private final class Sale: ManagedObject {
    @Attribute var shop = ""
    @Attribute var clerk: String? = nil
    @Attribute var isPaid = false
    @Attribute var pieces = 0
    @Attribute var small: Int16 = 0
    @Attribute var large: UInt64 = 0
    @Attribute var discount: Int? = nil
    @Attribute var weight = 0.0
    @Attribute var price = Decimal(0)
    @Attribute var day: Date? = nil
    @Relationship var former: Sale?
}

/// Aggregates that the server computes are those that a file gives.
final class ServerAggregateTests: XCTestCase {
    private func fill(_ container: PersistentContainer, spellings: [String], greatest: Int = 1_000) throws {
        try container.inBackground { context in
            var former: Sale?
            for number in 0..<200 {
                let sale = Sale(context: context)
                sale.former = former
                former = number % 3 == 0 ? nil : sale
                sale.shop = spellings[number % spellings.count]
                sale.clerk = number % 4 == 0 ? nil : "clerk \(number % 3)"
                sale.isPaid = number % 5 == 0
                sale.pieces = number % 7 == 0 ? -greatest + number : greatest - number
                sale.small = Int16(truncatingIfNeeded: number * 331)
                sale.large = number % 50 == 0 ? 0 : UInt64(number) << 49
                sale.discount = number % 6 == 0 ? nil : number % 10
                sale.weight = number % 40 == 0 ? .nan : number % 41 == 0 ? -.infinity : Double(number) * 0.1
                sale.price = number % 90 == 0 ? .nan : Decimal(number) / 7
                sale.day = number % 3 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(number % 17) * 1_000.25)
            }
            try context.save()
        }
    }

    /// Compares the results of both, as text: a NaN is not equal to itself.
    private func checkEqual(
        _ containers: [PersistentContainer], _ read: (ManagedObjectContext) throws -> [String],
        line: UInt = #line
    ) throws {
        let found = try containers.map { try $0.inBackground(read) }
        XCTAssertEqual(found[0], found[1], line: line)
    }

    private func openBoth() throws -> [PersistentContainer] {
        let model = ManagedObjectModel(Sale.self)
        let file = try PersistentContainer(name: "Test", model: model, stores: [.inMemory()])
        addTeardownBlock { file.close() }
        return [try openContainer(newSchema(), model), file]
    }

    func testTheOrderOfAllRowsKeepsNoAggregateFromTheServer() throws {
        let schema = ManagedObjectModel(Sale.self).entities[0].makeSchema()
        var query = Query(entity: schema)
        let column = try XCTUnwrap(schema.column("shop"))
        query.order = [QueryOrder(attribute: column, isAscending: true, textOrder: .collated(.named("de")))]
        let shape = Tabulation.Shape.groups(
            by: [], [Aggregation(kind: .sum, column: try XCTUnwrap(schema.column("pieces")))])
        XCTAssertNotNil(ServerTabulation(Tabulation(query: query, shape: shape)))
        query.limit = 5
        XCTAssertNil(ServerTabulation(Tabulation(query: query, shape: shape)))
    }

    func testAggregatesAndGroupsAreThoseOfAFile() throws {
        for spellings in [["Nord", "Süd", "ost"], ["Cafe\u{301}", "Café", "Bar"], ["Cafe\u{301}"]] {
            let both = try openBoth()
            for container in both { try fill(container, spellings: spellings) }
            for limit in [nil, 50] {
                var request = FetchRequest<Sale>(
                    predicate: #Predicate { $0.pieces > -900 }, sortBy: [SortDescriptor(\.small)])
                request.fetchLimit = limit
                try checkEqual(both) { context in
                    try context.groups(
                        of: request, by: \.shop, \.isPaid, computing: .count, .sum(\.pieces), .average(\.small),
                        .sum(\.large),
                        .minimum(\.weight), .maximum(\.price)
                    ).map { "\($0)" }
                }
                try checkEqual(both) { context in
                    var related = request
                    related.sortDescriptors = [SortDescriptor(\.former?.small), SortDescriptor(\.small)]
                    return try context.groups(of: related, by: \.clerk, computing: .maximum(\.shop)).map { "\($0)" }
                }
                try checkEqual(both) { context in
                    try context.groups(
                        of: request, by: \.clerk, computing: .average(\.large), .minimum(\.shop), .maximum(\.day),
                        .maximum(\.shop)
                    ).map { "\($0)" }
                }
                try checkEqual(both) { context in
                    try context.groups(
                        of: request, by: \.discount, \.day, computing: .countDistinct(of: \.shop), .sum(\.weight)
                    ).map {
                        "\($0)"
                    }
                }
                try checkEqual(both) { context in
                    try context.groups(of: request, by: \.price, computing: .count, .average(\.pieces)).map { "\($0)" }
                }
            }
        }
    }

    func testASumThatOverflowsFails() throws {
        let both = try openBoth()
        for container in both { try fill(container, spellings: ["Nord"], greatest: .max) }
        try checkEqual(both) { context in
            XCTAssertThrowsError(try context.sum(\.pieces, of: FetchRequest<Sale>())) { error in
                guard case FetchError.evaluation = error else { return XCTFail("\(error)") }
            }
            return ["\(try context.average(\.pieces, of: FetchRequest<Sale>()) ?? 0)"]
        }
    }

    func testNothingIsSummedToNothing() throws {
        try checkEqual(openBoth()) { context in
            let none = FetchRequest<Sale>()
            return [
                "\(try context.sum(\.pieces, of: none))",
                "\(String(describing: try context.average(\.pieces, of: none)))",
                "\(String(describing: try context.maximum(\.shop, of: none)))",
            ]
        }
    }
}
