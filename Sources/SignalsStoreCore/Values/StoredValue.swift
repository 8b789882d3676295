import Foundation

/// A value as a store keeps it: the five kinds of value that every SQL store has.
///
/// Two values are equal when a store would hold the same bytes for them, so two spellings of one text (composed and
/// decomposed) differ, and a NaN equals itself.
public enum StoredValue: Sendable {
    /// No value.
    case null
    /// A 64-bit signed integer.
    case integer(Int64)
    /// A floating-point number that is not NaN, which SQLite does not have: see the table at ``AttributeValue``.
    case real(Double)
    /// A text, which may hold any Unicode scalar, NUL included.
    case text(String)
    /// Bytes.
    case blob(Data)

    /// True if this is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension StoredValue: Hashable {
    /// True if a store would hold the same bytes for both.
    public static func == (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)): ByteOrder.areSame(left, right)
        case (.blob(let left), .blob(let right)): left == right
        default: false
        }
    }

    /// Hashes what a store would hold.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value.bitPattern)
        case .text(let value): value.utf8.forEach { hasher.combine($0) }
        case .blob(let value): hasher.combine(value)
        }
    }
}

extension StoredValue: CustomStringConvertible {
    /// The value as a person would write it in a message.
    public var description: String {
        switch self {
        case .null: "nil"
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .text(let value): value.debugDescription
        case .blob(let value): "\(value.count) bytes"
        }
    }
}

extension StoredValue {
    /// The value as a person would write what it stands for.
    package func description(as type: AttributeType) -> String {
        switch (type, self) {
        // Foundation stops the program when it is asked to write a date that no calendar has.
        case (.date, .real(let seconds)) where abs(seconds) <= 64_000_000_000:
            Date(timeIntervalSinceReferenceDate: seconds).description
        case (.date, .real(let seconds)): "\(seconds) seconds after 2001-01-01"
        // The blobs that stand for NaN.
        case (.double, .blob), (.float, .blob), (.date, .blob): "NaN"
        case (.uuid, .blob): (try? UUID(storedValue: self))?.uuidString ?? description
        case (.unsigned64, .blob): (try? UInt64(storedValue: self)).map(String.init) ?? description
        case (.boolean, .integer(let bit)): bit == 0 ? "false" : "true"
        case (.decimal, .text(let text)), (.url, .text(let text)): text
        default: description
        }
    }
}
