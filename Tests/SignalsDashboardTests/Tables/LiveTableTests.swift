import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import XCTest

private struct Chore: Identifiable, Hashable, Sendable {
    var id: Int
    var name: String
    var room = "kitchen"
}

final class LiveTableTests: XCTestCase {
    @MainActor
    private func table(_ names: String...) -> (LiveTable<Chore>, TestScreen, CurrentValueSubject<[Chore], Never>) {
        let chores = CurrentValueSubject<[Chore], Never>(
            names.enumerated().map { Chore(id: $0.offset, name: $0.element) })
        let table = LiveTable(
            chores, columns: [.text("Chore", .share()) { $0.name }, .number("No", .fixed(4)) { $0.id }])
        let dashboard = Dashboard("Chores") { _ in table.titled("All") }
        return (table, TestScreen(dashboard, columns: 40, rows: 12), chores)
    }

    @MainActor
    func testARowThatComesInAboveMovesTheSelectionWithItsRow() async {
        let (table, screen, chores) = table("one", "two", "three")
        await screen.settle()
        await screen.press(.down)
        XCTAssertEqual(table.selected?.name, "two")
        chores.value.insert(Chore(id: 9, name: "zero"), at: 0)
        await screen.settle()
        XCTAssertEqual(table.selected?.name, "two")
        XCTAssertEqual(table.targets, [1])
    }

    @MainActor
    func testWhenTheSelectedRowLeavesTheNextOneIsSelected() async {
        let (table, screen, chores) = table("one", "two", "three")
        await screen.settle()
        await screen.press("j")
        chores.value.remove(at: 1)
        await screen.settle()
        XCTAssertEqual(table.selected?.name, "three")
        chores.value = []
        await screen.settle()
        XCTAssertNil(table.selection)
        XCTAssertTrue(screen.text.contains("Nothing here."))
    }

    @MainActor
    func testATypedFilterShowsWhatMatchesAndEscapeShowsAll() async {
        let (table, screen, _) = table("Sweep", "Water plants", "Sweep the yard")
        await screen.settle()
        await screen.press("/")
        await screen.type("sw")
        XCTAssertEqual(table.shownCount, 2)
        XCTAssertTrue(screen.text.contains("/sw"))
        XCTAssertTrue(screen.text.contains("2 of 3"))
        await screen.press(.enter, .down)
        XCTAssertEqual(table.selected?.name, "Sweep the yard")
        await screen.press(.escape)
        XCTAssertEqual(table.shownCount, 3)
        XCTAssertEqual(table.selected?.name, "Sweep the yard", "the selection is lost")
    }

    @MainActor
    func testAKeyOfTheProgramIsALetterWhileAFilterIsTyped() async {
        let (table, screen, _) = table("quilt", "sweep")
        await screen.settle()
        await screen.press("/", "q")
        XCTAssertEqual(table.filter, "q")
    }

    @MainActor
    func testTheFirstRowsAreNoNewsHoweverLateTheyCome() async {
        let chores = PassthroughSubject<[Chore], Never>()
        let table = LiveTable(chores, columns: [.text("Chore") { $0.name }])
        let screen = TestScreen(Dashboard("Chores") { _ in table.titled("All") })
        XCTAssertEqual(table.news(), [])
        chores.send([Chore(id: 1, name: "sweep")])
        await screen.settle()
        XCTAssertEqual(table.news(), [])
        chores.send([Chore(id: 1, name: "sweep"), Chore(id: 2, name: "cook")])
        await screen.settle()
        XCTAssertEqual(table.news().map(\.sentence), ["cook"])
    }

    @MainActor
    func testTheIdentityOfAChangeIsTextWhereItIsOptionalToo() async {
        struct Group: Identifiable, Sendable {
            var id: String?
            var count: Int
        }
        let groups = CurrentValueSubject<[Group], Never>([])
        let table = LiveTable(groups, columns: [.number("Open") { $0.count }])
        let screen = TestScreen(Dashboard("Groups") { _ in table.titled("All") })
        await screen.settle()
        XCTAssertEqual(table.news(), [])
        groups.value = [Group(id: nil, count: 3), Group(id: "garden", count: 2)]
        await screen.settle()
        XCTAssertEqual(table.news().map(\.id), [nil, "garden"])
    }

    @MainActor
    func testSortingKeepsTheSelectedRow() async {
        let (table, screen, _) = table("b", "c", "a")
        await screen.settle()
        await screen.press("s")
        XCTAssertEqual(table.selected?.name, "b")
        XCTAssertTrue(screen.text.contains("Chore ↑"))
        await screen.press(.home)
        XCTAssertEqual(table.selected?.name, "a")
        await screen.press("S", .home)
        XCTAssertEqual(table.selected?.name, "c")
    }

