// The methods that programs change a to-many in an order with, one object at a time.
extension Array where Element: ManagedObject {
    /// Adds an object at the end. To a relationship, as in `playlist.songs.append(song)`, at a cost that does not grow
    /// with it.
    ///
    /// Called on the queue of the object's context, as the relationship is. A relationship holds each object once: an
    /// object that it holds already stops the program, so check `playlist.songs.contains(song)` first if that is
    /// possible.
    ///
    /// - Parameter newElement: the object.
    @inlinable
    public mutating func append(_ newElement: Element) {
        if newElement.confinement.isMutating, addMember(newElement, at: nil) { return }
        appendAlone(newElement)
    }

    /// Adds an object at an index. To a relationship, at the cost of moving the elements after it.
    ///
    /// Called on the queue of the object's context, as the relationship is. An object that the relationship holds
    /// already stops the program.
    ///
    /// - Parameters:
    ///   - newElement: the object.
    ///   - index: its index, from 0 to the number of elements.
    @inlinable
    public mutating func insert(_ newElement: Element, at index: Int) {
        if newElement.confinement.isMutating, index >= 0, index <= count, addMember(newElement, at: index) {
            return
        }
        insertAlone(newElement, at: index)
    }

    /// Takes the object at an index out. Of a relationship, at the cost of moving the elements after it.
    ///
    /// Called on the queue of the object's context, as the relationship is.
    ///
    /// - Parameter index: the index of the object.
    /// - Returns: the object.
    @inlinable @discardableResult
    public mutating func remove(at index: Int) -> Element {
        let element = self[index]
        if element.confinement.isMutating, removeMember(element) { return element }
        return removeAlone(at: index)
    }

    /// Takes the last object out. Of a relationship, at a cost that does not grow with it.
    ///
    /// Called on the queue of the object's context, as the relationship is. An array without elements stops the program.
    ///
    /// - Returns: the object.
    @inlinable @discardableResult
    public mutating func removeLast() -> Element { remove(at: count - 1) }

    /// Takes the first object out. Of a relationship, at the cost of moving the elements after it.
    ///
    /// Called on the queue of the object's context, as the relationship is. An array without elements stops the program.
    ///
    /// - Returns: the object.
    @inlinable @discardableResult
    public mutating func removeFirst() -> Element { remove(at: 0) }

    /// Takes the last object out, if there is one. Of a relationship, at a cost that does not grow with it.
    ///
    /// Called on the queue of the object's context, as the relationship is.
    ///
    /// - Returns: the object; nil for an array without elements.
    @inlinable
    public mutating func popLast() -> Element? { isEmpty ? nil : remove(at: count - 1) }
}

// Where these are called, the methods are the standard library's.
extension Array {
    @inlinable mutating func appendAlone(_ element: Element) { append(element) }
    @inlinable mutating func insertAlone(_ element: Element, at index: Int) { insert(element, at: index) }

    @inlinable @discardableResult
    mutating func removeAlone(at index: Int) -> Element { remove(at: index) }
}
