import Foundation
import Signals
import SignalsDashboardTesting
import XCTest

@testable import SignalsDashboard

private struct Chore: Identifiable, Hashable, Sendable {
    var id: Int
    var name: String
    var minutes: Int
}

final class ArrangementTests: XCTestCase {
    private static let columns: [Column<Chore>] = [
        .text("Chore") { $0.name }, .number("Minutes") { $0.minutes },
    ]

    private static let arrangings: [Arranging<Chore>] = {
        var all: [Arranging<Chore>] = []
        for filter in ["", "a"] {
            for column in [nil, 0, 1] {
                for isDescending in [false, true] {
                    var arranging = Arranging<Chore>()
                    arranging.cells = [{ $0.name }]
                    arranging.filter = filter
                    arranging.order = column.flatMap { columns[$0].sorting?(isDescending) }
                    if column == nil, filter.isEmpty { arranging.test = { $0.minutes % 2 == 0 } }
                    all.append(arranging)
                    arranging.sectionName = { $0.name }
                    arranging.closedSections = ["a"]
                    all.append(arranging)
                }
            }
        }
        return all
    }()

    private func chore(_ id: Int, _ random: inout SeededNumbers) -> Chore {
        Chore(
            id: id, name: ["a", "b", "ab", "c"].randomElement(using: &random)!,
            minutes: .random(in: 0...5, using: &random))
    }

    /// A list of rows that cost something to read, as those of a store do.
    private func costly(_ rows: [Chore]) -> RowList<Chore> {
        RowList<Chore>(count: rows.count) {
            rows[$0]
        } id: {
            rows[$0].id
        } visit: { positions, body in
            for position in positions { body(position, rows[position]) }
        } find: { _, test in
            rows.indices.filter { test(rows[$0]) }.map { Int32($0) }
        }
    }

    func testAnUpdateThatIsAppliedLeavesWhatAllRowsArrangedAnewWould() throws {
        try checkUpdates { RowList($0) }
    }

    func testAnUpdateOfRowsThatCostMuchToReadIsAppliedToo() throws {
        try checkUpdates { costly($0) }
    }

    func testRowsAreFoundInAnOrderThoughTheListBeforeHasTheirNewValues() throws {
        var rows = (0..<300).map { Chore(id: $0, name: "a", minutes: $0) }
        var arranging = Arranging<Chore>()
        arranging.order = Self.columns[1].sorting?(false)
        let before = try XCTUnwrap(arranging.arrange(RowList(rows)))
        rows[7].minutes = 1000
        // As if the rows were in one storage that the program changes.
        let shared = Arrangement(RowList(rows), positions: try XCTUnwrap(before.positions))
        let next = shared.applying(PositionMoves(), updated: [7], to: RowList(rows), arranging)
        XCTAssertEqual(next.positions?.array, arranging.arrange(RowList(rows))?.positions?.array)
    }

    private func checkUpdates(_ list: ([Chore]) -> RowList<Chore>) throws {
        var random = SeededNumbers(seed: 5)
        for arranging in Self.arrangings {
            var rows = (0..<30).map { chore($0, &random) }
            var arrangement = try XCTUnwrap(arranging.arrange(list(rows)))
            var nextID = 1000
            for step in 0..<200 {
                var next = rows
                var updated: Set<Int> = []
                for _ in 0..<Int.random(in: 0...4, using: &random) {
                    let place = Int.random(in: 0..<next.count, using: &random)
                    switch Int.random(in: 0...3, using: &random) {
                    case 0 where next.count > 5: next.remove(at: place)
                    case 1: next.insert(next.remove(at: place), at: .random(in: 0..<next.count, using: &random))
                    case 2:
                        next.insert(chore(nextID, &random), at: place)
                        nextID += 1
                    default:
                        next[place] = chore(next[place].id, &random)
                        updated.insert(next[place].id)
                    }
                }
                let difference = next.map(\.id).difference(from: rows.map(\.id))
                let update = RowUpdate(
                    list(next), difference: step % 2 == 0 ? difference.inferringMoves() : difference, updated: updated)
                arrangement = try XCTUnwrap(arrangement.applying(update, arranging))
                let expected = try XCTUnwrap(arranging.arrange(RowList(next)))
                XCTAssertEqual(arrangement.positions, expected.positions)
                XCTAssertEqual(arrangement.sections, expected.sections)
                XCTAssertEqual(arrangement.matches, expected.matches)
                XCTAssertEqual(arrangement.rows.count, next.count)
                rows = next
            }
        }
    }

