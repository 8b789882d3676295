/// One file as a disk knows it: the bytes that are safe, and what was done since the last sync.
struct DiskFile: Sendable {
    enum Change: Sendable {
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)
    }

    /// A sector is written whole or not at all; a page of SQLite's may be torn.
    private static let sector = 512

    private(set) var safe: [UInt8]
    private(set) var unsynced: [Change] = []

    init(safe: [UInt8]) { self.safe = safe }

    mutating func note(_ change: Change) { unsynced.append(change) }

    mutating func sync() {
        for change in unsynced { Self.apply(change, to: &safe) }
        unsynced = []
    }

    /// Returns the bytes after a power cut: what is safe, and of each change since then the sectors that happened to
    /// arrive.
    func afterPowerCut(_ arrives: () -> Bool) -> [UInt8] {
        var bytes = safe
        for change in unsynced {
            switch change {
            case .truncate: if arrives() { Self.apply(change, to: &bytes) }
            case .write(let offset, let content):
                for start in stride(from: 0, to: content.count, by: Self.sector) where arrives() {
                    let part = Array(content[start..<min(start + Self.sector, content.count)])
                    Self.apply(.write(offset: offset + start, bytes: part), to: &bytes)
                }
            }
        }
        return bytes
    }

    /// Returns the bytes after a power cut at which the changes since the last sync were arriving in their order.
    func afterPowerCut(keeping count: Int) -> [UInt8] {
        var bytes = safe
        for change in unsynced.prefix(count) { Self.apply(change, to: &bytes) }
        return bytes
    }

    private static func apply(_ change: Change, to bytes: inout [UInt8]) {
        switch change {
        case .truncate(let size):
            if size < bytes.count { bytes.removeLast(bytes.count - size) }
        case .write(let offset, let content):
            let end = offset + content.count
            if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
            bytes.replaceSubrange(offset..<end, with: content)
        }
    }
}