    @MainActor
    func testMarksAreTakenFromRowsThatLeave() async {
        let (table, screen, chores) = table("a", "b", "c")
        await screen.settle()
        await screen.press(" ", " ")
        XCTAssertEqual(Set(table.targets), [0, 1])
        XCTAssertTrue(screen.text.contains("2 marked"))
        chores.value.remove(at: 0)
        await screen.settle()
        XCTAssertEqual(table.targets, [1])
    }

    @MainActor
    func testSectionsCloseAndOpen() async {
        let (table, screen, chores) = table()
        chores.value = ["hall", "kitchen", "hall"].enumerated().map {
            Chore(id: $0.offset, name: "no \($0.offset)", room: $0.element)
        }
        table.section { $0.room }
        await screen.settle()
        XCTAssertTrue(screen.text.contains("▾ hall  2"), screen.text)
        await screen.press(.home, .left)
        XCTAssertTrue(screen.text.contains("▸ hall  2"))
        XCTAssertFalse(screen.text.contains("no 0"))
        await screen.press(.right)
        XCTAssertTrue(screen.text.contains("no 0"))
    }

    @MainActor
    func testTheHeaderThatIsSelectedStaysSoWhereItIsMovedAndWhereASearchIsKept() async {
        let (table, screen, chores) = table()
        chores.value = ["hall", "kitchen", "hall"].enumerated().map {
            Chore(id: $0.offset, name: "no \($0.offset)", room: $0.element)
        }
        table.section { $0.room }
        table.filter = "no"
        await screen.settle()
        await screen.press(.end, .left)
        XCTAssertEqual(table.selectionText, "4 of 4: kitchen, 1 rows, closed")
        chores.value[1].name = "no 1, nor 2"
        await screen.settle()
        XCTAssertEqual(table.selectionText, "4 of 4: kitchen, 1 rows, closed")
        chores.value.insert(Chore(id: 9, name: "no 9", room: "hall"), at: 0)
        await screen.settle()
        XCTAssertEqual(table.selectionText, "5 of 5: kitchen, 1 rows, closed")
        await screen.press(.right)
        XCTAssertTrue(screen.text.contains("no 1, nor 2"), screen.text)
    }

    @MainActor
    func testASectionThatIsClosedWhileManyRowsAreArrangedStaysClosed() async {
        let (table, screen, chores) = table()
        let rows = (0..<40_000).map { Chore(id: $0, name: "no \($0)", room: $0 % 2 == 0 ? "hall" : "kitchen") }
        table.section { $0.room }
        chores.value = rows
        await screen.settle()
        XCTAssertEqual(table.selectionText, "1 of 40,002: hall, 20,000 rows, open")
        chores.value = rows.reversed()
        while !table.isWorking { await Task.yield() }
        await screen.press(.left)
        XCTAssertEqual(table.selectionText, "20,002 of 20,002: hall, 20,000 rows, closed")
    }

    @MainActor
    func testASelectedRowThatDoesNotMatchAnyMoreLeavesTheSelectionWhereItIs() async {
        let (table, screen, chores) = table("no one", "no two", "no three", "no four")
        await screen.settle()
        table.filter = "no"
        await screen.settle()
        await screen.press(.down, .down)
        XCTAssertEqual(table.selected?.name, "no three")
        chores.value[2].name = "three"
        await screen.settle()
        XCTAssertEqual(table.selected?.name, "no four")
    }

    @MainActor
    func testATableFollowsTheSelectionOfAnother() async {
        let rooms = LiveTable(
            CurrentValueSubject<[Chore], Never>([Chore(id: 1, name: "hall"), Chore(id: 2, name: "kitchen")]),
            columns: [.text("Room") { $0.name }])
        let chores = LiveTable(
            CurrentValueSubject<[Chore], Never>([Chore(id: 1, name: "sweep"), Chore(id: 2, name: "cook")]),
            columns: [.text("Chore") { $0.name }])
        chores.follow(rooms) { chore, room in chore.id == room }
        let screen = TestScreen(
            Dashboard("x") { _ in
                rooms.titled("Rooms")
                chores.titled("Chores")
            })
        await screen.settle()
        await screen.settle()
        XCTAssertEqual(chores.selected?.name, "sweep")
        await screen.press(.down)
        await screen.settle()
        XCTAssertEqual(chores.selected?.name, "cook")
        XCTAssertEqual(chores.shownCount, 1)
    }

