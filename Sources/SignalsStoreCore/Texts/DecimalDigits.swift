/// The digits of a decimal as a text has them, by which it is compared without a `Decimal`.
struct DecimalDigits {
    private let isNegative: Bool
    /// Without zeros at the beginning.
    private let whole: Slice<ByteOrder.Bytes>
    /// Without zeros at the end.
    private let fraction: Slice<ByteOrder.Bytes>

    /// - Returns: nil for a text that has anything but a sign, a point and digits, or more of these than a `Decimal` has.
    init?(_ text: ByteOrder.Bytes) {
        let zero = UInt8(ascii: "0")
        let isMarked = text.first == UInt8(ascii: "-")
        let number = text[(isMarked ? 1 : 0)...]
        let point = number.firstIndex(of: UInt8(ascii: ".")) ?? number.endIndex
        let fraction = number[point...].dropFirst()
        guard !number[..<point].isEmpty, number[..<point].allSatisfy(Self.isDigit), fraction.allSatisfy(Self.isDigit)
        else { return nil }
        whole = number[..<point].drop { $0 == zero }
        self.fraction = fraction.dropLast(fraction.reversed().prefix { $0 == zero }.count)
        guard whole.count + self.fraction.count <= 38 else { return nil }
        isNegative = isMarked && !(whole.isEmpty && self.fraction.isEmpty)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// The order of two decimals: negative if the left one is less.
    static func compare(_ left: DecimalDigits, _ right: DecimalDigits) -> Int {
        if left.isNegative != right.isNegative { return left.isNegative ? -1 : 1 }
        let order = left.isNegative ? (right, left) : (left, right)
        if order.0.whole.count != order.1.whole.count { return order.0.whole.count - order.1.whole.count }
        let wholes = ByteOrder.compareBytes(.init(rebasing: order.0.whole), .init(rebasing: order.1.whole))
        if wholes != 0 { return wholes }
        return ByteOrder.compareBytes(.init(rebasing: order.0.fraction), .init(rebasing: order.1.fraction))
    }
}
