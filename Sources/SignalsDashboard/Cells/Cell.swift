/// One cell of a frame: what stands in it and in which style. Eight bytes.
struct Cell: Hashable, Sendable {
    /// A Unicode scalar; or with the highest bit set, the place of a cluster of several in the frame's list; or 0 for
    /// the right half of the wide character before.
    var glyph: UInt32
    var style: Style

    static let clusterBit: UInt32 = 1 << 31

    /// A space in the terminal's own style.
    static let blank = Cell(glyph: 0x20, style: .plain)

    var isContinuation: Bool { glyph == 0 }
    var isCluster: Bool { glyph & Self.clusterBit != 0 }
    /// The place of the cluster in the frame's list.
    var cluster: Int { Int(glyph & ~Self.clusterBit) }
}
