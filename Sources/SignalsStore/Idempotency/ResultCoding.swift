import Foundation

/// The form in which a keyed task's result is kept.
struct ResultCoding<Output: Sendable>: Sendable {
    let encode: @Sendable (Output) throws -> Data
    let decode: @Sendable (Data) throws -> Output
}

extension ResultCoding where Output: Codable {
    // In an array, so that any value is a document.
    static var json: ResultCoding {
        ResultCoding(
            encode: { try JSONEncoder().encode([$0]) },
            decode: { data in
                guard let value = try JSONDecoder().decode([Output].self, from: data).first else {
                    throw CocoaError(.coderReadCorrupt)
                }
                return value
            })
    }
}

extension ResultCoding<Void> {
    static var nothing: ResultCoding { ResultCoding(encode: { Data() }, decode: { _ in }) }
}
