import SignalsStoreCore

/// A statement and the values that are bound to it. Values never become part of the text.
package struct SQLText: Sendable, Equatable {
    package var text = ""
    package var bindings: [StoredValue] = []
    /// The types that they stand for; empty where that does not matter.
    package var types: [AttributeType] = []
    /// Bound instead of a null: by the placeholder's position, values too many for a placeholder each.
    package var sets: [Int: ValueSet] = [:]

    package init(
        text: String = "", bindings: [StoredValue] = [], types: [AttributeType] = [], sets: [Int: ValueSet] = [:]
    ) {
        self.text = text
        self.bindings = bindings
        self.types = types
        self.sets = sets
    }
}
