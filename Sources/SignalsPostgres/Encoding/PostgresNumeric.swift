// In binary a number has the count of its digits of base 10,000, the power of the first one, its sign, and how many
// decimal digits follow the point, then the digits, 16 bits each.

/// Decimal numbers as the server sends and takes them.
enum PostgresNumeric {
    private static let negative: UInt16 = 0x4000
    private static let notANumber: UInt16 = 0xC000

    /// Appends a number in plain decimal digits, or "NaN"; false where the text is neither.
    static func append(_ text: String, to bytes: inout [UInt8]) -> Bool {
        if text == "NaN" {
            for word in [0, 0, notANumber, 0] { bytes.append(bigEndian: word) }
            return true
        }
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts[0].isEmpty,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return false }
        let fraction = parts.count > 1 ? parts[1].utf8.map { $0 - 48 } : []
        append(parts[0].utf8.map { $0 - 48 }, fraction, isNegative, to: &bytes)
        return true
    }

    private static func append(_ whole: [UInt8], _ fraction: [UInt8], _ isNegative: Bool, to bytes: inout [UInt8]) {
        let padded = [UInt8](repeating: 0, count: (4 - whole.count % 4) % 4) + whole
        let ended = fraction + [UInt8](repeating: 0, count: (4 - fraction.count % 4) % 4)
        let all = padded + ended
        var digits = stride(from: 0, to: all.count, by: 4).map { start in
            all[start..<start + 4].reduce(0) { $0 * 10 + UInt16($1) }
        }
        var weight = padded.count / 4 - 1
        while digits.first == 0 {
            digits.removeFirst()
            weight -= 1
        }
        while digits.last == 0 { digits.removeLast() }
        bytes.append(bigEndian: UInt16(digits.count))
        bytes.append(bigEndian: Int16(digits.isEmpty ? 0 : weight))
        bytes.append(bigEndian: isNegative && !digits.isEmpty ? negative : 0)
        bytes.append(bigEndian: UInt16(fraction.count))
        for digit in digits { bytes.append(bigEndian: digit) }
    }

    /// The number in plain decimal digits, with as many after the point as were given; "NaN" for none.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        let sign = bytes.bigEndian(UInt16.self, at: 4)
        if sign == notANumber { return "NaN" }
        let weight = Int(bytes.bigEndian(Int16.self, at: 2))
        let scale = Int(bytes.bigEndian(UInt16.self, at: 6))
        let count = Int(bytes.bigEndian(UInt16.self))
        func group(_ power: Int) -> String {
            let index = weight - power
            guard (0..<count).contains(index) else { return "0000" }
            let digits = String(bytes.bigEndian(UInt16.self, at: 8 + 2 * index))
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        let whole = weight < 0 ? "" : stride(from: weight, through: 0, by: -1).map(group).joined()
        let fraction = scale == 0 ? "" : (0...(scale - 1) / 4).map { group(-1 - $0) }.joined()
        let trimmed = whole.drop { $0 == "0" }
        return (sign == negative ? "-" : "") + (trimmed.isEmpty ? "0" : trimmed)
            + (scale == 0 ? "" : "." + fraction.prefix(scale))
    }
}
