/// One comparison in a format string.
struct FormatComparison: Sendable {
    enum Operation: String, Sendable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case isIn = "IN"
        case between = "BETWEEN"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case contains = "CONTAINS"
        case like = "LIKE"

        /// The operation with its sides exchanged; nil where they cannot be.
        var mirrored: Operation? {
            switch self {
            case .equal, .notEqual: self
            case .less: .greater
            case .lessOrEqual: .greaterOrEqual
            case .greater: .less
            case .greaterOrEqual: .lessOrEqual
            default: nil
            }
        }
    }

    var left: FormatOperand
    var operation: Operation
    var isCaseInsensitive = false
    var right: FormatOperand
    /// The position of the operator.
    var position: Int
}
