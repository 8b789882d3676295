import Foundation
import SignalsStoreCore

/// Decodes the rows of a result into pages: the row ID, the version, the values of an entity, and the texts that are kept.
struct PageDecoder {
    private let entity: EntitySchema
    private let types: [AttributeType]
    private let columns: [PostgresType]
    private let keepsTexts: Bool

    init(_ entity: EntitySchema) {
        self.entity = entity
        types = entity.attributes.map(\.type)
        columns = types.map(\.column)
        keepsTexts = entity.keepsTexts
    }

    /// - Throws: `PostgresFailure` where the columns have other types.
    func pages(_ result: PostgresResult) throws(PostgresFailure) -> [RowPage] {
        try stride(from: 0, to: result.count, by: RowPageBuilder.pageSize).map { start throws(PostgresFailure) in
            try page(result, of: start..<min(start + RowPageBuilder.pageSize, result.count))
        }
    }

    /// Decodes some rows of a result into one page.
    ///
    /// - Throws: `PostgresFailure` where the columns have other types.
    func page(_ result: PostgresResult, of rows: some Collection<Int>) throws(PostgresFailure) -> RowPage {
        try result.require(types, from: 2)
        var page = RowPageBuilder(entity, capacity: rows.count)
        for row in rows { append(to: &page) { result.bytes(row, $0) } }
        return page.finishLast()
    }

    /// Reads the rows of a statement without parameters by `COPY`, and decodes them while the server sends them.
    ///
    /// - Throws: `PostgresFailure`, for example if the columns have other types.
    func copiedPages(
        _ text: String, _ connection: PostgresConnection, _ deadline: Deadline
    ) throws(PostgresFailure) -> [RowPage] {
        var pages: [RowPage] = []
        var page = RowPageBuilder(entity, capacity: RowPageBuilder.pageSize)
        var row = CopiedRow(columnCount: types.count + (keepsTexts ? 3 : 2))
        try connection.copyRows(of: text, deadline) { answer throws(PostgresFailure) in
            try answer.require(types, from: 2)
        } _: { bytes throws(PostgresFailure) in
            guard try row.read(bytes) else { return }
            append(to: &page) { row.fields[$0] }
            if page.count == RowPageBuilder.pageSize {
                pages.append(page.finishLast())
                page = RowPageBuilder(entity, capacity: RowPageBuilder.pageSize)
            }
        }
        return page.count == 0 ? pages : pages + [page.finishLast()]
    }

    /// - Parameter field: the bytes of a column; nil for null.
    private func append(to page: inout RowPageBuilder, _ field: (Int) -> UnsafeRawBufferPointer?) {
        page.beginRow(
            number: field(0)?.bigEndian(Int64.self) ?? 0, version: field(1)?.bigEndian(Int64.self) ?? 0)
        if keepsTexts, let kept = field(types.count + 2) {
            let values = types.enumerated().map { PostgresValue.value(field($0 + 2), as: $1) }
            let texts = KeptTexts(.text(String(decoding: kept, as: UTF8.self)))
            for value in texts.exact(values, of: entity) { page.append(value) }
            return
        }
        for column in columns.indices { append(field(column + 2), column, to: &page) }
    }

    /// Throws unless the columns of a result after the row ID and the version have the entity's types.
    func require(_ columns: [Int], _ result: PostgresResult) throws(PostgresFailure) {
        try result.require(columns.map { types[$0] }, from: 2)
    }

    /// Returns the values of some columns, by their index in the entity, of a row that has only these.
    func values(_ columns: [Int], _ result: PostgresResult, _ row: Int) -> (Int) -> StoredValue {
        var values = [StoredValue](repeating: .null, count: types.count)
        for (index, column) in columns.enumerated() {
            values[column] = PostgresValue.value(result.bytes(row, index + 2), as: types[column])
        }
        if keepsTexts, let kept = result.text(row, columns.count + 2) {
            values = KeptTexts(.text(kept)).exact(values, of: entity)
        }
        return { values[$0] }
    }

    // Without a value in between, where the bytes are the value.
    private func append(_ bytes: UnsafeRawBufferPointer?, _ column: Int, to page: inout RowPageBuilder) {
        guard let bytes else { return page.appendNull() }
        switch columns[column] {
        case .bigint: page.append(bytes.bigEndian(Int64.self))
        case .integer: page.append(Int64(bytes.bigEndian(Int32.self)))
        case .smallint: page.append(Int64(bytes.bigEndian(Int16.self)))
        case .boolean: page.append(bytes.first == 0 ? Int64(0) : 1)
        case .text where !bytes.contains(1): page.append(text: bytes.assumingMemoryBound(to: UInt8.self))
        case .bytea, .uuid: page.append(blob: bytes)
        case .double: Double(bitPattern: bytes.bigEndian(UInt64.self)).append(to: &page)
        default: page.append(PostgresValue.value(bytes, as: types[column]))
        }
    }
}
