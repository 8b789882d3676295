/// The builder of the blocks of a dashboard, of `Rows` and of `Columns` from the contents in a closure.
@resultBuilder
@MainActor
public enum Blocks {
    /// Returns a block of a content.
    ///
    /// - Parameter content: the value of a statement. Of a block, its title, sizes and rank are kept.
    public static func buildExpression(_ content: some Content) -> [Block] { [Block(content)] }

    /// Returns several blocks.
    ///
    /// - Parameter blocks: the value of a statement, such as a call that returns several.
    public static func buildExpression(_ blocks: [Block]) -> [Block] { blocks }

    /// Returns the blocks of all statements.
    ///
    /// - Parameter blocks: the blocks of each statement, in their order.
    public static func buildBlock(_ blocks: [Block]...) -> [Block] { blocks.flatMap { $0 } }

    /// Returns the blocks of an `if` without `else`.
    ///
    /// - Parameter blocks: the blocks inside it; nil if its condition is false.
    public static func buildOptional(_ blocks: [Block]?) -> [Block] { blocks ?? [] }

    /// Returns the blocks of an `if`.
    ///
    /// - Parameter blocks: the blocks inside it.
    public static func buildEither(first blocks: [Block]) -> [Block] { blocks }

    /// Returns the blocks of an `else`.
    ///
    /// - Parameter blocks: the blocks inside it.
    public static func buildEither(second blocks: [Block]) -> [Block] { blocks }

    /// Returns the blocks of a `for`.
    ///
    /// - Parameter blocks: the blocks of each round, in their order.
    public static func buildArray(_ blocks: [[Block]]) -> [Block] { blocks.flatMap { $0 } }
}
