import AnotherStore
import Foundation
import SignalsStore
import Synchronization

/// A store that hands over not a row more than it is asked for, as one does that has to fetch them from afar.
final class ThriftyStore: PersistentStore {
    let identifier = UUID()
    private let store = DictionaryStore()
    private let counted = Mutex((rows: 0, requests: 0))

    /// The number of rows that it has handed over.
    var rowCount: Int { counted.withLock { $0.rows } }
    /// The number of times that it was asked.
    var requestCount: Int { counted.withLock { $0.requests } }

    func rows(_ request: RowRequest) -> [StoredRow] {
        var rows = store.rows(request).filter(request.selects)
        if let limit = request.limit {
            rows.sort { isBefore($0, $1, request) }
            rows = Array(rows.prefix(limit))
        }
        counted.withLock { [count = rows.count] in $0 = ($0.rows + count, $0.requests + 1) }
        return rows
    }

    private func isBefore(_ left: StoredRow, _ right: StoredRow, _ request: RowRequest) -> Bool {
        for order in request.order {
            let values = (left.values[order.column], right.values[order.column])
            if isLess(values.0, values.1) { return order.isAscending }
            if isLess(values.1, values.0) { return !order.isAscending }
        }
        return left.number < right.number
    }

    private func isLess(_ left: StoredValue, _ right: StoredValue) -> Bool {
        switch (left, right) {
        case (.null, .null): false
        case (.null, _): true
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.text(let left), .text(let right)): left < right
        default: false
        }
    }

    func commit(_ changes: [TableChanges]) { store.commit(changes) }
}
