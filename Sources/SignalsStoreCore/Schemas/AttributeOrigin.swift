/// The way an attribute's values come out of a store that was written with an older model. It makes no two attributes
/// differ.
package struct AttributeOrigin: Sendable, Hashable {
    /// The names that the attribute had before, the latest first.
    package var formerNames: [String] = []
    /// The value of objects that were stored before the attribute existed.
    package var defaultValue = StoredValue.null
    /// True if a value is one of the attribute's type.
    package var accepts: @Sendable (StoredValue) -> Bool = { _ in true }

    package init(
        formerNames: [String] = [], defaultValue: StoredValue = .null,
        accepts: @escaping @Sendable (StoredValue) -> Bool = { _ in true }
    ) {
        self.formerNames = formerNames
        self.defaultValue = defaultValue
        self.accepts = accepts
    }

    package static func == (left: AttributeOrigin, right: AttributeOrigin) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
