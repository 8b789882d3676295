/// The way an entity comes out of a store that was written with an older model. It makes no two entities differ.
package struct EntityOrigin: Sendable, Hashable {
    /// The names that the entity had before, the latest first.
    package var formerNames: [String] = []

    package init(formerNames: [String] = []) {
        self.formerNames = formerNames
    }

    package static func == (left: EntityOrigin, right: EntityOrigin) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
