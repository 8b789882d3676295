import Signals
import SignalsDashboard

/// A state object and a screen for it, as small as they get.
@MainActor final class Counter: ObservableObject {
    @Published var count = 0
}

@MainActor final class CounterScreen: Screen {
    let counter: Counter
    private(set) var framesDrawn = 0
    private(set) var keys: [Key] = []

    init(_ counter: Counter) {
        self.counter = counter
    }

    func frame(in size: Size) -> Frame {
        framesDrawn += 1
        return Frame(lines: [
            Line("count: \(counter.count)", Style(color: .red, bold: true)), "size: \(size.columns)x\(size.rows)",
        ])
    }

    func handle(_ key: Key) -> Reaction {
        keys.append(key)
        if key == .character("+") { counter.count += 1 }
        return key == .character("q") ? .close : .stay
    }
}
