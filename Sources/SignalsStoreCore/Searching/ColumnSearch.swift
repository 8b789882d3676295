/// A search in the texts of some columns of a row.
package struct ColumnSearch: Sendable, Hashable {
    package let search: TextSearch
    package let columns: [Int]

    package init(_ search: TextSearch, columns: [Int]) {
        self.search = search
        self.columns = columns
    }

    /// The texts that are searched.
    ///
    /// - Parameter value: the value of a column.
    package func texts(_ value: (Int) throws -> StoredValue) rethrows -> [String] {
        try columns.compactMap { if case .text(let text) = try value($0) { text } else { nil } }
    }

    package func matches(_ value: (Int) throws -> StoredValue) rethrows -> Bool {
        try search.matches(texts(value))
    }

    /// The relevance of a row, as a value by which rows are ordered.
    package func relevance(_ value: (Int) throws -> StoredValue) rethrows -> StoredValue {
        .real(search.relevance(of: try texts(value)))
    }
}

extension TextSearch {
    /// The search in the language of SQLite's FTS5, of some columns.
    package func pattern(in columns: [String]) -> String {
        let names = columns.map { "\"" + $0 + "\"" }.joined(separator: " ")
        let parts = phrases.map { "\"" + $0.words.joined(separator: " ") + "\"" + ($0.isPrefix ? " *" : "") }
        return "{\(names)} : (\(parts.joined(separator: " AND ")))"
    }
}
