import Signals

/// An object with a property to assign to.
final class Screen: Sendable {
    private let current = Locked("")

    var title: String {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
