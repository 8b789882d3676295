/// The builder of the blocks of a dashboard, of `Rows` and of `Columns` from the contents in a closure.
@resultBuilder
@MainActor
public enum Blocks {
    /// Returns a block of a content.
    public static func buildExpression(_ content: some Content) -> [Block] { [Block(content)] }

    /// Returns several blocks.
    public static func buildExpression(_ blocks: [Block]) -> [Block] { blocks }

    /// Returns the blocks of all statements.
    public static func buildBlock(_ blocks: [Block]...) -> [Block] { blocks.flatMap { $0 } }

    /// Returns the blocks of an `if` without `else`.
    public static func buildOptional(_ blocks: [Block]?) -> [Block] { blocks ?? [] }

    /// Returns the blocks of an `if`.
    public static func buildEither(first blocks: [Block]) -> [Block] { blocks }

    /// Returns the blocks of an `else`.
    public static func buildEither(second blocks: [Block]) -> [Block] { blocks }

    /// Returns the blocks of a `for`.
    public static func buildArray(_ blocks: [[Block]]) -> [Block] { blocks.flatMap { $0 } }
}
