import SignalsStoreCore

/// A type of the server, with its OID.
enum PostgresType: UInt32, Sendable, CaseIterable {
    case boolean = 16
    case bytea = 17
    case bigint = 20
    case smallint = 21
    case integer = 23
    case text = 25
    case real = 700
    case double = 701
    case numeric = 1700
    case uuid = 2950

    /// The number of the type of its arrays.
    var arrayNumber: UInt32 {
        switch self {
        case .boolean: 1000
        case .bytea: 1001
        case .bigint: 1016
        case .smallint: 1005
        case .integer: 1007
        case .text: 1009
        case .real: 1021
        case .double: 1022
        case .numeric: 1231
        case .uuid: 2951
        }
    }

    /// The name of the type, or of the arrays, with a number.
    static func name(_ number: UInt32) -> String {
        for type in allCases {
            if type.rawValue == number { return type.name }
            if type.arrayNumber == number { return type.name + "[]" }
        }
        return "unknown"
    }

    /// The name in a statement.
    var name: String {
        switch self {
        case .boolean: "boolean"
        case .bytea: "bytea"
        case .bigint: "bigint"
        case .smallint: "smallint"
        case .integer: "integer"
        case .text: "text"
        case .real: "real"
        case .double: "double precision"
        case .numeric: "numeric"
        case .uuid: "uuid"
        }
    }
}

extension AttributeType {
    /// The type of the column that keeps an attribute. A date is a number: the server's own dates have microseconds only.
    var column: PostgresType {
        switch self {
        case .boolean: .boolean
        case .integer8, .integer16, .unsigned8: .smallint
        case .integer32, .unsigned16: .integer
        case .integer64, .unsigned32, .reference: .bigint
        case .unsigned64, .decimal: .numeric
        case .float: .real
        case .double, .date: .double
        case .string, .url, .codable: .text
        case .data: .bytea
        case .uuid: .uuid
        }
    }

    /// The collation after a column's type where it is made.
    var collation: String { column == .text ? " COLLATE \"C\"" : "" }
}
