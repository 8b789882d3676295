import Foundation
import Signals
import SignalsBattery
import SignalsDashboard
import SignalsDashboardTesting
import XCTest

private struct Chore: Identifiable, Hashable, Sendable {
    var id: Int
    var name: String
    var minutes: Int
}

private final class Count: Sendable {
    private let count = Locked(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
    /// The count since the last call.
    func take() -> Int {
        count.withLock { count in
            defer { count = 0 }
            return count
        }
    }
}

/// A list that counts how often a row is read.
private struct Counted: RandomAccessCollection, Sendable {
    var rows: [Chore]
    let reads: Count
    var startIndex: Int { 0 }
    var endIndex: Int { rows.count }
    subscript(place: Int) -> Chore {
        reads.add()
        return rows[place]
    }
}

/// The cost of updates, which lead to what all rows arranged anew would be.
final class TableUpdateTests: XCTestCase {
    @MainActor
    private func screen(_ table: LiveTable<Chore>) -> TestScreen {
        TestScreen(Dashboard("Chores") { _ in table.titled("All") }, columns: 40, rows: 12)
    }

    @MainActor
    func testListsThatComeBeforeAFrameAreArrangedOnce() async {
        let keys = Count()
        let lists = PassthroughSubject<[Chore], Never>()
        let minutes = Column<Chore>(
            "Minutes",
            sortedBy: {
                keys.add()
                return $0.minutes
            }
        ) { Line("\($0.minutes)") }
        let table = LiveTable(lists, columns: [minutes])
        table.order = (0, false)
        let screen = screen(table)
        lists.send((0..<1000).map { Chore(id: $0, name: "", minutes: -$0) })
        await screen.settle()
        _ = keys.take()
        for step in 0..<50 { lists.send((0..<1000).map { Chore(id: $0, name: "", minutes: -$0 * step) }) }
        await screen.settle()
        XCTAssertEqual(keys.take(), 1000)
        XCTAssertEqual(table.shownIDs, (0..<1000).reversed(), "those of the last list")
    }

    @MainActor
    func testAChangeOfARowCostsTheSameInALongListAsInAShortOne() async {
        var costs: [Int] = []
        for count in [300, 4800, 60_000] {
            let reads = Count()
            let updates = PassthroughSubject<RowUpdate<Chore>, Never>()
            let table = LiveTable(updates, columns: [.text("Chore") { $0.name }, .number("Minutes") { $0.minutes }])
            table.order = (1, false)
            table.filter = "chore"
            let screen = screen(table)
            var rows = (0..<count).map { Chore(id: $0, name: "chore", minutes: $0 * 7919 % 99_991) }
            func change(_ place: Int) async {
                rows[place].minutes = 50_000 + place
                let list = Counted(rows: rows, reads: reads)
                updates.send(RowUpdate(list, difference: CollectionDifference([]), updated: [place]))
                await screen.settle()
            }
            updates.send(RowUpdate(Counted(rows: rows, reads: reads)))
            await screen.settle()
            await change(7)
            _ = reads.take()
            await change(count - 100)
            await change(count - 200)
            costs.append(reads.take())
            XCTAssertEqual(table.shownCount, count)
            XCTAssertEqual(
                table.shownIDs, rows.enumerated().sorted { $0.element.minutes < $1.element.minutes }.map(\.offset))
        }
        XCTAssertLessThan(costs[2], costs[0] * 3, "\(costs)")
    }

    @MainActor
    func testARowThatIsUpdatedInAListOfTheSameRowsIsTheOnlyOneThatIsSearched() async {
        let searched = Count()
        let updates = PassthroughSubject<RowUpdate<Chore>, Never>()
        let table = LiveTable(updates, columns: [.text("Chore") { $0.name }])
        table.search {
            searched.add()
            return $0.name
        }
        table.filter = "a"
        let screen = screen(table)
        var rows = (0..<3000).map { Chore(id: $0, name: "a", minutes: 0) }
        updates.send(RowUpdate(rows))
        await screen.settle()
        _ = searched.take()
        rows[10].name = "b"
        updates.send(RowUpdate(rows, updated: [10]))
        await screen.settle()
        XCTAssertEqual(searched.take(), 1)
        XCTAssertEqual(table.shownCount, 2999)
        // And rows that came and left beside it, which the identities show.
        rows.replaceSubrange(100..<102, with: [Chore(id: 9000, name: "ab", minutes: 0)])
        rows[10].name = "ba"
        updates.send(RowUpdate(rows, updated: [10]))
        await screen.settle()
        XCTAssertEqual(searched.take(), 2)
        XCTAssertEqual(table.shownIDs, rows.map(\.id))
        rows[0].name = "b"
        updates.send(RowUpdate(sameRows: rows, updated: [0]))
        await screen.settle()
        XCTAssertEqual(searched.take(), 1)
        XCTAssertEqual(table.shownIDs, rows.dropFirst().map(\.id))
    }

