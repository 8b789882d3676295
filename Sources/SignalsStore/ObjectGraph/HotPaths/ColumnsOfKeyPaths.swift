import Synchronization

/// The columns that key paths refer to, found by which instance they are: cheaper than to compare key paths, and each
/// line in a program that names a property has one instance.
///
/// A table of words that are written once each, so that looking one up takes no lock.
final class ColumnsOfKeyPaths: Sendable {
    private static let capacity = 64
    // Some words stay empty, which is where a search ends.
    private static let limit = 48

    /// The address of the words. One holds where a key path lies, 48 bits, and its column, 16. The key path is kept, so
    /// that no other comes to lie there.
    private let start: UInt
    private let count = Atomic(0)

    init() {
        let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: Self.capacity)
        for index in 0..<Self.capacity { (words + index).initialize(to: Atomic(0)) }
        start = UInt(bitPattern: words)
    }

    deinit {
        for index in 0..<Self.capacity {
            let address = words[index].load(ordering: .acquiring) >> 16
            if let keyPath = UnsafeRawPointer(bitPattern: UInt(address)) {
                Unmanaged<AnyKeyPath>.fromOpaque(keyPath).release()
            }
        }
        words.deallocate()
    }

    private var words: UnsafeMutablePointer<Atomic<UInt64>> { UnsafeMutablePointer(bitPattern: start)! }

    /// The column that a key path refers to; `resolve` is asked the first time.
    @inline(__always)
    func column(of keyPath: AnyKeyPath, _ resolve: (AnyKeyPath) -> Int?) -> Int? {
        let address = Self.address(of: keyPath)
        var slot = Self.slot(of: address)
        while true {
            let word = words[slot].load(ordering: .acquiring)
            if word >> 16 == address { return Int(word & 0xffff) }
            if word == 0 { break }
            slot = (slot + 1) % Self.capacity
        }
        guard let column = resolve(keyPath) else { return nil }
        keep(keyPath, address, column)
        return column
    }

    private func keep(_ keyPath: AnyKeyPath, _ address: UInt64, _ column: Int) {
        guard address < 1 << 48, let short = UInt16(exactly: column),
            count.add(1, ordering: .relaxed).oldValue < Self.limit
        else { return }
        _ = Unmanaged.passRetained(keyPath)
        var slot = Self.slot(of: address)
        while !words[slot].compareExchange(
            expected: 0, desired: address << 16 | UInt64(short), ordering: .acquiringAndReleasing
        ).exchanged {
            slot = (slot + 1) % Self.capacity
        }
    }

    private static func address(of keyPath: AnyKeyPath) -> UInt64 {
        UInt64(UInt(bitPattern: Unmanaged.passUnretained(keyPath).toOpaque()))
    }

    private static func slot(of address: UInt64) -> Int {
        // Fibonacci hashing: instances lie at multiples of 16.
        Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 58)
    }
}
