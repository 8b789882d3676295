import SignalsCore

/// Lines as they come, the newest at the bottom. It follows its end until a person scrolls up.
@MainActor
public final class LogPane: LiveContent {
    /// The lines that wait to be shown; any thread may add to them.
    private struct Waiting: Sendable {
        var lines: [Line] = []
        /// The lines that went before anybody could see them.
        var dropped = 0
        var isAnnounced = false
    }

    private nonisolated let waiting = Locked(Waiting())
    private let most: Int
    private var lines: [Line] = []
    /// Lines below those in sight; 0 follows the end.
    private var behind = 0
    private var page = 1
    private var reported = 0
    private var dropped = 0
    private var subscriptions: [AnyCancellable] = []

    /// An empty log.
    ///
    /// - Parameter count: the number of lines that are kept, at least 1; the oldest go first.
    public init(keeping count: Int = 10_000) {
        most = min(max(count, 1), Int.max / 2)
    }

    /// Adds a line. May be called on any thread.
    ///
    /// - Parameter line: the line, which comes below the others.
    public nonisolated func add(_ line: Line) {
        let isFirst = waiting.withLock { waiting in
            waiting.lines.append(line)
            // A log that nobody looks at keeps no more than it would show.
            if waiting.lines.count > 2 * most {
                waiting.dropped += waiting.lines.count - most
                waiting.lines.removeFirst(waiting.lines.count - most)
            }
            defer { waiting.isAnnounced = true }
            return !waiting.isAnnounced
        }
        if isFirst { objectWillChange.send() }
    }

    /// Adds each line that a publisher delivers.
    ///
    /// - Parameter lines: the publisher, which may deliver on any thread. The subscription ends with the log.
    public func follow<P: Publisher>(_ lines: P) where P.Output == Line, P.Failure == Never {
        subscriptions.append(lines.sink(values: { [weak self] in self?.add($0) }, completion: { _ in }))
    }

    /// The key commands: scroll, and go to the end.
    public var keys: [KeyCommand] {
        [
            KeyCommand([.up, .down, "k", "j"], name: "scroll", priority: 1) { [self] key in
                scroll(by: key == .up || key == "k" ? 1 : -1)
            },
            KeyCommand([.pageUp, .pageDown], name: "page", priority: 0) { [self] key in
                scroll(by: key == .pageUp ? page : -page)
            },
            KeyCommand([.end, "G"], name: "follow", priority: 2, when: { [self] in behind > 0 }) { [self] _ in
                scroll(by: -behind)
            },
            KeyCommand([.home, "g"], name: "oldest", priority: 0) { [self] _ in scroll(by: lines.count) },
        ]
    }

    /// The status: if it follows its end, and the number of lines.
    public var status: PaneStatus {
        PaneStatus(
            leading: behind == 0 ? Line("following", .dim) : Line("\(behind.grouped) below", Style(.warning)),
            trailing: Line((lines.count + dropped).grouped, .dim),
            scroll: .init(first: max(0, lines.count - behind - page), shown: page, count: lines.count))
    }

    /// Handles the mouse wheel.
    public func take(_ input: Input) -> Bool {
        guard case .wheel(let rows) = input else { return false }
        scroll(by: -rows)
        return true
    }

    /// Returns a measure that takes any room.
    public func measure(in room: Size) -> Measure { .flexible(columns: 8, rows: 1) }

    /// Draws the newest lines, or those that a person scrolled to.
    public func draw(on canvas: inout Canvas) {
        takeWaiting()
        page = canvas.size.rows
        behind = max(0, min(behind, lines.count - page))
        let margin = canvas.size.columns > 12 ? 1 : 0
        let last = lines.count - behind
        for (row, line) in lines[max(0, last - page)..<last].enumerated() {
            canvas.draw(line, row: row, column: margin, columns: canvas.size.columns - 2 * margin)
        }
    }

    /// Returns the lines since the last call.
    public func news() -> [Change] {
        takeWaiting()
        defer { reported = lines.count + dropped }
        return lines.suffix(max(0, lines.count + dropped - reported)).map { Change(kind: "line", sentence: $0.text) }
    }

    private func scroll(by rows: Int) {
        objectWillChange.send()
        behind = max(0, behind + rows)
    }

    private func takeWaiting() {
        let new = waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting
        }
        lines += new.lines
        dropped += new.dropped
        // Lines in sight stay where they are while a person reads them.
        if behind > 0 { behind += new.lines.count }
        let excess = lines.count - most
        guard excess > 0 else { return }
        lines.removeFirst(excess)
        dropped += excess
    }
}
