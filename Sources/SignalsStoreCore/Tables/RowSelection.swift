/// Which rows of a table are asked for.
///
/// Values are compared as Swift compares what they stand for: two spellings of one text (composed and decomposed) are
/// the same, and so are the decimal numbers 1 and 1.0. ``RowRequest/selects(_:)`` does so.
public indirect enum RowSelection: Sendable, Hashable {
    /// All.
    case all
    /// Those with one of these numbers.
    case numbers(Set<Int64>)
    /// Those with one of these values in the column with an index; null is one like others.
    case values(Set<StoredValue>, column: Int)
    /// Those whose value in the column with an index is there and comes before another one.
    case less(than: StoredValue, orEqual: Bool, column: Int)
    /// Those whose value in the column with an index is there and comes after another one.
    case greater(than: StoredValue, orEqual: Bool, column: Int)
    /// Those that both select.
    case both(RowSelection, RowSelection)
    /// Those that one of the two selects, or both.
    case either(RowSelection, RowSelection)
}
