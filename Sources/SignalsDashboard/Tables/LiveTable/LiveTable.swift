import Foundation
import SignalsCore

/// A table over rows that change; a list if it has one column and no header, and a tree if it has sections.
///
/// ```swift
/// let tasks = LiveTable(library.$tasks, columns: [.day("Due") { $0.due }, .text("Task", .share()) { $0.name }])
/// ```
/// The selected and the marked rows are kept by identity: a row that is inserted above moves them with their rows. Only
/// rows in sight are read, except for a filter, an order and sections, which read all rows, in the background if there
/// are many. Afterwards an update costs as much as the changes that its ``RowUpdate`` names; updates that come before a
/// frame are joined.
///
/// The publisher may send on any thread: the table receives updates on the main actor, in their order.
@MainActor
public final class LiveTable<Row: Identifiable & Sendable>: LiveContent where Row.ID: Sendable {
    /// Up to so many rows are arranged at once; more in the background.
    static var fewRows: Int { 5_000 }

    /// The rows that a person marked. Rows that leave the list lose their marks.
    @Published public var marked: Set<Row.ID> = []
    /// The line that is shown where there are no rows.
    public var empty: Line = Line("Nothing here.", .dim)
    /// False for a list without the titles of its columns.
    public var hasHeader = true
    /// True if rows can be marked.
    public var canMark = true
    /// True if a person can change the widths of columns.
    public var canResize = true
    /// The widths that a person chose, by the number of the column from 0: cells of the terminal. A column without one is
    /// as wide as it was declared. They stand as long as the table lives, and a program may set them.
    @Published public var widths: [Int: Int] = [:]

    /// The identity of the selected row, for those who follow it.
    @Published var selectedID: Row.ID?
    let columns: [Column<Row>]
    /// The arrangement that is shown, which may be the first rows that were found, and its selected line.
    var arrangement = Arrangement(RowList<Row>([]))
    var selectedLine = 0
    /// The first line in sight, and the number of lines in sight, of the last frame.
    var first = 0
    var page = 1
    /// The search that is being typed after `/`; nil while none is.
    var search: TextField? { willSet { objectWillChange.send() } }
    var rowStyle: (@Sendable (Row) -> Style)?
    /// The places of the parts of the last frame.
    var lastLayout: TableLayout?
    /// The column whose width the keys change, until that is done.
    var resized: Int? { willSet { objectWillChange.send() } }
    /// The column whose border is dragged.
    var dragged: Int?
    /// The day from which the cells are seen in which is searched.
    var searchedDay: Date?
    private(set) var sorting: (column: Int, isDescending: Bool)?

    /// The list of the last update, which the arrangement lags behind.
    var rows = RowList<Row>([])
    var arranging = Arranging<Row>()
    /// The last arrangement of all rows, and the filter it is by; nil if it is by other rules than those now.
    var arranged = Arrangement(RowList<Row>([]))
    var arrangedFilter: String?
    /// The index of its list, once one was needed.
    var index: RowIndex<Row>?
    /// The changes since its list, or since that of the work in the background; and those before that work.
    var changes = RowChanges<Row.ID>()
    var changesAtWork = RowChanges<Row.ID>()
    var work: Task<Void, Never>?
    /// True if a frame has been drawn since updates were arranged last.
    var isDrawn = true
    /// Arranges updates that no frame asks for.
    var later: Task<Void, Never>?
    /// True if a list has come, be it an empty one.
    var hasRows = false
    var reporter: RowReporter<Row>?
    /// The text in which is searched instead of the cells.
    private var searchedText: (@Sendable (Row) -> String)?
    private var onlyTest: (@Sendable (Row) -> Bool)?
    /// The tests of rows by the lists that are followed; none if all are shown.
    private var followingTests: [ObjectIdentifier: @Sendable (Row) -> Bool] = [:]
    private var subscriptions: [AnyCancellable] = []
    private var sources: [AnyObject] = []

    /// A table over updates, each of which has the whole list and its changes.
    ///
    /// - Parameters:
    ///   - updates: the publisher, which may send on any thread. The table keeps the subscription as long as it lives.
    ///   - columns: the columns, from the left.
    public init<P: Publisher>(_ updates: P, columns: [Column<Row>])
    where P.Output == RowUpdate<Row>, P.Failure == Never {
        self.columns = columns
        setSearchedCells(now: Date())
        subscriptions.append(
            updates.receive(on: MainActor.shared).sink { [weak self] update in self?.take(update) })
    }

    /// A table over lists that do not name their changes.
    ///
    /// - Parameters:
    ///   - lists: the publisher, which may send on any thread. The table keeps the subscription as long as it lives.
    ///   - columns: the columns, from the left.
    public convenience init<P: Publisher>(_ lists: P, columns: [Column<Row>])
    where P.Output: RandomAccessCollection & Sendable, P.Output.Element == Row, P.Failure == Never {
        self.init(Publishers.Map(lists) { RowUpdate($0) }, columns: columns)
    }

    /// The identity of the selected row; nil without rows, and on the title of a section.
    public var selection: Row.ID? {
        get {
            catchUp()
            return selectedID
        }
        set {
            catchUp()
            guard let newValue, newValue != selectedID else { return }
            if let line = MovedLine.line(of: newValue, near: selectedLine, in: arrangement) { select(line: line) }
        }
    }

    /// The selected row.
    public var selected: Row? {
        catchUp()
        return arrangement.row(inLine: selectedLine)
    }

    /// The marked rows if there are any, or else the selected one.
    public var targets: [Row.ID] {
        catchUp()
        return marked.isEmpty ? selectedID.map { [$0] } ?? [] : Array(marked)
    }

