import AnotherStore
import Foundation
import SignalsStore
import Synchronization

/// A store that fails when it is told to.
final class MoodyStore: PersistentStore {
    let identifier = UUID()
    private let store = DictionaryStore()
    private let readFailure = Mutex<(any Error)?>(nil)
    private let reads = Atomic(0)
    private let commitFailure = Mutex<(any Error)?>(nil)

    func failReading(with error: (any Error)?) { readFailure.withLock { $0 = error } }
    func failCommitting(with error: (any Error)?) { commitFailure.withLock { $0 = error } }

    /// The number of times that it was read, or was to be.
    var readCount: Int { reads.load(ordering: .relaxed) }

    func rows(_ request: RowRequest) throws -> [StoredRow] {
        reads.add(1, ordering: .relaxed)
        if let error = readFailure.withLock({ $0 }) { throw error }
        return store.rows(request)
    }

    func commit(_ changes: [TableChanges]) throws {
        if let error = commitFailure.withLock({ $0 }) { throw error }
        store.commit(changes)
    }
}

struct ServerAsleep: Error, CustomStringConvertible {
    let description = "the server is asleep"
}
