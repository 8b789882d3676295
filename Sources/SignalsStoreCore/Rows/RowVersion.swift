import Foundation

/// The numbers that count a row's changes: 1 for a new row, and one more with each change.
package enum RowVersion {
    /// The version for a row that is stored again under the number of one that was deleted.
    ///
    /// A context that still has the deleted row must find the new one newer, but the deleted row's version is unknown
    /// by now. So counting goes on from the microseconds since 1970: no row changes as often as that. A commit takes
    /// this version where it writes the row, since others may store and delete the row while the save waits.
    package static func afterDeletion() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }
}

extension RowPage {
    /// True if rows among these come back after a deletion; other new rows have version 1.
    package var bringsBackRows: Bool { keys.contains { $0.version > 1 } }

    /// The same rows, of which those that come back after a deletion have a version of this moment.
    func withVersionsAfterDeletion() -> RowPage {
        let version = RowVersion.afterDeletion()
        let keys = keys.map { RowKey(number: $0.number, version: $0.version > 1 ? version : $0.version) }
        return RowPage(entity, ContiguousArray(keys), memory: memory, byteCount: byteCount)
    }
}
