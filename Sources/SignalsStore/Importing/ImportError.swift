import Foundation

/// The error of an import. Let it out of the transaction's closure, so that nothing of it is kept.
public enum ImportError: Error, Sendable, Hashable {
    /// A value cannot be converted to the attribute's type.
    case unsuitable(entityName: String, attributeName: String, typeName: String, value: String)
}

extension ImportError: LocalizedError, CustomStringConvertible {
    /// A text that says what is wrong.
    public var description: String {
        switch self {
        case .unsuitable(let entity, let attribute, let type, let value):
            "\(value) is not of the type \(type), and so not a value for \(entity).\(attribute). Nothing was imported."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
