/// Reads the values of a table one after the other, row by row.
struct TableDecoder {
    private let values: [StoredValue]
    private var index = 0

    init(_ table: ValueTable) { values = table.values }

    /// The values of one row.
    init(_ row: [StoredValue]) { values = row }

    mutating func next<Value: AttributeValue>(as type: Value.Type) throws -> Value {
        try next { try Value(storedValue: $0) }
    }

    mutating func next<Value>(_ decode: (StoredValue) throws -> Value) throws -> Value {
        defer { index += 1 }
        do { return try decode(values[index]) } catch let error as AttributeValueError {
            throw FetchError.evaluation(reason: error.description)
        }
    }
}
