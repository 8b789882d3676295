/// A type that decodes a whole value, for ``Publisher/decode(type:decoder:)``. Combine's `TopLevelDecoder`.
public protocol TopLevelDecoder {
    /// The kind of input that it decodes, for example `Data`.
    associatedtype Input

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: the type of the value.
    ///   - input: the encoded value.
    /// - Returns: the value.
    /// - Throws: why it could not be decoded.
    func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}
