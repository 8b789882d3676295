/// Blocks one below the other.
@MainActor
public struct Rows: Content, BlockStack {
    let blocks: [Block]
    var axis: Axis { .rows }

    /// The given blocks, from the top.
    public init(@Blocks _ blocks: () -> [Block]) {
        self.blocks = blocks()
    }

    init(_ blocks: [Block]) {
        self.blocks = blocks
    }

    func withoutFrames() -> Rows { Rows(blocks.map { $0.withoutFrames() }) }
}
