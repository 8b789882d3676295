public import Foundation

/// PropertyListDecoder decodes for ``Publisher/decode(type:decoder:)``.
extension PropertyListDecoder: TopLevelDecoder {
    /// The bytes of the encoded value.
    public typealias Input = Data
}
