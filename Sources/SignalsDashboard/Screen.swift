import SignalsCore

/// What a dashboard shows and how it answers to the keyboard.
///
/// A screen reads its state from the observable objects that a view would use, and is drawn again when they change.
@MainActor
public protocol Screen: AnyObject {
    /// What to show now. Depends on the state and the size alone, so it can be tested as text.
    func frame(in size: Size) -> Frame

    /// A person used the keyboard. Ctrl-C, Ctrl-Z and Ctrl-L do not come here: they close, suspend and redraw.
    func handle(_ key: Key) -> Reaction
}

/// What follows from a key.
public enum Reaction: Hashable, Sendable {
    /// The dashboard stays, and is drawn again.
    case stay
    /// The dashboard closes.
    case close
}

extension Dashboard {
    /// A dashboard that shows `screen` on `terminal` once `run()` is called.
    public convenience init(
        _ screen: any Screen, observing objects: any ObservableObject..., on terminal: Terminal = .standard
    ) {
        let content = ScreenContent(screen)
        let stage = Stage(title: "", commands: []) { _ in [Block(content)] }
        stage.isBare = true
        self.init(stage, observing: objects, theme: nil, on: terminal)
        content.close = { [weak self] in self?.close() }
    }
}

/// A screen as a live content that has all keys.
private final class ScreenContent: LiveContent {
    var close: @MainActor () -> Void = {}
    private let screen: any Screen

    init(_ screen: any Screen) {
        self.screen = screen
    }

    var isTyping: Bool { true }

    func take(_ input: Input) -> Bool {
        let keys: [Key] =
            switch input {
            case .text(let text), .paste(let text): text.map { .character($0) }
            case .key(let key): [key]
            case .wheel, .click: []
            }
        for key in keys where screen.handle(key) == .close { close() }
        return true
    }

    func measure(in room: Size) -> Measure { .flexible() }

    func draw(on canvas: inout Canvas) { canvas.draw(screen.frame(in: canvas.size)) }
}

extension Frame {
    /// The rows as lines, without blanks at their ends.
    public var lines: [Line] {
        (0..<size.rows).map { row in Line(stretches(ofRow: row).map { Span($0.text, $0.style) }) }
    }
}
