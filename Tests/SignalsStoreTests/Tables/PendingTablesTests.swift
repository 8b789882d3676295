import AnotherStore
import Foundation
import Signals
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore

/// A store that counts what it is asked.
final class AskedStore: PersistentStore {
    let identifier = UUID()
    private let store = DictionaryStore()
    private let requests = Locked<[RowRequest]>([])

    var asked: [RowRequest] { requests.withLock { $0 } }
    var reader: CheckedReader { CheckedReader(self, of: self) }

    func rows(_ request: RowRequest) -> [StoredRow] {
        requests.withLock { $0.append(request) }
        return store.rows(request)
    }

    func commit(_ changes: [TableChanges]) { store.commit(changes) }
}

@Suite struct PendingTablesTests {
    private let table = StoreTable(
        name: "Plant", columns: [StoreTable.Column("name", .string), StoreTable.Column("bed", .reference)])
    private let store = AskedStore()

    private func row(_ number: Int64, _ name: String, bed: Int64 = 1, version: Int64 = 1) -> StoredRow {
        StoredRow(number: number, version: version, values: [.text(name), .integer(bed)])
    }

    private func makePending() -> PendingTables {
        store.commit([TableChanges(table, stored: [row(1, "Rose"), row(2, "Ivy"), row(3, "Fern", bed: 2)])])
        return PendingTables(store.reader)
    }

    @Test func whatWasChangedIsFoundByItsNewValues() throws {
        let pending = makePending()
        #expect(try pending.rows(with: .integer(1), in: 1, of: table).map(\.number) == [1, 2])
        pending.put(row(2, "Ivy", bed: 2), table)
        pending.put(row(4, "Moss"), table)
        _ = try pending.row(1, table)
        pending.remove(1, table)
        #expect(try pending.rows(with: .integer(1), in: 1, of: table).map(\.number) == [4])
        #expect(try pending.rows(with: .integer(2), in: 1, of: table).map(\.number) == [2, 3])
        #expect(try pending.rows(with: .text("Ivy"), in: 0, of: table).map(\.number) == [2])
        let all = try pending.rows(RowRequest(table, .values([.integer(2)], column: 1)))
        #expect(Set(all.map(\.number)) == [2, 3])
    }

    @Test func rowsAreFoundByAllOfTheirFirstValues() throws {
        let pending = makePending()
        pending.put(row(4, "Rose", bed: 2), table)
        pending.put(row(5, "Moss", bed: 2), table)
        func numbers(_ name: String, _ bed: Int64) throws -> [Int64] {
            try pending.rows(with: [.text(name), .integer(bed)], of: table).map(\.number)
        }
        #expect(try numbers("Rose", 1) == [1])
        #expect(try numbers("Rose", 2) == [4])
        #expect(try numbers("Moss", 2) == [5])
        #expect(try numbers("Moss", 1).isEmpty)
    }

    @Test func rollingBackLeavesWhatWasChangedBefore() throws {
        let pending = makePending()
        pending.put(row(4, "Moss"), table)
        let mark = pending.mark
        pending.put(row(4, "Moos"), table)
        pending.put(row(5, "Ash"), table)
        _ = try pending.row(1, table)
        pending.remove(1, table)
        #expect(try pending.rows(with: .text("Moos"), in: 0, of: table).map(\.number) == [4])
        pending.rollBack(to: mark)
        #expect(pending.changes == [TableChanges(table, stored: [row(4, "Moss")])])
        #expect(try pending.rows(with: .text("Moos"), in: 0, of: table).isEmpty)
        #expect(try pending.row(1, table) == row(1, "Rose"))
    }

    @Test func aRowThatCameAndWentIsNoChange() throws {
        let pending = makePending()
        pending.put(row(4, "Moss"), table)
        pending.remove(4, table)
        #expect(pending.changes.isEmpty)
    }

    @Test func whatIsKnownIsNotAskedForAgain() throws {
        let pending = makePending()
        try pending.prefetch([1, 2, 9], table)
        try pending.prefetch([.text("Rose"), .text("Elm")], in: 0, of: table)
        #expect(store.asked.count == 2)
        #expect(try pending.row(9, table) == nil)
        #expect(try pending.row(1, table) != nil)
        #expect(try pending.rows(with: .text("Elm"), in: 0, of: table).isEmpty)
        #expect(store.asked.count == 2)
    }

    @Test func theImagesMakeTheStateBefore() throws {
        let pending = makePending()
        _ = try pending.row(1, table)
        pending.put(row(1, "Dog rose", version: 2), table)
        pending.put(row(4, "Moss"), table)
        _ = try pending.row(3, table)
        pending.remove(3, table)
        var images = pending.images
        store.commit(pending.changes)
        let request = RowRequest(table, .greater(than: .text("F"), orEqual: false, column: 0))
        #expect(images.hasChanges(in: table))
        let restored = images.restore(store.rows(request).filter(request.selects), request)
        #expect(Set(restored) == [row(1, "Rose"), row(2, "Ivy"), row(3, "Fern", bed: 2)])
        var later = RowImages()
        later.add(row(1, "Dog rose", version: 2), 1, in: table)
        images.formUnion(later)
        #expect(Set(images.restore([], request)) == [row(1, "Rose"), row(3, "Fern", bed: 2)], "the first image holds")
    }
}
