import Foundation
import SignalsCore

/// A table over rows that change; a list if it has one column and no header, and a tree if it has sections.
///
/// ```swift
/// let tasks = LiveTable(library.$tasks, columns: [.day("Due") { $0.due }, .text("Task", .share()) { $0.name }])
/// ```
/// The selected and the marked rows are kept by identity: a row that comes in above moves them with their rows. Only rows
/// in sight are looked at, but for a filter, an order and sections, which look at all of them, in the background if they
/// are many.
@MainActor
public final class LiveTable<Row: Identifiable & Sendable>: LiveContent where Row.ID: Sendable {
    /// Up to so many rows are arranged at once; more in the background.
    private static var fewRows: Int { 5_000 }

    /// The rows that a person marked with the space bar.
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
    @Published private(set) var selectedID: Row.ID?
    let columns: [Column<Row>]
    /// The arrangement that is shown: it lags behind `rows` while they are being arranged.
    private(set) var arrangement = Arrangement(RowList<Row>([]))
    private(set) var selectedLine = 0
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
    private(set) var sorting: (column: Int, isDescending: Bool)?

    private var rows = RowList<Row>([])
    private var arranging = Arranging<Row>()
    private var onlyTest: (@Sendable (Row) -> Bool)?
    /// What each list that is followed says of rows; nothing where it shows all.
    private var followingTests: [ObjectIdentifier: @Sendable (Row) -> Bool] = [:]
    private var subscriptions: [AnyCancellable] = []
    private var work: Task<Void, Never>?
    private var sources: [AnyObject] = []
    /// The updates since the rows that are arranged, or being arranged.
    private var newUpdates: [RowUpdate<Row>] = []
    /// True if a list has come, be it an empty one.
    private var hasRows = false
    private var reporter: RowReporter<Row>?

    /// A table over updates, each of which is the whole list and says what changed.
    public init<P: Publisher>(_ updates: P, columns: [Column<Row>])
    where P.Output == RowUpdate<Row>, P.Failure == Never {
        self.columns = columns
        arranging.cells = columns.map { column in
            { column.cell($0, .init(now: .distantPast, isNarrow: false)).text }
        }
        subscriptions.append(
            updates.receive(on: MainActor.shared).sink { [weak self] update in self?.take(update) })
    }

    /// A table over lists.
    public convenience init<P: Publisher>(_ lists: P, columns: [Column<Row>])
    where P.Output: RandomAccessCollection & Sendable, P.Output.Element == Row, P.Failure == Never {
        self.init(Publishers.Map(lists) { RowUpdate($0) }, columns: columns)
    }

    /// The identity of the selected row; nil without rows, and on the title of a section.
    public var selection: Row.ID? {
        get { selectedID }
        set {
            guard let newValue, newValue != selectedID else { return }
            if let line = MovedLine.line(of: newValue, near: selectedLine, in: arrangement) { select(line: line) }
        }
    }

    /// The selected row.
    public var selected: Row? { arrangement.row(inLine: selectedLine) }

    /// The marked rows if there are any, or else the selected one.
    public var targets: [Row.ID] { marked.isEmpty ? selectedID.map { [$0] } ?? [] : Array(marked) }

    /// The number of all rows.
    public var count: Int { rows.count }

    /// The number of rows that match the filter, those of closed sections among them.
    public var shownCount: Int { arrangement.matches }

