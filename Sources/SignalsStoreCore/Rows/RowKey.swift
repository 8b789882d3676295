/// The key that identifies a row of a page.
@usableFromInline package struct RowKey: Sendable {
    /// The object's number.
    @usableFromInline package let number: Int64
    /// Counts the row's changes.
    @usableFromInline package let version: Int64

    @inlinable
    init(number: Int64, version: Int64) {
        self.number = number
        self.version = version
    }
}
