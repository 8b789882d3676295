import CHeap

/// The heap space of one of many things of a kind, ours and the peer's, in bytes.
package struct Footprint: Sendable {
    /// Makes a number of things; what it returns keeps them.
    package typealias Make = @Sendable (Int) -> Any

    package let id: String
    let peer: String
    let count: Int
    let ours: Make
    /// Nil where nobody else has such a thing.
    let theirs: Make?

    package init(_ id: String, peer: String, count: Int = 1000, ours: @escaping Make, theirs: Make? = nil) {
        (self.id, self.peer, self.count, self.ours, self.theirs) = (id, peer, count, ours, theirs)
    }

    /// Returns the bytes of one thing, or nil where the allocator does not tell.
    func bytes(of make: Make) -> Int? {
        withExtendedLifetime(make(count)) {}
        let before = heap_bytes_in_use()
        let made = make(count)
        let after = heap_bytes_in_use()
        return withExtendedLifetime(made) { after > before ? Int(after - before) / count : nil }
    }
}
