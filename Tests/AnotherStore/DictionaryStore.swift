import Foundation
import SignalsStore
import Synchronization

/// Keeps objects in the memory of the process.
public final class DictionaryStore: PersistentStore {
    public let identifier = UUID()
    private let tables = Mutex<[String: [Int64: StoredRow]]>([:])

    public init() {}

    public func rows(_ request: RowRequest) -> [StoredRow] {
        let rows = tables.withLock { $0[request.table.name] ?? [:] }
        if case .numbers(let numbers) = request.selection { return numbers.compactMap { rows[$0] } }
        return Array(rows.values)
    }

    public func commit(_ changes: [TableChanges]) {
        tables.withLock { tables in
            for change in changes {
                for number in change.removed { tables[change.table.name]?[number] = nil }
                for row in change.stored { tables[change.table.name, default: [:]][row.number] = row }
            }
        }
    }
}
