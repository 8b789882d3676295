import SignalsCore

/// Reads the tables of a store as they were at one moment: what was committed since is taken back from what it reads.
final class TablePin: TableReader {
    private let reader: CheckedReader
    private let catalog: TableCatalog
    private let images: Locked<RowImages>

    init(_ reader: CheckedReader, _ catalog: TableCatalog, _ images: RowImages) {
        self.reader = reader
        self.catalog = catalog
        self.images = Locked(images)
    }

    /// Notes how rows were that are about to be changed.
    func add(_ later: RowImages) { images.withLock { $0.formUnion(later) } }

    // First the rows, then how they were: what is committed between the two is among the images already.
    func rows(_ request: RowRequest) throws -> [StoredRow] {
        let present = try reader.rows(request)
        let images = images.withLock { $0 }
        guard images.hasChanges(in: request.table) else { return present }
        // Of the first rows some may be new; then others were the first.
        if request.limit != nil { return try rows(request.withoutLimit) }
        return images.restore(present, request)
    }

    func evaluating<Result>(_ body: (TableEvaluation) throws -> Result) throws -> Result {
        try body(TableEvaluation(catalog: catalog, read: rows))
    }
}
