extension Array {
    /// Empties the array and returns what was in it, so that it can be used or released after a lock.
    @inlinable
    mutating func takeAll() -> Self {
        defer { self = [] }
        return self
    }
}
