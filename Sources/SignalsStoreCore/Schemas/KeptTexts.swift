import Foundation

/// The texts of a row that are not in normal form, exactly as they were given, by the names of their columns. A store
/// keeps them in a column of the row that is null as a rule.
package struct KeptTexts {
    /// The column, in the tables of entities that have texts.
    package static let column = "signals_exact"

    private var texts: [String: String] = [:]

    /// None.
    package init() {}

    /// The texts that a row keeps.
    package init(_ stored: StoredValue) {
        guard case .text(let json) = stored else { return }
        texts = (try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))) ?? [:]
    }

    /// The value that a row keeps.
    package var storedValue: StoredValue {
        if texts.isEmpty { return .null }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(texts) else { return .null }
        return .text(String(decoding: json, as: UTF8.self))
    }

    /// True if a value is a text that is not in normal form.
    package static func keeps(_ value: StoredValue) -> Bool {
        if case .text(let text) = value { NormalForm.composing(text).isOther } else { false }
    }

    /// Keeps a value of a column where it is a text that is not in normal form, and forgets what was kept of the column.
    ///
    /// - Returns: the value that the column itself gets.
    @discardableResult
    package mutating func keep(_ value: StoredValue, of column: String) -> StoredValue {
        texts[column] = nil
        guard case .text(let text) = value else { return value }
        let (composed, isOther) = NormalForm.composing(text)
        if isOther { texts[column] = text }
        return .text(composed)
    }

    /// The value of a column as it was given. What another program has written into the column since is not what was kept.
    package func exact(_ value: StoredValue, of column: String) -> StoredValue {
        guard case .text(let text) = value, let kept = texts[column], Self.is(text, normalFormOf: kept) else {
            return value
        }
        return .text(kept)
    }

    /// The values of all columns of a row as they were given.
    package func exact(_ values: [StoredValue], of entity: EntitySchema) -> [StoredValue] {
        if texts.isEmpty { return values }
        return zip(values, entity.attributes).map { $1.type == .string ? exact($0, of: $1.name) : $0 }
    }

    // Two texts that are equal in Swift have one normal form, and composing takes long.
    private static func `is`(_ text: String, normalFormOf kept: String) -> Bool {
        var text = text
        if text.withUTF8({ NormalForm.isCertain($0) }) { return text == kept }
        return NormalForm.composed(kept).utf8.elementsEqual(text.utf8)
    }
}

extension AttributeType {
    /// A value as a store compares those of this type.
    package func compared(_ value: StoredValue) -> StoredValue {
        guard self == .string, case .text(let text) = value else { return value }
        return .text(NormalForm.composed(text))
    }
}

extension EntitySchema {
    /// The values of a row as they were given: those of its columns, and as the last what it keeps of its texts.
    package func exact(_ columns: some Collection<StoredValue>) -> [StoredValue] {
        let values = Array(columns.prefix(attributes.count))
        guard columns.count > values.count, let kept = columns.dropFirst(values.count).first, !kept.isNull else {
            return values
        }
        return KeptTexts(kept).exact(values, of: self)
    }
}
