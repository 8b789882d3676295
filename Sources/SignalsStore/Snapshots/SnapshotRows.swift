/// Rows in an order, in chunks, so that a changed list shares with the one before all chunks but those that changed.
struct SnapshotRows: Sendable {
    /// About as many rows make a chunk.
    static let chunkSize = RowPageBuilder.pageSize

    enum Chunk: Sendable {
        /// All rows of a page.
        case page(SnapshotPage)
        /// Rows of several pages.
        case rows(ContiguousArray<SnapshotRow>)
        /// Rows that are read when they are asked for.
        case numbers(NumberedChunk)

        var count: Int {
            switch self {
            case .page(let page): page.rows.count
            case .rows(let rows): rows.count
            case .numbers(let chunk): chunk.numbers.count
            }
        }

        /// The number of a row, for which none is read.
        func number(_ index: Int) -> Int64 {
            switch self {
            case .page(let page): page.rows.key(index).number
            case .rows(let rows): rows[index].number
            case .numbers(let chunk): chunk.numbers[index]
            }
        }

        /// Some of the rows, read at once where they are not at hand.
        func loaded(_ indices: Range<Int>) -> Chunk {
            if case .numbers(let chunk) = self { return .rows(chunk.rows(indices)) }
            return indices.count == count ? self : .rows(ContiguousArray(indices.lazy.map { self[$0] }))
        }

        subscript(index: Int) -> SnapshotRow {
            switch self {
            case .page(let page): SnapshotRow(page: page, index: index)
            case .rows(let rows): rows[index]
            case .numbers(let chunk): chunk[index]
            }
        }
    }

    /// None of them empty.
    private(set) var chunks: ContiguousArray<Chunk> = []
    /// The index at which each chunk begins.
    private(set) var starts: ContiguousArray<Int> = []
    private(set) var count = 0

    /// None.
    init() {}

    /// The rows that a query finds, with the members of some relationships.
    ///
    /// - Throws: `FetchError`.
    init(
        _ query: Query, _ entity: EntityDescription, _ included: IncludedRelationships, store: StoreNumbers,
        from reader: any StoreReader
    ) throws {
        guard !included.isEmpty else {
            try reader.fetch(query) { append(.page(try SnapshotPage(checking: $0, entity, store: store))) }
            return
        }
        var pages: [RowPage] = []
        try reader.fetch(query) { pages.append($0) }
        for page in pages {
            let members = try included.members(of: page, reader)
            append(.page(try SnapshotPage(checking: page, entity, store: store, members)))
        }
    }

    /// Rows of which only the numbers are kept.
    init(_ numbers: some RandomAccessCollection<Int64>, from source: RowSource) { append(numbers, from: source) }

    mutating func append(_ numbers: some RandomAccessCollection<Int64>, from source: RowSource) {
        // A chunk that has become too large is cut into pieces.
        let size = numbers.count > 2 * Self.chunkSize ? Self.chunkSize : max(1, numbers.count)
        var rest = numbers[...]
        while !rest.isEmpty {
            append(.numbers(NumberedChunk(ContiguousArray(rest.prefix(size)), from: source)))
            rest = rest.dropFirst(size)
        }
    }

    mutating func append(_ chunk: Chunk) {
        guard chunk.count > 0 else { return }
        chunks.append(chunk)
        starts.append(count)
        count += chunk.count
    }

    subscript(position: Int) -> SnapshotRow {
        let (chunk, index) = location(of: position)
        return chunks[chunk][index]
    }

    /// The number of the row at a position, for which none is read.
    func number(at position: Int) -> Int64 {
        let (chunk, index) = location(of: position)
        return chunks[chunk].number(index)
    }

    /// The chunk that a position is in, and where in it.
    func location(of position: Int) -> (chunk: Int, index: Int) {
        if position < 0 || position >= count { fatalError("The list of \(count) objects has no position \(position).") }
        var (low, high) = (0, chunks.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        return (low, position - starts[low])
    }
}
