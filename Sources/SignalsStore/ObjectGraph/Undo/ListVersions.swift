/// The present versions of the ordered relationships that steps of `undo()` put back into an order.
///
/// A version is kept by the steps that need it, or an older one, and the latest by this: to make one takes as long as there
/// are members.
struct ListVersions {
    private struct Key: Hashable {
        let owner: ObjectIdentifier
        let index: Int
    }

    private struct Entry {
        weak var version: ListVersion?
        /// The list's object: another one may have the address of one that was released.
        weak var owner: ManagedObject?
        /// The list's revision that the version is.
        let revision: UInt32
    }

    private var entries: [Key: Entry] = [:]
    private var latest: ListVersion?
    /// The number of entries above which unused ones are dropped.
    private var limit = 64

    /// The version that a list is now; nil where there is none. Set it after the list has become another one.
    subscript(owner: ManagedObject, relationship: RelationshipDescription) -> ListVersion? {
        get {
            if entries.isEmpty { return nil }
            let entry = entries[Key(owner: ObjectIdentifier(owner), index: relationship.index)]
            guard let entry, entry.owner === owner else { return nil }
            return entry.revision == relationship.state(in: owner).pointee.revision ? entry.version : nil
        }
        set {
            if entries.count >= limit { dropUnused() }
            latest = newValue
            entries[Key(owner: ObjectIdentifier(owner), index: relationship.index)] = Entry(
                version: newValue, owner: owner, revision: relationship.state(in: owner).pointee.revision)
        }
    }

    private mutating func dropUnused() {
        entries = entries.filter { $0.value.version != nil }
        limit = max(64, entries.count * 2)
    }
}
