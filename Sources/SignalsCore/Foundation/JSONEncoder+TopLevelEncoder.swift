public import Foundation

/// JSONEncoder encodes for ``Publisher/encode(encoder:)``.
extension JSONEncoder: TopLevelEncoder {
    /// The bytes of the encoded value.
    public typealias Output = Data
}
