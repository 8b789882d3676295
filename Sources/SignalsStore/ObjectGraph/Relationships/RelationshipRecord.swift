/// The context's record of relationships, beyond what its objects keep.
///
/// No method calls out: each access to it is over before an object, an observer or the context is asked for anything.
struct RelationshipRecord {
    var strays = StrayReferences()
    var causes = DeletionCauses()
    var members = ReadMembers()
    /// The to-manys that the program has open to change them in place, the innermost last.
    private var mutations: [RelationshipMutation] = []
    /// True if objects may hold each other, so that they have to be parted at the end.
    var hasRelatedObjects = false

    /// Opens a to-many to be changed in place.
    mutating func begin(_ mutation: RelationshipMutation) { mutations.append(mutation) }

    /// Returns the open to-many whose copy is at an address; nil where there is none.
    func mutation(at address: UnsafeRawPointer) -> RelationshipMutation? {
        mutations.last { $0.address == address }
    }

    /// Closes the innermost to-many if its copy is at an address, and returns it; nil where it is another one.
    mutating func end(at address: UnsafeRawPointer) -> RelationshipMutation? {
        mutations.last?.address == address ? mutations.popLast() : nil
    }

    /// Forgets what is said of changes, of which none is left.
    mutating func forgetChanges() {
        strays.forgetPending()
        causes = DeletionCauses()
    }

    /// Forgets all that was read and changed, after all objects were forgotten.
    mutating func reset() { (strays, causes, members) = (StrayReferences(), DeletionCauses(), ReadMembers()) }

    /// Renumbers objects that became one with others.
    mutating func renumber(_ joined: (Int64) -> Int64?) {
        strays.renumber(joined)
        causes.renumber(joined)
    }
}
