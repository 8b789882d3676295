import Foundation

/// The contents of a dashboard and the owner of the keys: frames come out, keys go in. It does not depend on a
/// terminal.
@MainActor
final class Stage {
    /// A question that is to be answered before anything else.
    struct Question {
        var text: String
        var answerYes: @MainActor () -> Void
    }

    let title: String
    let commands: [KeyCommand]
    var summary: @MainActor () -> Line = { Line() }
    var state: @MainActor () -> Line = { Line() }
    var alerts = Alerts()
    /// The alerts that no other object keeps.
    var ownAlerts: [String] = [] { didSet { changed() } }
    var question: Question? { didSet { changed() } }
    var notice = "" { didSet { changed() } }
    /// The lines that are to be printed where lines can be.
    var printed: [String] = [] { didSet { if !printed.isEmpty { changed() } } }
    /// False where no key can come: none is named then.
    var takesKeys = true
    var close: @MainActor () -> Void = {}
    /// The keys in words, if there is no room to show them; nil if they are shown.
    var sayKeys: (@MainActor ([KeyGroup]) -> Void)?
    /// Called when something is shown that no observed object says.
    var changed: @MainActor () -> Void = {}

    private var hasChecked = false
    private let body: @MainActor (Size) -> [Block]
    private(set) var layers: [Layer] = [] { didSet { changed() } }
    /// The content that is to have the keys while it is on the screen.
    private var wanted: (any LiveContent)? { didSet { changed() } }
    /// The live contents of the last frame that are not layers, and their places.
    private(set) var panes: [Scene.Place] = []
    private(set) var layerPlaces: [Scene.Place] = []
    /// The titles of the panes by their contents.
    private(set) var titles: [ObjectIdentifier: String] = [:]
    private(set) var hintRow = 0
    /// The content that was clicked last.
    var pressed: ObjectIdentifier?
    private(set) var hints: [HintLine.Hint] = []
    /// The moment at which time alone changes what is shown.
    private(set) var changesAt: Date?

    init(title: String, commands: [KeyCommand], body: @escaping @MainActor (Size) -> [Block]) {
        self.title = title
        self.commands = commands
        self.body = body
        alerts.sources = [
            .init { [unowned self] in
                ownAlerts
            } dismissFirst: { [unowned self] in
                ownAlerts.removeFirst()
            }
        ]
    }

    /// The content that has the keys: the uppermost layer, or else the wanted one, or else the first that can.
    var focused: (any LiveContent)? { layers.last?.content ?? focusedPane }

    private var focusedPane: (any LiveContent)? {
        let candidates = panes.map(\.content).filter(\.canFocus)
        return candidates.first { $0 === wanted } ?? candidates.first
    }

    /// The contents on the screen, those inside others among them.
    var shown: [any LiveContent] { (panes + layerPlaces).flatMap { [$0.content] + $0.content.inner } }

    /// Shows a content over the others; it has the keys until it is dismissed.
    func present(_ content: any LiveContent, title: Line) {
        layers.append(Layer(content: content, title: title))
        followEnds(of: content)
    }

    /// Takes a layer off the screen when a content in it has ended.
    private func followEnds(of layer: any LiveContent) {
        for case let content as any EndingContent in [layer] + layer.inner {
            content.leaveScreen = { [weak self, weak layer] in if let layer { self?.dismiss(layer) } }
        }
    }

    /// Takes the uppermost layer away.
    func dismiss() { _ = layers.popLast() }

    /// Takes a layer away, wherever it is.
    func dismiss(_ content: any LiveContent) { layers.removeAll { $0.content === content } }

    /// Gives a content the keys, now or as soon as it is on the screen.
    func focus(_ content: (any LiveContent)?) { wanted = content }

    /// Gives the next pane the keys, or the one before.
    func moveFocus(by step: Int) {
        let candidates = panes.map(\.content).filter(\.canFocus)
        guard !candidates.isEmpty else { return }
        let place = candidates.firstIndex { $0 === focusedPane } ?? 0
        wanted = candidates[(place + step + candidates.count) % candidates.count]
    }

    /// Returns the frame for a terminal of `size`.
    func frame(in size: Size, now: Date) -> Frame {
        var scene = draw(size, now)
        // The focus is determined after the contents, so it may have changed.
        if scene.focus != focused.map({ ObjectIdentifier($0) }) { scene = draw(size, now) }
        return scene.grid.takeFrame()
    }

    private func draw(_ size: Size, _ now: Date) -> Scene {
        let scene = Scene(size: size, now: now, focus: focused)
        var canvas = Canvas(scene)
        let blocks = body(size)
        checkContents(of: blocks, size)
        titles = Block.titles(of: blocks)
        changesAt = advance(blocks, to: now)
        draw(blocks, on: &canvas)
        return scene
    }

    /// Stops a debug build whose description makes live contents, which would lose their state with each frame.
    private func checkContents(of blocks: [Block], _ size: Size) {
        guard !hasChecked else { return }
        hasChecked = true
        assert(
            Block.liveContents(of: blocks).elementsEqual(Block.liveContents(of: body(size))) { $0 === $1 },
            "The dashboard “\(title)” makes a live content in its closure. Make it once, before the dashboard.")
    }

    private func draw(_ blocks: [Block], on canvas: inout Canvas) {
        let (size, scene) = (canvas.size, canvas.scene)
        let hasFrames = size.columns >= 30 && size.rows >= 8
        let messages = MessageLines(
            question: question?.text, alerts: alerts.texts, notice: notice, columns: size.columns)
        let messageRows =
            messages.isUrgent ? min(messages.lines.count, size.rows) : size.rows > 3 ? messages.lines.count : 0
        let hintRows = takesKeys && size.rows >= messageRows + 3 ? 1 : 0
        let titleRows = size.rows >= messageRows + 5 ? 1 : 0
        if titleRows > 0 {
            let line = TitleLine(title: title, summary: summary(), state: state()).line(columns: size.columns)
            canvas.draw(line, row: 0)
        }
        let rows = size.rows - titleRows - hintRows - messageRows
        if rows > 0 {
            let room = Size(columns: size.columns, rows: rows)
            let body = Rows(hasFrames ? blocks : blocks.map { $0.withoutFrames() })
            canvas.draw(body, row: titleRows, column: 0, size: room)
        }
        panes = scene.places
        if rows > 0, let layer = layers.last {
            scene.grid.cursor = nil
            var part = canvas.part(row: titleRows, column: 0, size: Size(columns: size.columns, rows: rows))
            layer.draw(on: &part, hasFrame: hasFrames)
        }
        layerPlaces = Array(scene.places.dropFirst(panes.count))
        for (row, line) in messages.lines.suffix(messageRows).enumerated() {
            canvas.draw(line, row: size.rows - hintRows - messageRows + row)
        }
        drawHints(on: &canvas, rows: hintRows)
    }

    private func drawHints(on canvas: inout Canvas, rows: Int) {
        hintRow = canvas.size.rows - 1
        hints = []
        guard rows > 0 else { return }
        let isTyping = question == nil && focused?.isTyping == true
        let line = HintLine(keyTable.commands, columns: canvas.size.columns, isTyping: isTyping)
        hints = line.hints
        canvas.draw(line.line, row: hintRow)
    }

    /// Brings all contents to the present moment; returns the next one at which time alone changes one of them.
    private func advance(_ blocks: [Block], to now: Date) -> Date? {
        for layer in layers { followEnds(of: layer.content) }
        let contents = Block.liveContents(of: blocks) + layers.map(\.content)
        return contents.compactMap { $0.advance(to: now) }.min()
    }
}
