/// A statement and the values that are bound to it. Values never become part of the text.
package struct SQLText: Sendable, Equatable {
    package var text = ""
    package var bindings: [StoredValue] = []
}
