import Signals
import SignalsDashboard
import SignalsDashboardTesting
import XCTest

private struct Chore: Identifiable, Hashable, Sendable {
    var id: Int
    var name: String
    var room: String
}

/// The widths that a person gives to the columns of a table.
@MainActor
private struct Chores {
    let rows = CurrentValueSubject<[Chore], Never>([
        Chore(id: 1, name: "Water", room: "everywhere"), Chore(id: 2, name: "Sweep", room: "kitchen"),
    ])
    let table: LiveTable<Chore>
    let dashboard: Dashboard
    let screen: TestScreen

    init(_ columns: [Column<Chore>]? = nil) async {
        let declared: [Column<Chore>] = [
            .text("Room", .fixed(8)) { $0.room }, .text("Chore", .share(min: 9)) { $0.name },
            .number("No", .fixed(4), priority: 2) { $0.id },
        ]
        let table = LiveTable(rows, columns: columns ?? declared)
        self.table = table
        dashboard = Dashboard("Chores") { _ in table.titled("All") }
        screen = TestScreen(dashboard, columns: 60, rows: 12)
        await screen.settle()
    }

    private var header: String {
        screen.text.split(separator: "\n").first { $0.contains("Room") }.map(String.init) ?? ""
    }

    /// The column of cells where a title begins.
    func start(of title: String) -> Int? {
        header.range(of: title).map { header.distance(from: header.startIndex, to: $0.lowerBound) }
    }

    /// The width of the first column.
    var width: Int { (start(of: "Chore") ?? 0) - (start(of: "Room") ?? 0) - 1 }
}

final class ColumnWidthTests: XCTestCase {
    @MainActor
    func testAColumnWithoutRoomForItsTitleSaysThatItIsSortedBy() async {
        let columns: [Column<Chore>] = [
            Column("No", .fixed(1), sortedBy: { $0.id }) { Line("\($0.id)") }, .text("Room", .share()) { $0.room },
        ]
        let chores = await Chores(columns)
        await chores.screen.press("s")
        XCTAssertEqual(chores.start(of: "↑").map { chores.start(of: "Room")! - $0 }, 2)
        await chores.screen.press("S")
        XCTAssertNotNil(chores.start(of: "↓"))
    }

    @MainActor
    func testKeysMakeAColumnWiderAndNarrowerDownToItsTitle() async {
        let chores = await Chores()
        XCTAssertEqual(chores.width, 8)
        await chores.screen.press(">", ">")
        XCTAssertEqual(chores.width, 10)
        XCTAssertTrue(chores.screen.text.contains("everywhere"))
        XCTAssertEqual(chores.table.widths, [0: 10])
        for _ in 0..<20 { await chores.screen.press("<") }
        XCTAssertEqual(chores.width, 4)
        await chores.screen.press("=")
        XCTAssertEqual(chores.width, 8)
        XCTAssertEqual(chores.table.widths, [:])
    }

    @MainActor
    func testKeysThatComeTogetherCountOneByOne() async {
        let chores = await Chores()
        for _ in 0..<3 { chores.dashboard.press(">") }
        await chores.screen.settle()
        XCTAssertEqual(chores.width, 11)
    }

    @MainActor
    func testTheOthersKeepTheirLeastWidthsHoweverWideAColumnIsMade() async {
        let chores = await Chores()
        for _ in 0..<60 { await chores.screen.press(">") }
        // 60, less the borders and the gutter, less 9 and 4 for the others, and blanks.
        XCTAssertEqual(chores.width, 60 - 2 - 3 - 9 - 4 - 2)
        XCTAssertNotNil(chores.start(of: "No"), "no column goes")
        await chores.screen.press("<")
        XCTAssertEqual(chores.width, 39, "the next key counts from what is seen")
    }

    @MainActor
    func testArrowsChooseTheColumnWhoseWidthIsChanged() async throws {
        let chores = await Chores()
        await chores.screen.press(">", .right, "<")
        XCTAssertEqual(chores.table.widths.keys.sorted(), [0, 1])
        let title = try XCTUnwrap(chores.start(of: "Chore"))
        let styled = chores.screen.frame.styledText
        XCTAssertTrue(styled.contains("selection"), "the column that is changed is marked: \(title)\n\(styled)")
        await chores.screen.press(.escape, ">")
        XCTAssertEqual(chores.table.widths[0], 10, "it begins with the first again")
    }

    @MainActor
    func testTheColumnThatTheRowsAreSortedByIsChangedFirst() async {
        let chores = await Chores()
        chores.table.order = (2, false)
        await chores.screen.press(">")
        XCTAssertEqual(chores.table.widths, [2: 5])
    }

    @MainActor
    func testAChosenWidthStaysWithOtherRowsAndInARoomThatWasShortMeanwhile() async {
        let chores = await Chores()
        await chores.screen.press(">", ">", ">")
        chores.rows.value = [Chore(id: 7, name: "Mop", room: "hall")]
        await chores.screen.resize(columns: 22, rows: 12)
        XCTAssertNotNil(chores.start(of: "Chore"), "it yields before another column goes")
        XCTAssertLessThan(chores.width, 8)
        await chores.screen.resize(columns: 60, rows: 12)
        XCTAssertEqual(chores.width, 11)
    }

    @MainActor
    func testKeysForWidthsAreNamedOnlyWhereAHeaderShowsTwoColumns() async {
        let chores = await Chores()
        await chores.screen.resize(columns: 80, rows: 30)
        XCTAssertTrue(chores.screen.text.contains("<> width"))
        await chores.screen.press("?")
        XCTAssertTrue(chores.screen.text.contains("< >"))
        await chores.screen.press("?")
        let one = await Chores([.text("Room") { $0.room }])
        XCTAssertFalse(one.screen.text.contains("width"))
        await one.screen.resize(columns: 80, rows: 30)
        await one.screen.press("?")
        XCTAssertFalse(one.screen.text.contains("width"))
        chores.table.hasHeader = false
        await chores.screen.settle()
        await chores.screen.press(">")
        XCTAssertFalse(chores.screen.text.contains("width"))
        XCTAssertEqual(chores.table.widths, [:])
        chores.table.hasHeader = true
        chores.table.canResize = false
        await chores.screen.settle()
        XCTAssertFalse(chores.screen.text.contains("width"))
    }

    @MainActor
    func testTheBorderInAHeaderIsDraggedWithTheMouse() async throws {
        let chores = await Chores()
        let (room, chore) = (try XCTUnwrap(chores.start(of: "Room")), try XCTUnwrap(chores.start(of: "Chore")))
        let header = try XCTUnwrap(chores.screen.text.split(separator: "\n").firstIndex { $0.contains("Room") })
        await chores.screen.click(column: chore - 1, row: header)
        XCTAssertNil(chores.table.order, "the border is no title to sort by")
        await chores.screen.drag(column: room + 14, row: header + 3)
        XCTAssertEqual(chores.width, 14)
        await chores.screen.drag(column: 0, row: header)
        XCTAssertEqual(chores.width, 4)
        await chores.screen.click(column: room + 1, row: header + 1)
        await chores.screen.drag(column: room + 20, row: header + 1)
        XCTAssertEqual(chores.width, 4, "a row that is clicked has no border")
    }
}
