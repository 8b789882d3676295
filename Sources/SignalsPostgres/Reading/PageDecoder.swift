import Foundation
import SignalsStoreCore

/// Puts the rows of an answer into pages: the number, the version, the values of an entity, and what is kept of texts.
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
        try result.require(types, from: 2)
        return stride(from: 0, to: result.count, by: RowPageBuilder.pageSize).map { start in
            let rows = start..<min(start + RowPageBuilder.pageSize, result.count)
            var page = RowPageBuilder(entity, capacity: rows.count)
            for row in rows { append(row, of: result, to: &page) }
            return page.finishLast()
        }
    }

    private func append(_ row: Int, of result: PostgresResult, to page: inout RowPageBuilder) {
        page.beginRow(number: result.integer(row, 0) ?? 0, version: result.integer(row, 1) ?? 0)
        if keepsTexts, let kept = result.text(row, types.count + 2) {
            let values = types.enumerated().map { PostgresValue.value(result.bytes(row, $0 + 2), as: $1) }
            for value in KeptTexts(.text(kept)).exact(values, of: entity) { page.append(value) }
            return
        }
        for column in columns.indices { append(result.bytes(row, column + 2), column, to: &page) }
    }

    /// Requires that some columns, which an answer has behind the number and the version, have the entity's types.
    func require(_ columns: [Int], _ result: PostgresResult) throws(PostgresFailure) {
        try result.require(columns.map { types[$0] }, from: 2)
    }

    /// The values of some columns in a row that has only these, by their index in the entity.
    func values(_ columns: [Int], _ result: PostgresResult, _ row: Int) -> (Int) -> StoredValue {
        var values = [StoredValue](repeating: .null, count: types.count)
        for (place, column) in columns.enumerated() {
            values[column] = PostgresValue.value(result.bytes(row, place + 2), as: types[column])
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
        case .double:
            let real = Double(bitPattern: bytes.bigEndian(UInt64.self))
            if real.isNaN { page.append(blob: bytes) } else { page.append(real) }
        default: page.append(PostgresValue.value(bytes, as: types[column]))
        }
    }
}