    func testTheLinesOfSectionsAreTheirHeadersAndTheRowsOfThoseThatAreOpen() throws {
        let rows = [
            Chore(id: 0, name: "b", minutes: 1), Chore(id: 1, name: "a", minutes: 2),
            Chore(id: 2, name: "b", minutes: 3),
            Chore(id: 3, name: "c", minutes: 4),
        ]
        var arranging = Arranging<Chore>()
        arranging.sectionName = { $0.name }
        arranging.closedSections = ["a"]
        let arrangement = try XCTUnwrap(arranging.arrange(RowList(rows)))
        let lines = (0..<arrangement.count).map { arrangement[$0] }
        XCTAssertEqual(lines, [.section(0), .row(0), .row(2), .section(1), .section(2), .row(3)])
        XCTAssertEqual(lines.indices.map { arrangement.header(above: $0)?.line }, [0, 0, 0, 3, 4, 4])
        XCTAssertNil(arrangement.header(above: 6))
        XCTAssertEqual(["b", "a", "c", "d"].map { arrangement.line(ofSection: $0) }, [0, 3, 4, nil])
        let opened = arrangement.setting(section: 1, closed: false)
        XCTAssertEqual(opened.count, 7)
        XCTAssertEqual(opened[4], .row(1))
    }

    func testAChangeOfARowInSectionsReadsThatRowAndNoneOfTheOthers() throws {
        let reads = Reads()
        var arranging = Arranging<Chore>()
        arranging.sectionName = { "\($0.id % 10)" }
        let arrangement = try XCTUnwrap(arranging.arrange(list(of: 1000, reads)))
        XCTAssertEqual(reads.count, 1000)
        let update = RowUpdate(list(of: 1000, reads), difference: CollectionDifference([]), updated: [500])
        let next = try XCTUnwrap(arrangement.applying(update, arranging))
        XCTAssertEqual(next.sections, arrangement.sections)
        XCTAssertEqual(reads.count, 1001)
    }

    private func list(of count: Int, _ reads: Reads) -> RowList<Chore> {
        RowList<Chore>(count: count) { position in
            reads.add()
            return Chore(id: position, name: "a", minutes: -position)
        } id: {
            $0
        } visit: { positions, body in
            for position in positions {
                reads.add()
                body(position, Chore(id: position, name: "a", minutes: -position))
            }
        }
    }

    func testRowsAreReadOnceForAnOrderByAKey() throws {
        let reads = Reads()
        let rows = list(of: 1000, reads)
        var arranging = Arranging<Chore>()
        arranging.order = Self.columns[1].sorting?(false)
        let arrangement = try XCTUnwrap(arranging.arrange(rows))
        XCTAssertEqual(arrangement.positions?.first, 999)
        XCTAssertEqual(reads.count, 1000, "once for what they are sorted by")
        XCTAssertEqual(MovedLine.line(of: 0, near: 0, in: arrangement), 999)
        XCTAssertEqual(reads.count, 1000, "a row is found by its identity")
    }
}

extension Arrangement {
    /// Returns the arrangement after an update of which it is known what changed, as a table makes it.
    fileprivate func applying(_ update: RowUpdate<Row>, _ arranging: Arranging<Row>) -> Arrangement? {
        work(by: arranging, to: update.rows, RowChanges(update, before: rows.count)).run()?.arrangement
    }

    fileprivate func work(
        by arranging: Arranging<Row>, to next: RowList<Row>, _ changes: RowChanges<Row.ID>
    ) -> ArrangingWork<Row> {
        ArrangingWork(
            before: self, filterBefore: arranging.filter, rows: next, changes: changes, arranging: arranging,
            selectedLine: 0, marked: [])
    }
}

private final class Reads: Sendable {
    private let reads = Locked(0)
    var count: Int { reads.withLock { $0 } }
    func add() { reads.withLock { $0 += 1 } }
}
