import Signals

/// What key paths lead to, found by which instance they are: cheaper than to compare them, and each place in a program
/// that names a property has one instance.
final class RecentKeyPaths: Sendable {
    private static let limit = 64

    private struct Entry: Sendable {
        /// Where the key path lies, which is kept, so that no other comes to lie there.
        let address: UInt
        let target: KeyPathTarget
    }

    private let entries = Locked<[Entry]>([])

    deinit {
        for entry in entries.withLock({ $0 }) {
            UnsafeRawPointer(bitPattern: entry.address).map { Unmanaged<AnyKeyPath>.fromOpaque($0).release() }
        }
    }

    /// What the key path leads to; `resolve` is asked the first time.
    func target(of keyPath: AnyKeyPath, _ resolve: (AnyKeyPath) -> KeyPathTarget?) -> KeyPathTarget? {
        let address = UInt(bitPattern: Unmanaged.passUnretained(keyPath).toOpaque())
        if let entry = entries.withLock({ $0.first { $0.address == address } }) { return entry.target }
        guard let target = resolve(keyPath) else { return nil }
        entries.withLock { entries in
            guard entries.count < Self.limit, !entries.contains(where: { $0.address == address }) else { return }
            _ = Unmanaged.passRetained(keyPath)
            entries.append(Entry(address: address, target: target))
        }
        return target
    }
}
