import Foundation

/// The functions that put the values of one attribute into a page and take them out. They are chosen once for each
/// attribute, and made for its type, so that the loops over rows need no lookup.
///
/// The addresses are those of a wrapper, whose value comes first.
struct AttributeCodec: Sendable {
    /// The way the values of the commonest types are assigned, without a call for each.
    enum Form: Sendable, BitwiseCopyable { case integer, real, text, reference, other }

    /// Appends the value at an address; throws what encoding it throws.
    let encode: @Sendable (UnsafeRawPointer, inout RowPageBuilder) throws -> Void
    /// The stored form of the value at an address; throws what encoding it throws.
    let stored: @Sendable (UnsafeRawPointer) throws -> StoredValue
    /// Replaces the value at an address by that of a cell, with the bytes of its page; false, and nothing was done, when
    /// the type refuses it.
    let assign: @Sendable (RowCell, UnsafePointer<UInt8>, UnsafeMutableRawPointer) -> Bool
    /// Makes a value of that of a cell, with the bytes of its page, in memory that holds nothing; false when the type
    /// refuses it.
    let initialize: @Sendable (RowCell, UnsafePointer<UInt8>, UnsafeMutableRawPointer) -> Bool
    /// The first row of a page in whose column is a value that the type refuses.
    let firstRefused: @Sendable (RowPage, Int) -> Int?
    var form = Form.other
}

extension AttributeCodec {
    /// The codec for values of a type: one made for the type, or one that goes by way of `StoredValue`.
    static func standard<Value: AttributeValue>(for type: Value.Type) -> AttributeCodec {
        direct[ObjectIdentifier(type)] ?? AttributeCodec(encoding: type)
    }

    private init<Value: AttributeValue>(encoding type: Value.Type) {
        encode = { address, page in page.append(try address.assumingMemoryBound(to: Value.self).pointee.storedValue()) }
        stored = { address in try address.assumingMemoryBound(to: Value.self).pointee.storedValue() }
        assign = { cell, bytes, address in
            guard let value = try? Value(storedValue: cell.value(in: bytes)) else { return false }
            address.assumingMemoryBound(to: Value.self).pointee = value
            return true
        }
        initialize = { cell, bytes, address in
            guard let value = try? Value(storedValue: cell.value(in: bytes)) else { return false }
            address.initializeMemory(as: Value.self, to: value)
            return true
        }
        firstRefused = { page, column in
            page.indices.first { (try? Value(storedValue: page.value($0, column))) == nil }
        }
    }

    @inline(__always)
    fileprivate init<Value: PageValue>(direct type: Value.Type, _ form: Form = .other) {
        self.form = form
        encode = { address, page in address.assumingMemoryBound(to: Value.self).pointee.append(to: &page) }
        stored = { address in try address.assumingMemoryBound(to: Value.self).pointee.storedValue() }
        assign = { cell, bytes, address in
            guard let value = Value(cell, in: bytes) else { return false }
            address.assumingMemoryBound(to: Value.self).pointee = value
            return true
        }
        initialize = { cell, bytes, address in
            guard let value = Value(cell, in: bytes) else { return false }
            address.initializeMemory(as: Value.self, to: value)
            return true
        }
        firstRefused = { page, column in page.indices.first { !Value.accepts(page.cell($0, column)) } }
    }
}

/// True if a date is the seconds by which it is kept.
// SAFETY: the sizes are compared first.
private let isDateInSeconds =
    MemoryLayout<Date>.size == MemoryLayout<Double>.size
    && unsafeBitCast(Date(timeIntervalSinceReferenceDate: 1.5), to: Double.self) == 1.5

// One line a type, so that each is compiled for its type.
private let direct: [ObjectIdentifier: AttributeCodec] = [
    ObjectIdentifier(Bool.self): AttributeCodec(direct: Bool.self),
    ObjectIdentifier(Bool?.self): AttributeCodec(direct: Bool?.self),
    ObjectIdentifier(Int.self): AttributeCodec(direct: Int.self, .integer),
    ObjectIdentifier(Int?.self): AttributeCodec(direct: Int?.self),
    ObjectIdentifier(Int64.self): AttributeCodec(direct: Int64.self, .integer),
    ObjectIdentifier(Int64?.self): AttributeCodec(direct: Int64?.self),
    ObjectIdentifier(Int32.self): AttributeCodec(direct: Int32.self),
    ObjectIdentifier(Int32?.self): AttributeCodec(direct: Int32?.self),
    ObjectIdentifier(Int16.self): AttributeCodec(direct: Int16.self),
    ObjectIdentifier(Int16?.self): AttributeCodec(direct: Int16?.self),
    ObjectIdentifier(Double.self): AttributeCodec(direct: Double.self, .real),
    ObjectIdentifier(Double?.self): AttributeCodec(direct: Double?.self),
    ObjectIdentifier(String.self): AttributeCodec(direct: String.self, .text),
    ObjectIdentifier(String?.self): AttributeCodec(direct: String?.self),
    ObjectIdentifier(Date.self): AttributeCodec(direct: Date.self, isDateInSeconds ? .real : .other),
    ObjectIdentifier(Date?.self): AttributeCodec(direct: Date?.self),
    ObjectIdentifier(Data.self): AttributeCodec(direct: Data.self),
    ObjectIdentifier(Data?.self): AttributeCodec(direct: Data?.self),
    ObjectIdentifier(UUID.self): AttributeCodec(direct: UUID.self),
    ObjectIdentifier(UUID?.self): AttributeCodec(direct: UUID?.self),
]
