import Foundation
import Testing

@testable import SignalsStore

@Suite struct RowRequestTests {
    private static let table = StoreTable(
        name: "Plant",
        columns: [
            StoreTable.Column("name", .string), StoreTable.Column("price", .decimal),
            StoreTable.Column("weight", .double, isOptional: true),
        ])

    private let row = StoredRow(number: 7, version: 1, values: [.text("Caf\u{E9}"), .text("1.0"), .real(2)])
    private let bare = StoredRow(number: 8, version: 1, values: [.text(""), .text("0"), .null])

    private func selects(_ selection: RowSelection, _ row: StoredRow) -> Bool {
        RowRequest(Self.table, selection).selects(row)
    }

    @Test func rowsAreSelectedByTheirNumbers() {
        #expect(selects(.all, row))
        #expect(selects(.numbers([1, 7]), row))
        #expect(!selects(.numbers([1, 7]), bare))
    }

    @Test func valuesAreComparedAsSwiftDoes() {
        #expect(selects(.values([.text("Cafe\u{301}")], column: 0), row), "another spelling of the same text")
        #expect(!selects(.values([.text("Cafe")], column: 0), row))
        #expect(selects(.values([.text("1")], column: 1), row), "another spelling of the same number")
        #expect(selects(.values([.null, .real(1)], column: 2), bare))
        #expect(!selects(.values([.null], column: 2), row))
    }

    @Test func nilAndNaNAreNeitherLessNorGreater() {
        #expect(selects(.less(than: .real(2), orEqual: true, column: 2), row))
        #expect(!selects(.less(than: .real(2), orEqual: false, column: 2), row))
        #expect(selects(.greater(than: .real(1), orEqual: false, column: 2), row))
        let nan = StoredRow(number: 9, version: 1, values: [.text(""), .text("0"), Double.nan.storedValue()])
        for row in [bare, nan] {
            #expect(!selects(.less(than: .real(5), orEqual: true, column: 2), row))
            #expect(!selects(.greater(than: .real(-5), orEqual: true, column: 2), row))
        }
    }

    @Test func selectionsAreCombined() {
        let (named, heavy) = (
            RowSelection.values([.text("")], column: 0), RowSelection.greater(than: .real(1), orEqual: true, column: 2)
        )
        #expect(selects(.either(named, heavy), row))
        #expect(selects(.either(named, heavy), bare))
        #expect(!selects(.both(named, heavy), row))
        #expect(selects(.both(.all, heavy), row))
    }
}
