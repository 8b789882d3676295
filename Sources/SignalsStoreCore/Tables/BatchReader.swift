/// A reader to which each request is a way to a server and back, unless several go together.
package protocol BatchReader: RowReader {
    /// The answers to several requests, in their order. As ``RowReader/rows(_:)`` gives them.
    func rows(_ requests: [RowRequest]) throws -> [[StoredRow]]
}

extension BatchReader {
    package func rows(_ request: RowRequest) throws -> [StoredRow] { try rows([request])[0] }
}
