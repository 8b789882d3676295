import Foundation
import SignalsBattery
import SignalsCore
import XCTest

@testable import SignalsStore

/// The upkeep of an aggregate reads the rows that changed, however many others there are.
final class LiveAggregateCostTests: XCTestCase {
    func testAChangeReadsTheSameNumberOfRowsInALargeTableAsInASmallOne() throws {
        XCTAssertEqual(try rowsRead(in: 1_000), [1_000, 3])
        let large = steps(100_000)
        XCTAssertEqual(try rowsRead(in: large), [large, 3])
    }

    /// The numbers of rows that are read at the start, and after a commit that inserts two rows, changes one, which was
    /// the least of all, and deletes another.
    private func rowsRead(in count: Int) throws -> [Int] {
        let container = try makeContainer(makeSales())
        let context = container.newBackgroundContext()
        _ = try context.performAndWait {
            try context.execute(
                BatchInsertRequest<Sale>(Array(0..<count)) { sale, row in
                    (sale.kind, sale.quantity) = (row % 10, Int32(row))
                })
        }
        let listener = Listener(try query(container), container)
        container.coordinator.observers.listen(listener)
        var groups = LiveGroups(
            try query(container), by: [1],
            [
                Aggregation(kind: .rows, column: nil), Aggregation(kind: .sum, column: 2),
                Aggregation(kind: .minimum, column: 2),
            ]
        ) { $0 }
        var reads: [Int] = []
        func update(_ changes: LiveChanges) throws -> [[StoredValue]]? {
            let reader = CountingReader(try container.coordinator.store.pin())
            defer { reads.append(reader.count) }
            return try groups.update(from: reader, changes)
        }
        let before = try XCTUnwrap(try update(.everything))
        try context.performAndWait {
            let first = FetchRequest<Sale>(sortBy: [SortDescriptor(\.quantity)], fetchLimit: 2)
            let sales = try context.fetch(first)
            sales[0].quantity = 5
            context.delete(sales[1])
            for _ in 0..<2 { Sale(context: context).kind = 3 }
            try context.save()
        }
        let after = try XCTUnwrap(try update(listener.changes))
        XCTAssertEqual(zip(before, after).count { $0 != $1 }, 3)
        XCTAssertEqual(after[0][3], .integer(5), "of the group 0, the least was 0")
        return reads
    }

    private func query(_ container: PersistentContainer) throws -> Query {
        let entity = container.model.entity(for: Sale.self)
        XCTAssertEqual(entity.attributes.prefix(3).map(\.name), ["label", "kind", "quantity"])
        return Query(entity: container.coordinator.schema(of: entity))
    }
}

/// Counts the rows that are read.
private final class CountingReader: StoreReader {
    private let reader: any StoreReader
    private let rows = Locked(0)

    init(_ reader: any StoreReader) { self.reader = reader }

    var count: Int { rows.withLock { $0 } }

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        try reader.fetch(query) { page in
            rows.withLock { $0 += page.count }
            try body(page)
        }
    }

    func count(_ query: Query) throws -> Int { try reader.count(query) }

    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try reader.links(of: table, side, to: numbers)
    }
}

/// Notes what was committed, as a live query does.
private final class Listener: CommitListener {
    private let noted = Locked(LiveChanges())
    private let interest: LiveInterest

    init(_ query: Query, _ container: PersistentContainer) {
        interest = LiveInterest(query, container.coordinator.schemas.values)
    }

    var changes: LiveChanges { noted.withLock { $0 } }
    func receive(_ notice: CommitNotice) { noted.withLock { $0.add(notice, interest) } }
    func storeDidClose() {}
}
