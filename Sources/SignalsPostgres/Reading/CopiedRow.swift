/// A row in the binary form of `COPY`: the number of its columns, and the length and the bytes of each.
struct CopiedRow {
    private static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0]

    /// The bytes of each column, which are valid as long as what was read is; nil for null.
    private(set) var fields: [UnsafeRawBufferPointer?]
    private var isFirst = true

    init(columnCount: Int) { fields = Array(repeating: nil, count: columnCount) }

    /// Reads a row; false for the mark after the last one.
    mutating func read(_ bytes: UnsafeRawBufferPointer) throws(PostgresFailure) -> Bool {
        var rest = Rest(bytes: bytes)
        if isFirst {
            isFirst = false
            // The signature, flags, and the length of what else there may be.
            guard rest.take(11)?.elementsEqual(Self.signature) == true, rest.take(4) != nil,
                let further = rest.take(4)?.bigEndian(Int32.self), rest.take(Int(further)) != nil
            else { throw .malformedCopy }
        }
        guard let count = rest.take(2)?.bigEndian(Int16.self) else { throw .malformedCopy }
        if count == -1 { return false }
        guard count == fields.count else { throw .malformedCopy }
        for column in fields.indices {
            guard let length = rest.take(4)?.bigEndian(Int32.self) else { throw .malformedCopy }
            if length == -1 {
                fields[column] = nil
            } else {
                guard let field = rest.take(Int(length)) else { throw .malformedCopy }
                fields[column] = field
            }
        }
        return true
    }

    /// The bytes that have not been read.
    private struct Rest {
        var bytes: UnsafeRawBufferPointer
        private var start = 0

        init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        /// The next bytes; nil if there are not so many.
        mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
            guard count >= 0, count <= bytes.count - start else { return nil }
            defer { start += count }
            return UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
        }
    }
}

extension PostgresFailure {
    fileprivate static let malformedCopy = PostgresFailure(
        kind: .refused, message: "it sent rows in a form that is not known")
}