    /// The text that is looked for, in any column, capitals or not. Empty for all rows.
    public var filter: String {
        get { arranging.filter }
        set {
            guard newValue != arranging.filter else { return }
            arranging.filter = newValue
            rearrange()
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

    /// Shows only rows that pass a test, beside what is typed after `/`; nil for all rows.
    public func show(only test: (@Sendable (Row) -> Bool)?) {
        onlyTest = test
        combineTests()
    }

    /// Shows only the rows that belong to the selected row of another table. Of several tables that are followed each has a
    /// say.
    ///
    /// - Parameters:
    ///   - list: the table whose selected row decides.
    ///   - test: true if a row belongs to the selected one. Called on background threads.
    public func follow<Other>(_ list: LiveTable<Other>, _ test: @escaping @Sendable (Row, Other.ID) -> Bool) {
        follow(
            list,
            where: { id in
                let belongs: @Sendable (Row) -> Bool = { test($0, id) }
                return belongs
            })
    }

    /// Shows only the rows that belong to the selected row of another table, or all of them. Of several tables that are
    /// followed each has a say.
    ///
    /// - Parameters:
    ///   - list: the table whose selected row decides.
    ///   - test: returns what is true of the rows that belong to the selected one; nil to show all rows, for which none is
    ///     looked at. What it returns is called on background threads.
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
    public func section(by name: @escaping @Sendable (Row) -> String) {
        arranging.sectionName = name
        rearrange()
    }

    /// Looks for what is typed after `/` in this text of each row, instead of in its cells.
    ///
    /// For rows of which there are many: a text that is there costs less than the cells that are made of it.
    ///
    /// - Parameter text: the text of a row; called on background threads.
    public func search(in text: @escaping @Sendable (Row) -> String) {
        arranging.cells = [text]
        rearrange()
    }

    /// Gives each row a style.
    public func style(_ row: @escaping @Sendable (Row) -> Style) {
        objectWillChange.send()
        rowStyle = row
    }

    /// Returns the changes of the rows since the last call; none at the first, and none before there are rows.
    ///
    /// Of more than 5,000 rows it knows what the updates say of them; an update that does not say what changed is one change
    /// of the whole list.
    public func news() -> [Change] {
        guard hasRows else { return [] }
        if reporter == nil { reporter = RowReporter(columns) }
        return rows.count > Self.fewRows ? reporter?.newsOfUpdates() ?? [] : reporter?.news(of: rows) ?? []
    }

    /// Keeps what the rows come from as long as the table lives.
    package func keep(_ source: AnyObject) { sources.append(source) }

    /// Returns when no rows are being arranged in the background.
    public func settle() async {
        while let work { await work.value }
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

extension LiveTable {
    /// Selects a line, or the nearest there is.
    func select(line: Int) {
        objectWillChange.send()
        selectedLine = max(0, min(line, arrangement.count - 1))
        let id = arrangement.id(inLine: selectedLine)
        if id != selectedID { selectedID = id }
    }

    /// Opens or closes the section that the selected line belongs to.
    func setSection(closed isClosed: Bool) {
        guard let header = arrangement.header(above: selectedLine) else { return }
        let name = arrangement.sections[header.section].name
        if isClosed { arranging.closedSections.insert(name) } else { arranging.closedSections.remove(name) }
        show(
            arrangement.setting(section: header.section, closed: isClosed),
            selecting: isClosed ? header.line : selectedLine)
        // Rows that are being arranged are to have it so too.
        if work != nil { rearrange(keepsPlace: true) }
    }

    private func take(_ update: RowUpdate<Row>) {
        objectWillChange.send()
        let isFirst = rows.count == 0
        if update.rows.count > Self.fewRows { reporter?.note(update, after: rows) }
        rows = update.rows
        hasRows = true
        guard arranging.isPlain, arrangement.isPlain else {
            newUpdates.append(update)
            if work == nil { arrangeUpdates() }
            return
        }
        let line: Int? =
            if let difference = update.difference, !isFirst {
                MovedLine.position(of: selectedLine, after: difference)
            } else {
                selectedID.flatMap { MovedLine.line(of: $0, near: selectedLine, in: Arrangement(rows)) }
            }
        let next = update.difference.map { MovedLine.successor(of: selectedLine, after: $0) } ?? selectedLine
        dropMarks(update)
        show(Arrangement(rows), selecting: line ?? (isFirst ? 0 : next))
    }

    /// Rows that left are not marked any more.
    private func dropMarks(_ update: RowUpdate<Row>) {
        guard !marked.isEmpty else { return }
        if let difference = update.difference {
            var left = Set<Row.ID>()
            for case .remove(_, let id, _) in difference.removals { left.insert(id) }
            for case .insert(_, let id, _) in difference.insertions { left.remove(id) }
            if !left.isDisjoint(with: marked) { marked.subtract(left) }
        } else {
            let list = update.rows
            let there = Set((0..<list.count).lazy.map { list.id(at: $0) }.filter { [marked] in marked.contains($0) })
            if there.count < marked.count { marked = there }
        }
    }

    /// Shows another arrangement, scrolled so that the selected row stays where it was on the screen.
    private func show(_ next: Arrangement<Row>, selecting line: Int) {
        objectWillChange.send()
        arrangement = next
        let moved = max(0, min(line, next.count - 1)) - selectedLine
        // A list that is at its beginning stays there, so that what comes in at the top is seen.
        if first > 0 { first = max(0, first + moved) }
        select(line: line)
    }

    /// Arranges all rows again, at once if they are few.
    ///
    /// - Parameter keepsPlace: false if the first line is to be selected where the selected row does not match any more.
    private func rearrange(keepsPlace: Bool = false) {
        objectWillChange.send()
        work?.cancel()
        newUpdates = []
        let (rows, arranging, selected, near) = (rows, arranging, selectedID, selectedLine)
        guard rows.count > Self.fewRows, !arranging.isPlain else {
            work = nil
            guard let next = arranging.arrange(rows) else { return }
            let line = selected.flatMap { MovedLine.line(of: $0, near: near, in: next) }
            return land(next, line: line, of: selected, keepsPlace: keepsPlace)
        }
        work = Task.detached(priority: .userInitiated) { [weak self] in
            let next = arranging.arrange(rows) {
                Task.isCancelled
            } showFirst: { first in
                Task { @MainActor [weak self] in self?.landFirst(first, of: arranging.filter) }
            }
            let line = next.flatMap { next in selected.flatMap { MovedLine.line(of: $0, near: near, in: next) } }
            await self?.finish(next, line: line, of: selected, keepsPlace: keepsPlace)
        }
    }

    /// Brings the arrangement up to date with the updates that came, at the cost of what changed where that is known.
    private func arrangeUpdates() {
        let (updates, arranging, selected, near) = (newUpdates, arranging, selectedID, selectedLine)
        let (before, rows) = (arrangement, rows)
        newUpdates = []
        let arrange: @Sendable () -> (next: Arrangement<Row>?, line: Int?) = {
            let applied = updates.reduce(Optional(before)) { arrangement, update in
                arrangement?.applying(update, arranging)
            }
            let next = applied ?? arranging.arrange(rows) { Task.isCancelled }
            return (next, next.flatMap { next in selected.flatMap { MovedLine.line(of: $0, near: near, in: next) } })
        }
        guard rows.count > Self.fewRows else {
            let (next, line) = arrange()
            if let next { land(next, line: line, of: selected, keepsPlace: true) }
            return
        }
        work = Task.detached(priority: .userInitiated) { [weak self] in
            let (next, line) = arrange()
            await self?.finish(next, line: line, of: selected, keepsPlace: true)
        }
    }

    private func landFirst(_ first: Arrangement<Row>, of filter: String) {
        guard work != nil, filter == arranging.filter else { return }
        show(first, selecting: 0)
    }

    private func finish(_ next: Arrangement<Row>?, line: Int?, of selected: Row.ID?, keepsPlace: Bool) {
        // A task that was cancelled has a successor, whose work this is not.
        guard let next, !Task.isCancelled else { return }
        work = nil
        land(next, line: line, of: selected, keepsPlace: keepsPlace)
        if !newUpdates.isEmpty { arrangeUpdates() }
    }

    /// Shows an arrangement with the selected row selected, which may be another by now, or the header that was.
    private func land(_ next: Arrangement<Row>, line: Int?, of selected: Row.ID?, keepsPlace: Bool) {
        var found = selectedID == selected ? line : nil
        if let selectedID, found == nil, selectedID != selected {
            found = MovedLine.line(of: selectedID, near: selectedLine, in: next)
        } else if selectedID == nil, let header = arrangement.header(above: selectedLine) {
            found = next.line(ofSection: arrangement.sections[header.section].name)
        }
        show(next, selecting: found ?? (keepsPlace || filter.isEmpty ? selectedLine : 0))
    }
}
