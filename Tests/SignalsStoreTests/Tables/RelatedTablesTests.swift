import Foundation
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

@Suite struct RelatedTablesTests {
    private let store = AskedStore()
    private let entities = makeHousehold().entities.map { $0.makeSchema() }

    private func find(_ count: Int) throws -> [StoredRow?] {
        let member = entities.first { $0.name == "Member" }!
        let values = member.attributes.map { $0.isOptional ? StoredValue.null : .text("") }
        let rows = (1...Int64(count)).map { StoredRow(number: $0, version: 1, values: values) }
        store.commit([TableChanges(StoreTable(member), stored: rows)])
        let related = RelatedTables(TableEvaluation(catalog: TableCatalog(entities), read: store.reader.rows))
        return try (1...Int64(count)).map { try related.row($0, of: member) }
    }

    @Test func aFewRowsAreAskedForOneByOne() throws {
        #expect(try find(3).compactMap { $0?.number } == [1, 2, 3])
        #expect(store.asked.map(\.selection) == [.numbers([1]), .numbers([2]), .numbers([3])])
    }

    @Test func forManyTheTableIsReadOnce() throws {
        #expect(try find(500).compactMap { $0?.number }.count == 500)
        #expect(store.asked.count == 17)
        #expect(store.asked.last?.selection == .all)
    }
}
