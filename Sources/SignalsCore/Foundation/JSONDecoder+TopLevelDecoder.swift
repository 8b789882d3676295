public import Foundation

/// JSONDecoder decodes for ``Publisher/decode(type:decoder:)``.
extension JSONDecoder: TopLevelDecoder {
    /// The bytes of the encoded value.
    public typealias Input = Data
}
