import Foundation
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQL
@testable import SignalsSQLite

private final class Odd: ManagedObject {
    @Attribute var order = 0
    @Attribute var `select` = ""
    @Attribute var größe = 0.0
}

private final class NumberedSeat: ManagedObject {
    @Attribute(.unique) var seatNumber = 0
    @Attribute(.unique) var code: String? = nil
    @Attribute(.unique) var weight = 0.0
    @Attribute var title = ""
}

@Suite struct QueryGeneratorTests {
    private let chore = ManagedObjectModel(Chore.self).entities[0]

    private func sql(_ predicate: Predicate<Chore>) throws -> SQLText {
        var query = Query(entity: chore.makeSchema())
        query.condition = try PredicateTranslator.condition(predicate, chore, store: StoreNumbers([UUID()]))
        return QueryGenerator.count(query, SQLiteDialect())
    }

    private let start = "SELECT COUNT(*) FROM \"Chore\" AS t0 WHERE "

    @Test func valuesAreBoundAndTextsComparedAsSwiftDoes() throws {
        let found = try sql(#Predicate { $0.name == "Dust" && $0.minutes < 5 })
        #expect(found.text == start + "((t0.\"name\" = ?1) AND (t0.\"minutes\" < ?2))")
        #expect(found.bindings == [.text("Dust"), .integer(5)])
    }

    @Test func nilIsComparedAsAValue() throws {
        #expect(try sql(#Predicate { $0.notes == nil }).text == start + "(t0.\"notes\" IS ?1)")
    }

    @Test func whatCanFailIsEvaluatedInSwiftsOrder() throws {
        let text = try sql(#Predicate { $0.minutes != 0 && 10 / $0.minutes > 1 }).text
        #expect(text.contains("CASE WHEN (t0.\"minutes\" = ?2) THEN 0 ELSE"))
    }

    @Test func namesAreQuotedWhateverTheyAre() throws {
        let entity = ManagedObjectModel(Odd.self).entities[0].makeSchema()
        let text = QueryGenerator.select(Query(entity: entity), SQLiteDialect()).text
        #expect(text.contains("t0.\"order\", t0.\"select\", t0.\"größe\", t0.signals_exact FROM \"Odd\" AS t0"))
        #expect(text.hasSuffix("ORDER BY t0.\"signals_id\""))
        #expect(SQLiteDialect().quoted("a\"b") == "\"a\"\"b\"")
    }

    @Test func rowsThatAUniqueValueTellsApartAreOrderedByNothingElse() throws {
        let entity = ManagedObjectModel(NumberedSeat.self).entities[0]
        func order(by sorting: SortDescriptor<NumberedSeat>...) throws -> Substring {
            var query = Query(entity: entity.makeSchema())
            query.order = try sorting.map { try SortTranslator.order($0, entity) }
            let text = QueryGenerator.numbers(query, SQLiteDialect()).text
            return text[try #require(text.range(of: "ORDER BY ")).upperBound...]
        }
        let (seatNumber, id) = ("t0.\"seatNumber\"", "t0.\"signals_id\"")
        #expect(try order(by: SortDescriptor(\.seatNumber)) == seatNumber)
        #expect(try order(by: SortDescriptor(\.title), SortDescriptor(\.seatNumber)).hasSuffix(", " + seatNumber))
        #expect(try order(by: SortDescriptor(\.title)).hasSuffix(", " + id))
        // Any number of rows may have none, and NaN is as good as none.
        #expect(try order(by: SortDescriptor(\.code)).hasSuffix(", " + id))
        #expect(try order(by: SortDescriptor(\.weight)).hasSuffix(", " + id))
    }

    @Test func oddNamesWorkInAStore() throws {
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Odd.self), stores: [.inMemory()])
        defer { container.close() }
        try container.inBackground { context in
            let odd = Odd(context: context)
            odd.select = "from"
            odd.größe = 2
            try context.save()
            odd.order = 3
            try context.save()
            let request = FetchRequest<Odd>(
                predicate: #Predicate { $0.select == "from" && $0.größe > 1 }, sortBy: [SortDescriptor(\.order)])
            #expect(try context.fetch(request).map(\.order) == [3])
        }
    }

    @Test func limitAndOffsetAreBound() {
        var query = Query(entity: chore.makeSchema())
        query.limit = 3
        query.offset = 7
        let found = QueryGenerator.select(query, SQLiteDialect())
        #expect(found.text.hasSuffix("LIMIT ?1 OFFSET ?2"))
        #expect(found.bindings == [.integer(3), .integer(7)])
    }

    @Test func aTableIsComputedInTheStore() {
        let shape = Tabulation.Shape.groups(
            by: [0], [Aggregation(kind: .rows, column: nil), Aggregation(kind: .sum, column: 3)])
        var query = Query(entity: chore.makeSchema())
        let text = QueryGenerator.tabulate(Tabulation(query: query, shape: shape), SQLiteDialect()).text
        let name = "t0.\"name\""
        let exact =
            "CASE WHEN t0.signals_exact IS NULL THEN \(name) ELSE signals_exact(\(name), t0.signals_exact, 'name') END"
        #expect(
            text == "SELECT \(exact), COUNT(*), COALESCE(SUM(t0.\"minutes\"), 0) FROM \"Chore\" AS t0 "
                + "GROUP BY \(name) ORDER BY \(name)")
        query.limit = 2
        let limited = QueryGenerator.tabulate(Tabulation(query: query, shape: shape), SQLiteDialect())
        #expect(limited.text.contains("FROM (SELECT t0.* FROM \"Chore\" AS t0 ORDER BY"))
        #expect(limited.bindings == [.integer(2), .integer(0)])
    }

    @Test func aSweepBindsItsValuesAndCountsTheVersion() {
        var query = Query(entity: chore.makeSchema())
        query.condition = .objectID(isOneOf: [4])
        let assignment = ChangeSet.Assignment(index: 3, value: QueryExpression(.value(.integer(9)), .integer64))
        let batchChange = ChangeSet.BatchChange(query: query, action: .update([assignment]))
        let found = QueryGenerator.batchChange(batchChange, SQLiteDialect())
        #expect(
            found.text == "UPDATE \"Chore\" AS t0 SET \"minutes\" = ?1, "
                + "\"signals_version\" = \"signals_version\" + 1 WHERE (t0.\"signals_id\" IN (?2)) "
                + "RETURNING \"signals_id\"")
        #expect(found.bindings == [.integer(9), .integer(4)])
        let silent = QueryGenerator.batchChange(batchChange, SQLiteDialect(), returning: nil)
        #expect(silent.text + " RETURNING \"signals_id\"" == found.text)
        #expect(silent.bindings == found.bindings)
    }

    @Test func aListThatIsTooLongIsBoundAsOne() {
        var query = Query(entity: chore.makeSchema())
        query.condition = .objectID(isOneOf: Array(0..<20_000))
        let found = QueryGenerator.count(query, SQLiteDialect())
        #expect(found.text == start + "(signals_is_element(t0.\"signals_id\", ?1))")
        #expect(found.bindings == [.null])
        #expect(found.sets[1] == ValueSet((0..<20_000).map { StoredValue.integer($0) }, of: .integer64))
    }
}
