public import Foundation

/// PropertyListEncoder encodes for ``Publisher/encode(encoder:)``.
extension PropertyListEncoder: TopLevelEncoder {
    /// The bytes of the encoded value.
    public typealias Output = Data
}
