/// The room a content wants: at least, and at most.
public struct Measure: Hashable, Sendable {
    /// The size below which it is left out when another content can have the room.
    public var least: Size
    /// The largest size that it can use; `Size.unlimited` columns or rows take all that the screen has.
    public var most: Size

    /// A measure.
    ///
    /// - Parameters:
    ///   - least: the size below which it is left out when another content can have the room.
    ///   - most: the largest size that it can use; `Size.unlimited` for any.
    public init(least: Size, most: Size) {
        self.least = least
        self.most = most
    }

    /// Returns the measure of a content that takes any room.
    ///
    /// - Parameters:
    ///   - columns: the number of terminal columns that it needs, at least 1.
    ///   - rows: the number of rows that it needs, at least 1.
    public static func flexible(columns: Int = 1, rows: Int = 1) -> Measure {
        Measure(
            least: Size(columns: columns, rows: rows), most: Size(columns: Size.unlimited, rows: Size.unlimited))
    }
}

extension Size {
    /// More columns or rows than any terminal has.
    public static let unlimited = 1 << 20
}
