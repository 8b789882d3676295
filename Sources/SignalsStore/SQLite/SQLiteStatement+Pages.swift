extension SQLiteStatement {
    /// Appends the present row, whose columns are the number, the version, and those of the page's entity.
    ///
    /// - Throws: `FetchError` when a text is not UTF-8.
    func appendRow(to page: inout RowPageBuilder) throws {
        let number = integer(at: 0)
        page.beginRow(number: number, version: integer(at: 1))
        for (index, attribute) in page.entity.attributes.enumerated() {
            guard let value = value(at: index + 2) else {
                throw FetchError.store(reason: "\(page.entity.name).\(attribute.name) of \(number) is not UTF-8")
            }
            page.append(value)
        }
    }
}
