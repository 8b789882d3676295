/// The rule by which a width or height is found.
public enum Length: Hashable, Sendable {
    /// A fixed number of columns or rows.
    case fixed(Int)
    /// The largest size that the content can use.
    case fits
    /// A share of the room that is left, by weight, from `min` to `max` columns or rows. A weight below 1 counts as 1.
    case share(_ weight: Int = 1, min: Int = 1, max: Int = .max)
}
