import Foundation

/// The record that a store keeps of a keyed task that was saved: a repeat finds it, and gets the first result.
package struct Receipt: Sendable {
    package let key: String
    /// The task's result, encoded.
    package let result: Data
    /// The time from which the receipt may be deleted.
    package let expires: Date

    package init(key: String, result: Data, expires: Date) {
        self.key = key
        self.result = result
        self.expires = expires
    }
}
