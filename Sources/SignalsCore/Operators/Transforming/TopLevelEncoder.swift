/// A type that encodes a whole value, for ``Publisher/encode(encoder:)``. Combine's `TopLevelEncoder`.
public protocol TopLevelEncoder {
    /// The kind of output that it makes of a value, for example `Data`.
    associatedtype Output

    /// Encodes a value.
    ///
    /// - Parameter value: the value.
    /// - Returns: the encoded value.
    /// - Throws: why it could not be encoded.
    func encode<T: Encodable>(_ value: T) throws -> Output
}
