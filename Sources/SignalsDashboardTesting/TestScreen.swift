import Foundation
import SignalsDashboard

/// A dashboard without a terminal: keys go in, frames come out, and time passes when a test says so.
///
/// ```swift
/// let screen = TestScreen(dashboard, columns: 80, rows: 24)
/// await screen.press("d")
/// XCTAssertEqual(screen.difference(fromPicture: "after-d"), nil)
/// ```
@MainActor
public final class TestScreen {
    private let dashboard: Dashboard
    private var size: Size
    private var now: Date

    /// A screen of a size, at a moment.
    ///
    /// - Parameters:
    ///   - dashboard: the dashboard, which is not run.
    ///   - columns: the width in cells, at least 1; 80 unless given.
    ///   - rows: the height in cells, at least 1; 24 unless given.
    ///   - now: the time there; the present moment unless given. It stands still but for `advance(by:)`.
    public init(_ dashboard: Dashboard, columns: Int = 80, rows: Int = 24, now: Date = Date()) {
        self.dashboard = dashboard
        self.now = now
        size = Size(columns: columns, rows: rows)
        dashboard.clock = { [weak self] in self?.now ?? now }
        _ = frame
    }

    /// The cells that are shown now.
    public var frame: Frame { dashboard.frame(in: size) }

    /// The text that is shown now, row by row, without spaces at the ends of rows.
    public var text: String { frame.text }

    /// Presses keys, one after another.
    ///
    /// - Parameter keys: the keys, in their order. The background work of each is waited for before the next.
    public func press(_ keys: Key...) async {
        for key in keys {
            dashboard.press(key)
            await settle()
        }
    }

    /// Types the characters of a text.
    ///
    /// - Parameter text: the text, of whose characters each is pressed as a key, as `press(_:)` does.
    public func type(_ text: String) async {
        for character in text { await press(.character(character)) }
    }

    /// Pastes a text.
    ///
    /// - Parameter text: the text, which may have several lines.
    public func paste(_ text: String) async {
        dashboard.paste(text)
        await settle()
    }

    /// Clicks a cell, both from 0.
    ///
    /// - Parameters:
    ///   - column: the column, from 0 at the left.
    ///   - row: the row, from 0 at the top.
    public func click(column: Int, row: Int) async {
        dashboard.click(column: column, row: row)
        await settle()
    }

    /// Moves the mouse to a cell, both from 0, with the button down that clicked.
    ///
    /// - Parameters:
    ///   - column: the column, from 0 at the left.
    ///   - row: the row, from 0 at the top.
    public func drag(column: Int, row: Int) async {
        dashboard.drag(column: column, row: row)
        await settle()
    }

    /// Gives the screen another size.
    ///
    /// - Parameters:
    ///   - columns: the width in cells, at least 1.
    ///   - rows: the height in cells, at least 1.
    public func resize(columns: Int, rows: Int) async {
        size = Size(columns: columns, rows: rows)
        await settle()
    }

    /// Lets time pass. Whatever is due meanwhile is drawn at its moment.
    ///
    /// - Parameter time: the time by which the screen's clock goes on, not negative; the test does not wait for it.
    public func advance(by time: Duration) async {
        let end = now.addingTimeInterval(time.seconds)
        while let next = dashboard.changesAt, next <= end, next > now {
            now = next
            await settle()
        }
        now = end
        await settle()
    }

    /// Returns when the background work of all contents is done and its results are drawn.
    public func settle() async {
        // Work that was sent to the main actor earlier runs first.
        await Task { @MainActor in }.value
        await dashboard.settle()
        _ = frame
    }
}

extension Duration {
    fileprivate var seconds: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
    }
}
