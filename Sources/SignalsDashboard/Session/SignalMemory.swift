/// Memory that is never freed, so that a signal handler can read it at any moment.
///
/// It is written only while no handler that reads it is installed. The address is kept as a number, which may be read
/// anywhere, a handler included.
struct SignalMemory<Element>: Sendable {
    private let address: UInt

    /// Room for `count` elements, filled in with `element`.
    init(repeating element: Element, count: Int = 1) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
        memory.initialize(repeating: element, count: count)
        address = UInt(bitPattern: memory)
    }

    /// The first element.
    var start: UnsafeMutablePointer<Element> {
        // The address came from an allocation, so it is not a null pointer.
        UnsafeMutablePointer(bitPattern: address)!
    }
}
