/// A sum of floating-point numbers that is rounded once, at the end: whatever their order, and whatever was added and
/// taken back before, it is the same. Kulisch's long accumulator.
struct ExactSum: Sendable {
    /// Digits to the base 2^32, the least first, each with a sign of its own.
    private var digits: ContiguousArray<Int64> = []
    /// The exponent of the first digit: one at exponent 0 counts 2^-1074, the least number there is.
    private var first = 0
    /// The number of numbers that there is room for before a digit may overflow.
    private var room = Self.capacity
    private var positiveInfinities = 0
    private var negativeInfinities = 0
    private var notNumbers = 0

    /// The sum of numbers of about one size, as most are that come after each other: two words add them up for a fraction
    /// of what digits do.
    private var window: Int128 = 0
    /// The exponent of one in the window, which is that of a digit.
    private var windowStart = 0
    /// The number of numbers that there is room for before the window may overflow.
    private var windowRoom = 0

    private static let capacity = 1 << 30
    private static let base: Int64 = 1 << 32
    /// A significand has 53 bits, and 2^17 of them, moved by less than this, have 127.
    private static let windowWidth = 57
    private static let windowCapacity = 1 << 17

    mutating func add(_ number: Double) { count(number, 1) }

    /// Takes back a number that was added.
    mutating func remove(_ number: Double) { count(number, -1) }

    private mutating func count(_ number: Double, _ sign: Int) {
        guard number.isFinite else {
            if number.isNaN {
                notNumbers += sign
            } else if number > 0 {
                positiveInfinities += sign
            } else {
                negativeInfinities += sign
            }
            return
        }
        guard number != 0 else { return }
        let isNormal = number.exponentBitPattern > 0
        let exponent = Int(isNormal ? number.exponentBitPattern - 1 : 0)
        let significand = number.significandBitPattern | (isNormal ? 1 << 52 : 0)
        let sign = number.sign == .plus ? sign : -sign
        if windowRoom == 0 { openWindow(around: exponent) }
        let shift = exponent - windowStart
        guard shift >= 0, shift < Self.windowWidth else { return addDigits(significand, exponent, Int64(sign)) }
        windowRoom -= 1
        let units = Int128(truncatingIfNeeded: significand) &<< Int128(truncatingIfNeeded: shift)
        window = sign > 0 ? window &+ units : window &- units
    }

    /// Makes the window add up numbers that are up to 2^24 times smaller than one, or a few times greater.
    private mutating func openWindow(around exponent: Int) {
        closeWindow()
        windowStart = max(0, exponent - 24) / 32 * 32
        windowRoom = Self.windowCapacity
    }

    /// Adds what is in the window to the digits.
    private mutating func closeWindow() {
        windowRoom = 0
        if window == 0 { return }
        makeRoom(for: windowStart / 32, 4)
        let (start, sign) = (windowStart / 32 - first, window < 0 ? -1 as Int64 : 1)
        for (index, shift) in [0, 32, 64, 96].enumerated() {
            digits[start + index] += sign * Int64(truncatingIfNeeded: window.magnitude >> shift & 0xFFFF_FFFF)
        }
        window = 0
        useRoom()
    }

    private mutating func addDigits(_ significand: UInt64, _ exponent: Int, _ sign: Int64) {
        // Up to 84 bits, in two words.
        let shift = UInt64(exponent % 32)
        let (low, high) = (significand << shift, significand >> (64 - shift))
        makeRoom(for: exponent / 32, 3)
        let start = exponent / 32 - first
        digits.withUnsafeMutableBufferPointer { digits in
            digits[start] += sign * Int64(low & 0xFFFF_FFFF)
            digits[start + 1] += sign * Int64(low >> 32)
            digits[start + 2] += sign * Int64(high)
        }
        useRoom()
    }

    private mutating func useRoom() {
        room -= 1
        if room == 0 { carry() }
    }

    /// Makes room for a number of digits from an index on.
    private mutating func makeRoom(for index: Int, _ count: Int) {
        if digits.isEmpty { first = index }
        if index < first {
            digits.insert(contentsOf: repeatElement(0, count: first - index), at: 0)
            first = index
        }
        let missing = index + count - first - digits.count
        if missing > 0 { digits.append(contentsOf: repeatElement(0, count: missing)) }
    }

    /// Brings each digit but the last between 0 and the base; the last one keeps the sign.
    private mutating func carry() {
        room = Self.capacity
        guard !digits.isEmpty else { return }
        for index in 0..<digits.count - 1 {
            let carry = digits[index] >> 32
            digits[index] -= carry << 32
            digits[index + 1] += carry
        }
        let last = digits[digits.count - 1]
        guard abs(last) >= Self.base else { return }
        digits[digits.count - 1] = last - (last >> 32) << 32
        digits.append(last >> 32)
    }

    /// The number that is nearest to the sum.
    var total: Double {
        if notNumbers > 0 || (positiveInfinities > 0 && negativeInfinities > 0) { return .nan }
        if positiveInfinities > 0 { return .infinity }
        if negativeInfinities > 0 { return -.infinity }
        var sum = self
        sum.closeWindow()
        sum.carry()
        guard let top = sum.digits.last(where: { $0 != 0 }) else { return 0 }
        if top > 0 { return sum.magnitude }
        for index in sum.digits.indices { sum.digits[index].negate() }
        sum.carry()
        return -sum.magnitude
    }

    // Of digits that are not negative.
    private var magnitude: Double {
        guard let top = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
        let leading = (0..<3).reduce(UInt128(0)) { bits, step in
            bits << 32 | UInt128(top >= step ? digits[top - step] : 0)
        }
        let hasMore = top > 2 && digits[..<(top - 2)].contains { $0 != 0 }
        // The weight of the last of the leading bits.
        let exponent = 32 * (first + top - 2) - 1074
        let width = 128 - leading.leadingZeroBitCount
        let dropped = max(width - 53, -1074 - exponent)
        let half = UInt128(1) << UInt128(dropped - 1)
        let rest = leading & (half << 1 - 1)
        var kept = leading >> UInt128(dropped)
        if rest > half || (rest == half && (hasMore || kept & 1 == 1)) { kept += 1 }
        return Double(sign: .plus, exponent: exponent + dropped, significand: Double(UInt64(kept)))
    }
}