    @MainActor
    func testTheSelectionFollowsItsRowThroughAnyDifferences() async {
        var random = SeededNumbers(seed: 11)
        let updates = PassthroughSubject<RowUpdate<Chore>, Never>()
        let table = LiveTable(updates, columns: [.text("Chore") { $0.name }])
        let screen = TestScreen(Dashboard("x") { _ in table.titled("All") })
        var rows = (0..<20).map { Chore(id: $0, name: "chore \($0)") }
        updates.send(RowUpdate(rows))
        await screen.settle()
        for step in 0..<300 {
            table.selection = rows.randomElement(using: &random)?.id
            let selected = table.selection
            var next = rows
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                switch Int.random(in: 0...2, using: &random) {
                case 0 where next.count > 5: next.remove(at: .random(in: 0..<next.count, using: &random))
                case 1:
                    next.insert(
                        next.remove(at: .random(in: 0..<next.count, using: &random)),
                        at: .random(in: 0..<next.count, using: &random))
                default:
                    next.insert(
                        Chore(id: 1000 + step * 10 + next.count, name: "new"),
                        at: .random(in: 0...next.count, using: &random))
                }
            }
            let difference = next.map(\.id).difference(from: rows.map(\.id))
            updates.send(RowUpdate(next, difference: step % 2 == 0 ? difference.inferringMoves() : difference))
            await screen.settle()
            if let selected, next.contains(where: { $0.id == selected }) {
                XCTAssertEqual(table.selection, selected)
            } else {
                XCTAssertNotNil(table.selection)
            }
            XCTAssertEqual(table.selected?.id, table.selection)
            rows = next
        }
    }

    @MainActor
    func testTheNewsOfALongListAreWhatItsUpdatesSay() async {
        let updates = PassthroughSubject<RowUpdate<Chore>, Never>()
        let table = LiveTable(updates, columns: [.text("Chore") { $0.name }])
        let screen = TestScreen(Dashboard("x") { _ in table.titled("All") })
        var rows = (0..<6000).map { Chore(id: $0, name: "chore \($0)") }
        updates.send(RowUpdate(rows))
        await screen.settle()
        XCTAssertEqual(table.news(), [])
        let before = rows.map(\.id)
        rows.append(rows.remove(at: 7))
        rows.insert(Chore(id: 9000, name: "new"), at: 0)
        rows[rows.firstIndex { $0.id == 5001 }!].name = "other"
        rows.removeAll { $0.id == 100 }
        updates.send(RowUpdate(rows, difference: rows.map(\.id).difference(from: before), updated: [5001]))
        await screen.settle()
        XCTAssertEqual(
            table.news().map { "\($0.kind) \($0.sentence)" }.sorted(),
            ["added new", "changed other", "removed chore 100"])
        updates.send(RowUpdate(rows.reversed()))
        await screen.settle()
        XCTAssertEqual(table.news().map(\.sentence), ["6,000 rows"])
        XCTAssertEqual(table.news(), [])
    }

    @MainActor
    func testTwoListsThatAreFollowedHaveASayEach() async {
        let (table, screen, _) = table("one", "two", "three", "four")
        let (letters, _, _) = self.table("t", "f")
        let (lengths, _, _) = self.table("three", "four")
        table.follow(letters) { chore, id in chore.name.hasPrefix(id == 0 ? "t" : "f") }
        let isLong: @Sendable (Chore) -> Bool = { $0.name.count == 5 }
        table.follow(lengths, where: { id in id == 0 ? isLong : nil })
        for _ in 0..<4 { await screen.settle() }
        XCTAssertEqual(table.selected?.name, "three")
        XCTAssertEqual(table.shownCount, 1)
        lengths.selection = 1
        for _ in 0..<4 { await screen.settle() }
        XCTAssertEqual(table.shownCount, 2)
    }

    @MainActor
    func testALongListIsFilteredInTheBackground() async {
        let table = LiveTable(
            CurrentValueSubject<[Chore], Never>((0..<100_000).map { Chore(id: $0, name: "chore \($0)") }),
            columns: [.text("Chore") { $0.name }])
        let screen = TestScreen(Dashboard("x") { _ in table.titled("All") })
        await screen.settle()
        await screen.press("/")
        await screen.type("99999")
        await screen.settle()
        XCTAssertEqual(table.shownCount, 1)
        XCTAssertEqual(table.selected?.id, 99_999)
        XCTAssertTrue(screen.text.contains("1 of 100,000"), screen.text)
    }
}
