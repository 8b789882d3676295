import SignalsCore

/// Memory that is never freed, so that a signal handler can read it at any moment.
///
/// It is written only while no handler that reads it is installed.
struct SignalMemory<Element>: Sendable {
    // SAFETY: the address is constant and never freed; what is there is written as said above.
    private let memory: Vouched<UnsafeMutablePointer<Element>>

    /// Room for `count` elements, filled in with `element`.
    init(repeating element: Element, count: Int = 1) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
        memory.initialize(repeating: element, count: count)
        self.memory = Vouched(memory)
    }

    /// The first element.
    var start: UnsafeMutablePointer<Element> { memory.value }
}
