/// Text in memory that is never freed, so that a signal handler can send it.
struct ConstantText: Sendable {
    private let address: UInt
    private let count: Int

    /// Copies `text`.
    init(_ text: String) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = copy.initialize(from: text.utf8)
        address = UInt(bitPattern: copy.baseAddress)
        count = copy.count
    }

    /// The text's bytes in UTF-8.
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: UnsafePointer(bitPattern: address), count: count)
    }
}
