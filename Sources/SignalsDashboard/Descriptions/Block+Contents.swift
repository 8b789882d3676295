extension Block {
    /// Returns the live contents in blocks, from the upper left, though they may not be on the screen.
    static func liveContents(of blocks: [Block]) -> [any LiveContent] {
        blocks.flatMap { block -> [any LiveContent] in
            if let stack = block.content as? any BlockStack { return liveContents(of: stack.blocks) }
            return (block.content as? any LiveContent).map { [$0] + $0.inner } ?? []
        }
    }

    /// Returns the titles of the live contents in blocks.
    static func titles(of blocks: [Block]) -> [ObjectIdentifier: String] {
        blocks.reduce(into: [:]) { titles, block in
            if let stack = block.content as? any BlockStack {
                titles.merge(Self.titles(of: stack.blocks)) { first, _ in first }
            } else if let live = block.content as? any LiveContent, let title = block.title {
                titles[ObjectIdentifier(live)] = title.text
            }
        }
    }
}
