import CHeap

/// What one of many things of a kind takes up on the heap, ours and the peer's, in bytes.
struct Footprint {
    let id: String
    let peer: String
    let ours: Int
    /// Nil where nobody else has such a thing.
    let theirs: Int?

    init?(_ id: String, peer: String, count: Int = 1000, ours: (Int) -> [Any], theirs: ((Int) -> [Any])? = nil) {
        guard let ours = Self.bytes(count, ours) else { return nil }
        (self.id, self.peer, self.ours, self.theirs) = (id, peer, ours, theirs.flatMap { Self.bytes(count, $0) })
    }

    /// Nil where the allocator does not tell.
    private static func bytes(_ count: Int, _ make: (Int) -> [Any]) -> Int? {
        withExtendedLifetime(make(count)) {}
        let before = heap_bytes_in_use()
        let made = make(count)
        let after = heap_bytes_in_use()
        return withExtendedLifetime(made) { after > before ? Int(after - before) / count : nil }
    }
}
