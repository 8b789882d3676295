import Foundation

/// The numbers that count a row's changes: 1 for a new row, and one more with each change.
package enum RowVersion {
    /// The version for a row that is stored anew under the number of one that was deleted.
    ///
    /// Whoever still knows the deleted row has to find the new one newer, and how far the deleted one had come is not
    /// known any more. So counting goes on from the microseconds since 1970: no row changes as often as that.
    package static func anew() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }
}
