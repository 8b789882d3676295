/// Blocks side by side.
@MainActor
public struct Columns: Content, BlockStack {
    let blocks: [Block]
    var axis: Axis { .columns }

    /// The given blocks, from the left.
    public init(@Blocks _ blocks: () -> [Block]) {
        self.blocks = blocks()
    }

    init(_ blocks: [Block]) {
        self.blocks = blocks
    }

    func withoutFrames() -> Columns { Columns(blocks.map { $0.withoutFrames() }) }
}
