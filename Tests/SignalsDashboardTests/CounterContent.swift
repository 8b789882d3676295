import Signals
import SignalsDashboard

/// A state object and a content for it, as small as they get.
@MainActor final class Counter: ObservableObject {
    @Published var count = 0
}

/// Shows a count, and takes all keys itself.
@MainActor final class CounterContent: LiveContent {
    let counter: Counter
    var close: @MainActor () -> Void = {}
    private(set) var framesDrawn = 0
    private(set) var keys: [Key] = []

    init(_ counter: Counter) {
        self.counter = counter
    }

    /// A dashboard that shows it.
    func dashboard(on terminal: Terminal) -> Dashboard {
        let dashboard = Dashboard("counter", observing: [counter], on: terminal) { [self] size in
            self
            "size: \(size.columns)x\(size.rows)"
        }
        close = { [unowned dashboard] in dashboard.close() }
        return dashboard
    }

    var isTyping: Bool { true }

    func take(_ input: Input) -> Bool {
        switch input {
        case .text(let text): pressed(.character(text.first ?? " "))
        case .key(let key): pressed(key)
        default: return false
        }
        return true
    }

    private func pressed(_ key: Key) {
        keys.append(key)
        if key == "+" { counter.count += 1 }
        if key == "q" { close() }
    }

    func measure(in room: Size) -> Measure {
        Measure(least: Size(columns: 1, rows: 1), most: Size(columns: Size.unlimited, rows: 1))
    }

    func draw(on canvas: inout Canvas) {
        framesDrawn += 1
        canvas.draw(Line("count: \(counter.count)", Style(color: .red, bold: true)), row: 0)
    }
}
