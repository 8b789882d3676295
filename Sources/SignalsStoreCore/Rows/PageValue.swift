import Foundation

/// A type whose values go into a page and come out of it directly, just as its `StoredValue` would: see the table at
/// `AttributeValue`.
@usableFromInline
package protocol PageValue: AttributeValue {
    /// True if a cell holds one of the type's values.
    static func accepts(_ cell: RowCell) -> Bool
    /// The value in a cell, whose bytes are among those of its page; nil when the type refuses it.
    init?(_ cell: RowCell, in bytes: UnsafePointer<UInt8>)
    func append(to page: inout RowPageBuilder)
}

extension Bool: PageValue {
    @inlinable
    package static func accepts(_ cell: RowCell) -> Bool { cell.kind == .integer && (cell.bits == 0 || cell.bits == 1) }

    @inlinable
    package init?(_ cell: RowCell, in bytes: UnsafePointer<UInt8>) {
        guard Self.accepts(cell) else { return nil }
        self = cell.bits == 1
    }

    @inlinable
    package func append(to page: inout RowPageBuilder) { page.append(self ? 1 : 0 as Int64) }
}

extension PageValue where Self: FixedWidthInteger {
    @inlinable
    package static func accepts(_ cell: RowCell) -> Bool { cell.kind == .integer && Self(exactly: cell.bits) != nil }

    @inlinable
    package init?(_ cell: RowCell, in bytes: UnsafePointer<UInt8>) {
        guard cell.kind == .integer, let value = Self(exactly: cell.bits) else { return nil }
        self = value
    }

    @inlinable
    package func append(to page: inout RowPageBuilder) { page.append(Int64(self)) }
}

extension Int: PageValue {}
extension Int64: PageValue {}
extension Int32: PageValue {}
extension Int16: PageValue {}

extension Double: PageValue {
    @inlinable
    package static func accepts(_ cell: RowCell) -> Bool { cell.kind == .real || cell.kind == .blob && cell.count == 8 }

    @inlinable
    package init?(_ cell: RowCell, in bytes: UnsafePointer<UInt8>) {
        if cell.kind == .real {
            self.init(bitPattern: UInt64(bitPattern: cell.bits))
        } else {
            // The blob that stands for NaN.
            guard let value = try? Double(storedValue: cell.value(in: bytes)) else { return nil }
            self = value
        }
    }

    @inlinable
    package func append(to page: inout RowPageBuilder) {
        if isNaN { page.append(storedValue()) } else { page.append(self) }
    }
}

extension Date: PageValue {
    @inlinable
    package static func accepts(_ cell: RowCell) -> Bool { Double.accepts(cell) }

    @inlinable
    package init?(_ cell: RowCell, in bytes: UnsafePointer<UInt8>) {
        guard let seconds = Double(cell, in: bytes) else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }

    @inlinable
    package func append(to page: inout RowPageBuilder) { timeIntervalSinceReferenceDate.append(to: &page) }
}

extension String: PageValue {
    @inlinable
    package static func accepts(_ cell: RowCell) -> Bool { cell.kind == .text }

    @inlinable
    package init?(_ cell: RowCell, in bytes: UnsafePointer<UInt8>) {
        guard cell.kind == .text else { return nil }
        self.init(utf8: cell.content(in: bytes))
    }

    @inlinable
    package func append(to page: inout RowPageBuilder) {
        var text = self
        text.withUTF8 { page.append(text: $0) }
    }
}

extension Data: PageValue {
    @inlinable
    package static func accepts(_ cell: RowCell) -> Bool { cell.kind == .blob }

    @inlinable
    package init?(_ cell: RowCell, in bytes: UnsafePointer<UInt8>) {
        guard cell.kind == .blob else { return nil }
        self = Data(cell.content(in: bytes))
    }

    @inlinable
    package func append(to page: inout RowPageBuilder) { withUnsafeBytes { page.append(blob: $0) } }
}

extension UUID: PageValue {
    @inlinable
    package static func accepts(_ cell: RowCell) -> Bool { cell.kind == .blob && cell.count == 16 }

    @inlinable
    package init?(_ cell: RowCell, in bytes: UnsafePointer<UInt8>) {
        guard Self.accepts(cell) else { return nil }
        self = UUID(uuid: UnsafeRawPointer(bytes + Int(cell.bits)).loadUnaligned(as: uuid_t.self))
    }

    @inlinable
    package func append(to page: inout RowPageBuilder) { withUnsafeBytes(of: uuid) { page.append(blob: $0) } }
}

extension Optional: PageValue where Wrapped: PageValue {
    @inlinable
    package static func accepts(_ cell: RowCell) -> Bool { cell.kind == .null || Wrapped.accepts(cell) }

    @inlinable
    package init?(_ cell: RowCell, in bytes: UnsafePointer<UInt8>) {
        if cell.kind == .null {
            self = .none
        } else {
            guard let value = Wrapped(cell, in: bytes) else { return nil }
            self = .some(value)
        }
    }

    @inlinable
    package func append(to page: inout RowPageBuilder) {
        if let self { self.append(to: &page) } else { page.appendNull() }
    }
}
