extension UnsafeRawBufferPointer {
    /// Returns the big-endian integer at an offset, which need not be aligned.
    func bigEndian<Integer: FixedWidthInteger>(_: Integer.Type, at offset: Int = 0) -> Integer {
        Integer(bigEndian: loadUnaligned(fromByteOffset: offset, as: Integer.self))
    }
}

extension Array where Element == UInt8 {
    mutating func append<Integer: FixedWidthInteger>(bigEndian integer: Integer) {
        Swift.withUnsafeBytes(of: integer.bigEndian) { append(contentsOf: $0) }
    }

    mutating func replace<Integer: FixedWidthInteger>(at offset: Int, bigEndian integer: Integer) {
        Swift.withUnsafeBytes(of: integer.bigEndian) { bytes in
            for (index, byte) in bytes.enumerated() { self[offset + index] = byte }
        }
    }
}
