/// The way a relationship comes out of a store that was written with an older model. It makes no two relationships
/// differ.
package struct RelationshipOrigin: Sendable, Hashable {
    /// The names that the relationship had before, the latest first.
    package var formerNames: [String] = []

    package init(formerNames: [String] = []) {
        self.formerNames = formerNames
    }

    package static func == (left: RelationshipOrigin, right: RelationshipOrigin) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
