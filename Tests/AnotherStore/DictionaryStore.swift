import Foundation
import SignalsStore
import Synchronization

/// Keeps objects in the memory of the process.
public final class DictionaryStore: PersistentStore {
    /// Part of the ID of each of its objects.
    public let identifier = UUID()
    /// The rows by the names of their tables and by their numbers.
    private let tables = Mutex<[String: [Int64: StoredRow]]>([:])

    /// A store without objects.
    public init() {}

    /// Rows of a table: some by their numbers, or all.
    public func rows(_ request: RowRequest) -> [StoredRow] {
        let rows = tables.withLock { $0[request.table.name] ?? [:] }
        if case .numbers(let numbers) = request.selection { return numbers.compactMap { rows[$0] } }
        return Array(rows.values)
    }

    /// Puts rows in their places.
    public func commit(_ changes: [TableChanges]) {
        tables.withLock { tables in
            for change in changes {
                for number in change.removed { tables[change.table.name]?[number] = nil }
                for row in change.stored { tables[change.table.name, default: [:]][row.number] = row }
            }
        }
    }
}