    /// The number of all rows.
    public var count: Int { rows.count }

    /// The number of rows that match the filter, including rows of closed sections.
    public var shownCount: Int {
        catchUp()
        return arrangement.matches
    }

    /// The identities of the rows that match the filter, in the order that is shown, including rows of closed sections.
    public var shownIDs: [Row.ID] {
        catchUp()
        return arrangement.matchingPositions.map { arrangement.rows.id(at: Int($0)) }
    }

    /// The words that are looked for, each in any column, with or without capitals and accents. Empty for all rows.
    ///
    /// A column is searched as it is shown: a day by "tomorrow", a number with its commas.
    public var filter: String {
        get { arranging.filter }
        set {
            guard newValue != arranging.filter else { return }
            arranging.filter = newValue
            rearrange(byOtherRules: false)
        }
    }

    /// The column that the rows are sorted by, from 0; nil for the order of the list.
    public var order: (column: Int, isDescending: Bool)? {
        get { sorting }
        set {
            sorting = newValue
            arranging.order = newValue.flatMap { order in
                columns.indices.contains(order.column) ? columns[order.column].sorting?(order.isDescending) : nil
            }
            rearrange()
        }
    }

    /// Shows only rows that pass a test, in addition to the search that is typed after `/`; nil for all rows.
    ///
    /// - Parameter test: true if a row is shown; nil for all rows. Called on background threads too.
    public func show(only test: (@Sendable (Row) -> Bool)?) {
        onlyTest = test
        combineTests()
    }

    /// Shows only the rows that belong to the selected row of another table, and all while none is selected there. If
    /// several tables are followed, a row must belong to the selected row of each.
    ///
    /// - Parameters:
    ///   - list: the table whose selected row decides.
    ///   - test: true if a row belongs to the selected one. Called on background threads too.
    public func follow<Other>(_ list: LiveTable<Other>, _ test: @escaping @Sendable (Row, Other.ID) -> Bool) {
        follow(
            list,
            where: { id in
                let belongs: @Sendable (Row) -> Bool = { test($0, id) }
                return belongs
            })
    }

    /// Shows only the rows that belong to the selected row of another table, or all of them, as while none is selected
    /// there. If several tables are followed, a row must belong to the selected row of each.
    ///
    /// - Parameters:
    ///   - list: the table whose selected row decides.
    ///   - test: returns a closure that is true for rows that belong to the selected one; nil to show all rows without
    ///     reading them. The closure is called on background threads too.
    public func follow<Other>(
        _ list: LiveTable<Other>, where test: @escaping @MainActor (Other.ID) -> (@Sendable (Row) -> Bool)?
    ) {
        let selection = list.$selectedID.receive(on: MainActor.shared)
        let key = ObjectIdentifier(list)
        subscriptions.append(
            selection.sink { [weak self] id in
                guard let self else { return }
                let next: (@Sendable (Row) -> Bool)? = if let id { test(id) } else { nil }
                if next == nil, followingTests[key] == nil { return }
                followingTests[key] = next
                combineTests()
            })
    }

    /// Puts the rows in sections, which stand in the order of their first rows and can be closed.
    ///
    /// - Parameter name: the title of a row's section. Called on background threads too.
    public func section(by name: @escaping @Sendable (Row) -> String) {
        arranging.sectionName = name
        rearrange()
    }

    /// Looks for what is typed after `/` in this text of each row, instead of in its cells.
    ///
    /// It is meant for many rows: reading a text costs less than making the cells of a row.
    ///
    /// - Parameter text: the text of a row; called on background threads too.
    public func search(in text: @escaping @Sendable (Row) -> String) {
        searchedText = text
        setSearchedCells(now: Date())
        rearrange()
    }

    /// Searches the cells as they are shown at a moment.
    func setSearchedCells(now: Date) {
        searchedDay = Calendar.current.startOfDay(for: now)
        let around = Column<Row>.Surroundings(now: now, isNarrow: false, dayTexts: DayTexts())
        arranging.cells =
            searchedText.map { [$0] }
            ?? columns.map { column in
                { column.searched?($0, around) ?? column.cell($0, around).text }
            }
    }

    /// Gives each row a style.
    ///
    /// - Parameter row: the style of a row, called on the main actor for the rows in sight.
    public func style(_ row: @escaping @Sendable (Row) -> Style) {
        objectWillChange.send()
        rowStyle = row
    }

    /// Returns the changes of the rows since the last call; none at the first, and none before there are rows.
    ///
    /// With more than 5,000 rows it reports the changes that the updates name; an update that does not name its changes
    /// is one change of the whole list.
    public func news() -> [Change] {
        guard hasRows else { return [] }
        if reporter == nil { reporter = RowReporter(columns) }
        return rows.count > Self.fewRows ? reporter?.newsOfUpdates() ?? [] : reporter?.news(of: rows) ?? []
    }

    /// Keeps what the rows come from as long as the table lives.
    package func keep(_ source: AnyObject) { sources.append(source) }

    /// Returns when no rows are being arranged in the background.
    public func settle() async {
        arrangeChanges()
        while let work {
            await work.value
            arrangeChanges()
        }
    }

    /// True while rows are being arranged in the background.
    public var isWorking: Bool { work != nil }

    private func combineTests() {
        var tests = Array(followingTests.values)
        if let onlyTest { tests.append(onlyTest) }
        let all = tests
        if all.isEmpty { arranging.test = nil } else { arranging.test = { row in all.allSatisfy { $0(row) } } }
        rearrange()
    }
}
