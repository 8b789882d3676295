/// The rule by which a width or height is found.
public enum Length: Hashable, Sendable {
    /// So many columns or rows.
    case fixed(Int)
    /// As many as the content has a use for.
    case fits
    /// A share of the room that is left, by weight, from `min` to `max`.
    case share(_ weight: Int = 1, min: Int = 1, max: Int = .max)
}