    @MainActor
    func testAFilterThatIsTypedOnLooksOnlyAtWhatWasFoundBefore() async {
        let searched = Count()
        let table = LiveTable(
            CurrentValueSubject<[Chore], Never>(
                (0..<20_000).map { Chore(id: $0, name: "chore \($0)", minutes: $0 % 10) }),
            columns: [.text("Chore") { $0.name }, .number("Minutes") { $0.minutes }])
        table.search {
            searched.add()
            return $0.name
        }
        let screen = screen(table)
        await screen.settle()
        for isSorted in [false, true] {
            table.order = isSorted ? (1, true) : nil
            await screen.settle()
            await screen.press("/")
            await screen.type("12")
            let found = table.shownCount
            XCTAssertGreaterThan(found, 100)
            _ = searched.take()
            await screen.type("3")
            XCTAssertEqual(searched.take(), found)
            XCTAssertEqual(
                table.shownIDs.sorted(), (0..<20_000).filter { "chore \($0)".contains("123") })
            if isSorted {
                let minutes = table.shownIDs.map { $0 % 10 }
                XCTAssertEqual(minutes, minutes.sorted(by: >), "they stay in their order")
            }
            await screen.type("xx")
            XCTAssertEqual(table.shownCount, 0)
            _ = searched.take()
            await screen.type("yz")
            XCTAssertEqual(searched.take(), 0, "there is nothing to look at")
            await screen.press(.backspace, .backspace, .backspace, .backspace)
            XCTAssertEqual(table.shownIDs.count, (0..<20_000).count { "\($0)".contains("123") })
            await screen.press(.escape)
            XCTAssertEqual(table.shownCount, 20_000)
        }
    }

    @MainActor
    func testMarksAreTakenFromRowsThatLeaveAFilteredAndASortedTableAndOneInSections() async {
        let rows = (0..<8).map { Chore(id: $0, name: "a", minutes: -$0) }
        for many in [false, true] {
            let rows = rows + (100..<(many ? 6000 : 101)).map { Chore(id: $0, name: "b", minutes: $0) }
            for arrangement in ["plain", "filter", "order", "sections"] {
                for kind in ["list", "difference", "updated"] {
                    let updates = PassthroughSubject<RowUpdate<Chore>, Never>()
                    let table = LiveTable(
                        updates, columns: [.text("Chore") { $0.name }, .number("Minutes") { $0.minutes }])
                    if arrangement == "filter" { table.filter = "b" }
                    if arrangement == "order" { table.order = (1, false) }
                    if arrangement == "sections" { table.section { $0.name } }
                    let screen = screen(table)
                    updates.send(RowUpdate(rows))
                    await screen.settle()
                    table.marked = [1, 2, 3, 100]
                    let next = rows.filter { $0.id != 2 && $0.id != 100 }
                    let difference = kind == "difference" ? next.map(\.id).difference(from: rows.map(\.id)) : nil
                    updates.send(RowUpdate(next, difference: difference, updated: kind == "updated" ? [0] : []))
                    await screen.settle()
                    XCTAssertEqual(table.marked, [1, 3], "\(arrangement), \(kind), \(many)")
                    XCTAssertEqual(Set(table.targets), [1, 3])
                }
            }
        }
    }

    /// A table's rules, and what is to be shown by them.
    private struct Rules {
        var filter = ""
        var order: (column: Int, isDescending: Bool)?
        var hasSections = false

