// The methods that programs change a to-many with, one object at a time.
extension Set where Element: ManagedObject {
    /// Adds an object. To a relationship, as in `feed.items.insert(item)`, at a cost that does not grow with it.
    ///
    /// Called on the queue of the object's context, as the relationship is.
    ///
    /// - Parameter newMember: the object.
    /// - Returns: like the standard library's method, true if the object was not in the set before, and the object.
    @inlinable @discardableResult
    public mutating func insert(_ newMember: Element) -> (inserted: Bool, memberAfterInsert: Element) {
        if newMember.confinement.isMutating, addMember(newMember, at: nil) { return (true, newMember) }
        return insertAlone(newMember)
    }

    /// Takes an object out. Of a relationship, as in `feed.items.remove(item)`, at a cost that does not grow with it.
    ///
    /// Called on the queue of the object's context, as the relationship is.
    ///
    /// - Parameter member: the object.
    /// - Returns: the object, or nil if it was not in the set.
    @inlinable @discardableResult
    public mutating func remove(_ member: Element) -> Element? {
        if member.confinement.isMutating, removeMember(member) { return member }
        return removeAlone(member)
    }
}

// Where these are called, `insert` and `remove` are the standard library's.
extension Set {
    @inlinable @discardableResult
    mutating func insertAlone(_ member: Element) -> (inserted: Bool, memberAfterInsert: Element) { insert(member) }

    @inlinable @discardableResult
    mutating func removeAlone(_ member: Element) -> Element? { remove(member) }
}
