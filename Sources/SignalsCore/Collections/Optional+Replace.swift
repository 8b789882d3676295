extension Optional {
    /// Takes on a value, and returns the one before, so that it can be released after a lock.
    @inlinable
    mutating func replace(with value: Wrapped) -> Wrapped? {
        defer { self = value }
        return self
    }
}