        func ids(_ rows: [Chore]) -> [Int] {
            var found = rows.enumerated().filter { filter.isEmpty || $0.element.name.contains(filter) }
            if let order {
                found.sort { left, right in
                    let (a, b) = order.isDescending ? (right.element, left.element) : (left.element, right.element)
                    let isBefore = order.column == 0 ? a.name < b.name : a.minutes < b.minutes
                    let isAfter = order.column == 0 ? b.name < a.name : b.minutes < a.minutes
                    return isBefore || !isAfter && left.offset < right.offset
                }
            }
            guard hasSections else { return found.map(\.element.id) }
            var sections: [Int] = []
            var members: [Int: [Int]] = [:]
            for row in found {
                let section = row.element.minutes % 3
                if members[section] == nil { sections.append(section) }
                members[section, default: []].append(row.element.id)
            }
            return sections.flatMap { members[$0] ?? [] }
        }
    }

    @MainActor
    func testAnyUpdatesLeaveWhatTheirLastListArrangedAnewWould() async {
        var random = SeededNumbers(seed: 17)
        for count in [40, 5200] {
            for round in 0..<steps(count == 40 ? 24 : 8) {
                let updates = PassthroughSubject<RowUpdate<Chore>, Never>()
                let table = LiveTable(
                    updates, columns: [.text("Chore") { $0.name }, .number("Minutes") { $0.minutes }])
                let screen = screen(table)
                var rules = Rules()
                if round % 2 == 1 { table.section { "\($0.minutes % 3)" } }
                rules.hasSections = round % 2 == 1
                var nextID = 100_000
                func chore(_ id: Int) -> Chore {
                    Chore(
                        id: id, name: ["a", "b", "ab", "c"].randomElement(using: &random)!,
                        minutes: .random(in: 0...9, using: &random))
                }
                var rows = (0..<count).map { chore($0) }
                updates.send(RowUpdate(rows))
                await screen.settle()
                for step in 0..<(count == 40 ? 40 : 10) {
                    switch Int.random(in: 0...4, using: &random) {
                    case 0: rules.filter = ["", "a", "ab"].randomElement(using: &random)!
                    case 1:
                        rules.order = [nil, (0, false), (1, false), (1, true)].randomElement(using: &random)!
                    default: break
                    }
                    if table.filter != rules.filter { table.filter = rules.filter }
                    if table.order?.column != rules.order?.column
                        || table.order?.isDescending != rules.order?.isDescending
                    {
                        table.order = rules.order
                    }
                    await screen.settle()
                    table.selection = rules.ids(rows).randomElement(using: &random)
                    let selected = table.selection
                    for _ in 0..<Int.random(in: 1...4, using: &random) {
                        var (next, updated) = (rows, Set<Int>())
                        let keeps = Bool.random(using: &random)
                        for _ in 0..<Int.random(in: 0...4, using: &random) {
                            let place = Int.random(in: 0..<next.count, using: &random)
                            switch Int.random(in: keeps ? 3...3 : 0...4, using: &random) {
                            case 0 where next.count > 5: next.remove(at: place)
                            case 1: next.insert(next.remove(at: place), at: .random(in: 0..<next.count, using: &random))
                            case 2:
                                next.insert(chore(nextID), at: place)
                                nextID += 1
                            default:
                                next[place] = chore(next[place].id)
                                updated.insert(next[place].id)
                            }
                        }
                        let difference = next.map(\.id).difference(from: rows.map(\.id))
                        switch Int.random(in: 0...3, using: &random) {
                        case 0: updates.send(RowUpdate(next))
                        case 1: updates.send(RowUpdate(next, updated: updated))
                        case 2 where difference.isEmpty: updates.send(RowUpdate(sameRows: next, updated: updated))
                        default:
                            let said = step % 2 == 0 ? difference.inferringMoves() : difference
                            updates.send(RowUpdate(next, difference: said, updated: updated))
                        }
                        rows = next
                    }
                    await screen.settle()
                    let expected = rules.ids(rows)
                    XCTAssertEqual(table.shownIDs, expected, "\(count), \(round), \(step), \(rules)")
                    if let selected, expected.contains(selected) { XCTAssertEqual(table.selection, selected) }
                    XCTAssertEqual(table.selected?.id, table.selection)
                    if table.shownIDs != expected { return }
                }
            }
        }
    }
}
