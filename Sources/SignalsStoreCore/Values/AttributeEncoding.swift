import Foundation

// The encoding of each type, as `AttributeValue` lists it. Files outlive code: the encodings are never changed, only added
// to.
//
// Files from before may have NaN with other bits: another value to SQLite's indexes until it is saved again.

extension Bool: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .boolean }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        switch storedValue {
        case .integer(0): self = false
        case .integer(1): self = true
        default: throw AttributeValueError(storedValue, refusedBy: Bool.self)
        }
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue { .integer(self ? 1 : 0) }
}

extension AttributeValue where Self: FixedWidthInteger & Codable {
    /// The stored integer, if it fits the type.
    public init(storedValue: StoredValue) throws {
        guard case .integer(let integer) = storedValue, let value = Self(exactly: integer) else {
            throw AttributeValueError(storedValue, refusedBy: Self.self)
        }
        self = value
    }

    /// The integer itself.
    public func storedValue() -> StoredValue { .integer(Int64(self)) }
}

extension Int: AttributeValue {
    /// An integer.
    public static var attributeType: AttributeType { .integer64 }
}

extension Int8: AttributeValue {
    /// An integer.
    public static var attributeType: AttributeType { .integer8 }
}

extension Int16: AttributeValue {
    /// An integer.
    public static var attributeType: AttributeType { .integer16 }
}

extension Int32: AttributeValue {
    /// An integer.
    public static var attributeType: AttributeType { .integer32 }
}

extension Int64: AttributeValue {
    /// An integer.
    public static var attributeType: AttributeType { .integer64 }
}

extension UInt8: AttributeValue {
    /// An integer.
    public static var attributeType: AttributeType { .unsigned8 }
}

extension UInt16: AttributeValue {
    /// An integer.
    public static var attributeType: AttributeType { .unsigned16 }
}

extension UInt32: AttributeValue {
    /// An integer.
    public static var attributeType: AttributeType { .unsigned32 }
}

extension UInt64: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .unsigned64 }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        switch storedValue {
        case .integer(let integer) where integer >= 0: self = UInt64(integer)
        case .blob(let bytes) where bytes.count == 8: self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
        default: throw AttributeValueError(storedValue, refusedBy: UInt64.self)
        }
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue {
        Int64(exactly: self).map(StoredValue.integer) ?? .blob(bigEndianBytes)
    }
}

extension UInt: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .unsigned64 }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        let value = try UInt64(storedValue: storedValue)
        guard let exact = UInt(exactly: value) else { throw AttributeValueError(storedValue, refusedBy: UInt.self) }
        self = exact
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue { UInt64(self).storedValue() }
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: Data { withUnsafeBytes(of: bigEndian) { Data($0) } }
}

extension Double: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .double }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        switch storedValue {
        case .real(let real): self = real
        case .blob(let bytes) where bytes.count == 8:
            self.init(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
        default: throw AttributeValueError(storedValue, refusedBy: Double.self)
        }
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue { isNaN ? .blob(Self.nan.bitPattern.bigEndianBytes) : .real(self) }
}

extension Float: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .float }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        switch storedValue {
        case .real(let real) where Double(Float(real)) == real: self = Float(real)
        case .blob(let bytes) where bytes.count == 4:
            self.init(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) })
        default: throw AttributeValueError(storedValue, refusedBy: Float.self)
        }
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue {
        isNaN ? .blob(Self.nan.bitPattern.bigEndianBytes) : .real(Double(self))
    }
}

extension Date: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .date }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        do { self.init(timeIntervalSinceReferenceDate: try Double(storedValue: storedValue)) } catch {
            throw AttributeValueError(storedValue, refusedBy: Date.self)
        }
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue { timeIntervalSinceReferenceDate.storedValue() }
}

extension String: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .string }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        guard case .text(let text) = storedValue else { throw AttributeValueError(storedValue, refusedBy: String.self) }
        self = text
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue { .text(self) }
}

extension Data: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .data }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        guard case .blob(let bytes) = storedValue else { throw AttributeValueError(storedValue, refusedBy: Data.self) }
        self = bytes
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue { .blob(self) }
}

extension UUID: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .uuid }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        guard case .blob(let bytes) = storedValue, bytes.count == 16 else {
            throw AttributeValueError(storedValue, refusedBy: UUID.self)
        }
        var uuid = UUID_NULL
        withUnsafeMutableBytes(of: &uuid) { _ = bytes.copyBytes(to: $0) }
        self.init(uuid: uuid)
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue { .blob(withUnsafeBytes(of: uuid) { Data($0) }) }
}

private let UUID_NULL: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

extension URL: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .url }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        guard case .text(let text) = storedValue, let url = Self.parse(text) else {
            throw AttributeValueError(storedValue, refusedBy: URL.self)
        }
        self = url
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue {
        guard let baseURL else { return .text(absoluteString) }
        return .text(relativeString + "\n" + baseURL.absoluteString)
    }

    private static func parse(_ text: String) -> URL? {
        let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return URL(string: text) }
        return URL(string: String(parts[0]), relativeTo: URL(string: String(parts[1])))
    }
}

extension Decimal: AttributeValue {
    /// The type as which a store keeps the values.
    public static var attributeType: AttributeType { .decimal }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        guard case .text(let text) = storedValue else {
            throw AttributeValueError(storedValue, refusedBy: Decimal.self)
        }
        if text == "NaN" {
            self = .nan
        } else if let value = Decimal(string: text, locale: .posix) {
            self = value
        } else {
            throw AttributeValueError(storedValue, refusedBy: Decimal.self)
        }
    }

    /// The value as a store keeps it.
    public func storedValue() -> StoredValue { .text(isNaN ? "NaN" : description) }
}

extension Optional: AttributeValue where Wrapped: AttributeValue {
    /// The type of the wrapped value.
    public static var attributeType: AttributeType { Wrapped.attributeType }
    /// True.
    public static var isOptional: Bool { true }

    /// The value for a stored value; throws `AttributeValueError` if there is none.
    public init(storedValue: StoredValue) throws {
        self = storedValue.isNull ? nil : try Wrapped(storedValue: storedValue)
    }

    /// The value as a store keeps it.
    public func storedValue() throws -> StoredValue { try self?.storedValue() ?? .null }
}
