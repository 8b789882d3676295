import Foundation
import SignalsCore

/// A file of transactions, one a line.
final class HistoryFile: Sendable {
    private let handle: Locked<FileHandle>

    init(_ url: URL) throws {
        try Data().write(to: url)
        handle = Locked(try FileHandle(forWritingTo: url))
    }

    func write(_ transaction: Transaction) {
        guard let line = try? JSONEncoder().encode(transaction) else { return }
        handle.withLock { try? $0.write(contentsOf: line + Data("\n".utf8)) }
    }

    /// The transactions of a file. Its program may have been killed in the middle of the last line.
    static func transactions(_ url: URL) throws -> [Transaction] {
        let lines = try Data(contentsOf: url).split(separator: UInt8(ascii: "\n"))
        return lines.compactMap { try? JSONDecoder().decode(Transaction.self, from: $0) }
    }
}
