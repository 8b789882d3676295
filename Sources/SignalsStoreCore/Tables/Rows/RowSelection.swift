/// A condition on the rows of a table.
///
/// Values are compared as Swift compares the values that they stand for: two spellings of one text (composed and
/// decomposed) are the same, and so are the decimal numbers 1 and 1.0. ``RowRequest/selects(_:)`` does so.
public indirect enum RowSelection: Sendable, Hashable {
    /// All rows.
    case all
    /// The rows with one of these numbers.
    case numbers(Set<Int64>)
    /// The rows with one of these values in the column with an index; null is a value like any other.
    case values(Set<StoredValue>, column: Int)
    /// The rows whose value in the column with an index is not null and comes before another one.
    case less(than: StoredValue, orEqual: Bool, column: Int)
    /// The rows whose value in the column with an index is not null and comes after another one.
    case greater(than: StoredValue, orEqual: Bool, column: Int)
    /// The rows that both select.
    case both(RowSelection, RowSelection)
    /// The rows that one of the two selects, or both.
    case either(RowSelection, RowSelection)
}
