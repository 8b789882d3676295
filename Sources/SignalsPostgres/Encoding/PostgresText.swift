// A text column cannot have U+0000. It is written as 01 01, and U+0001 as 01 02, which keeps order and equality.

/// Texts as the server keeps them.
enum PostgresText {
    /// Appends the UTF-8 of a text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            guard utf8.contains(where: { $0 < 2 }) else { return bytes.append(contentsOf: utf8) }
            for byte in utf8 {
                if byte < 2 { bytes.append(1) }
                bytes.append(byte < 2 ? byte + 1 : byte)
            }
        }
    }

    /// The text that the server keeps so.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        guard bytes.contains(1) else { return String(decoding: bytes, as: UTF8.self) }
        var utf8: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if !isEscaped, byte == 1 {
                isEscaped = true
            } else {
                utf8.append(isEscaped ? byte - 1 : byte)
                isEscaped = false
            }
        }
        return String(decoding: utf8, as: UTF8.self)
    }
}
