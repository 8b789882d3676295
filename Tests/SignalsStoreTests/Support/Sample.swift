import Foundation
import SignalsStore

/// One attribute of each type that predicates can compare, and an optional one of each.
final class Sample: ManagedObject {
    @Attribute var bool = false
    @Attribute var int = 0
    @Attribute var int8: Int8 = 0
    @Attribute var int16: Int16 = 0
    @Attribute var int32: Int32 = 0
    @Attribute var int64: Int64 = 0
    @Attribute var uint: UInt = 0
    @Attribute var uint8: UInt8 = 0
    @Attribute var uint16: UInt16 = 0
    @Attribute var uint32: UInt32 = 0
    @Attribute var uint64: UInt64 = 0
    @Attribute var double = 0.0
    @Attribute var float: Float = 0
    @Attribute(.indexed) var string = ""
    @Attribute var date = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute var data = Data()
    @Attribute var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    @Attribute var url = URL(string: "https://example.com")!
    @Attribute(.indexed) var decimal = Decimal(0)
    @Attribute var frequency = Frequency.weeks
    @Attribute var optionalBool: Bool? = nil
    @Attribute(.indexed) var optionalInt: Int? = nil
    @Attribute var optionalInt8: Int8? = nil
    @Attribute var optionalUInt64: UInt64? = nil
    @Attribute var optionalDouble: Double? = nil
    @Attribute var optionalFloat: Float? = nil
    @Attribute var optionalString: String? = nil
    @Attribute var optionalDate: Date? = nil
    @Attribute var optionalData: Data? = nil
    @Attribute var optionalUUID: UUID? = nil
    @Attribute var optionalURL: URL? = nil
    @Attribute var optionalDecimal: Decimal? = nil
    @Attribute var optionalFrequency: Frequency? = nil
}

/// The attributes of one type and awkward values of it.
struct SampleKind<Value: AttributeValue & Codable & Hashable> {
    let paths: [any KeyPath<Sample, Value> & Sendable]
    let optionalPaths: [any KeyPath<Sample, Value?> & Sendable]
    let values: [Value]
}

extension SampleKind where Value: FixedWidthInteger {
    static func integers(
        _ paths: [any KeyPath<Sample, Value> & Sendable], _ optionalPaths: [any KeyPath<Sample, Value?> & Sendable] = []
    ) -> SampleKind {
        SampleKind(
            paths: paths, optionalPaths: optionalPaths,
            values: [0, 1, 2, 3, 5, 100, .max, .max - 1, .min]
                + (Value.isSigned ? [-1, -7].map { (number: Int) in Value(number) } : []))
    }
}

enum SampleKinds {
    static let bools = SampleKind(paths: [\.bool], optionalPaths: [\.optionalBool], values: [false, true])
    static let ints = SampleKind<Int>.integers([\.int], [\.optionalInt])
    static let int8s = SampleKind<Int8>.integers([\.int8], [\.optionalInt8])
    static let int16s = SampleKind<Int16>.integers([\.int16])
    static let int32s = SampleKind<Int32>.integers([\.int32])
    static let int64s = SampleKind<Int64>.integers([\.int64])
    static let uints = SampleKind<UInt>.integers([\.uint])
    static let uint8s = SampleKind<UInt8>.integers([\.uint8])
    static let uint16s = SampleKind<UInt16>.integers([\.uint16])
    static let uint32s = SampleKind<UInt32>.integers([\.uint32])
    static let uint64s = SampleKind<UInt64>.integers([\.uint64], [\.optionalUInt64])
    static let doubles = SampleKind<Double>(
        paths: [\.double], optionalPaths: [\.optionalDouble],
        values: [
            0, -0.0, 1, -1.5, 0.1, .nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude,
            9_007_199_254_740_992,
        ])
    static let floats = SampleKind<Float>(
        paths: [\.float], optionalPaths: [\.optionalFloat],
        values: [0, -0.0, 1, 0.1, -2.5, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
    static let strings = SampleKind<String>(
        paths: [\.string], optionalPaths: [\.optionalString],
        values: [
            "", "a", "A", "b", "ab", "aB", "e\u{301}", "\u{e9}", "E", "\u{c9}t\u{e9}", "a\0b", "a\0", "\0", "\r\n",
            "\n", "👩‍👩‍👧‍👦", "👩", "🇩🇪", "zebra", "' OR 1=1 --", "\"", "%", "_", "ß", "ss", "ﬁ", "İ", "i", "z\u{323}\u{307}",
            "z\u{307}\u{323}", "\u{1100}\u{1161}", "\u{ac00}", "\u{fffe}", "\u{10ffff}", "a b",
        ])
    static let dates = SampleKind<Date>(
        paths: [\.date], optionalPaths: [\.optionalDate],
        values: [
            Date(timeIntervalSinceReferenceDate: 0), .distantPast, .distantFuture,
            Date(timeIntervalSince1970: -1), Date(timeIntervalSince1970: 0.1), Date(timeIntervalSince1970: 4e11),
            Date(timeIntervalSinceReferenceDate: .nan), Date(timeIntervalSinceReferenceDate: .infinity),
            Date(timeIntervalSinceReferenceDate: -.infinity), Date(timeIntervalSinceReferenceDate: 1e300),
        ])
    static let datas = SampleKind<Data>(
        paths: [\.data], optionalPaths: [\.optionalData],
        values: [Data(), Data([0]), Data([0, 0]), Data([255]), Data([39, 59]), Data(repeating: 1, count: 9)])
    static let uuids = SampleKind<UUID>(
        paths: [\.uuid], optionalPaths: [\.optionalUUID],
        values: (0..<5).map { UUID(uuid: ($0 * 60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)) })
    static let urls = SampleKind<URL>(
        paths: [\.url], optionalPaths: [\.optionalURL],
        values: [
            "https://example.com", "https://example.com/", "HTTPS://EXAMPLE.com", "https://example.com/a?b#c", "a",
            "file:///tmp/a%20b",
        ].map { URL(string: $0)! } + [URL(string: "a", relativeTo: URL(string: "https://example.com/"))!])
    static let decimals = SampleKind<Decimal>(
        paths: [\.decimal], optionalPaths: [\.optionalDecimal],
        values: [
            "0", "1", "-1", "0.1", "0.10", "10", "9", "-0.5", "123456789012345678901234567890.12345678", "1e100",
            "-1e-100",
            "3.4e127",
        ].map { Decimal(string: $0)! } + [.nan, .greatestFiniteMagnitude, .leastFiniteMagnitude])
    static let frequencies = SampleKind<Frequency>(
        paths: [\.frequency], optionalPaths: [\.optionalFrequency], values: [.days, .weeks, .months])
}

extension SampleKind {
    /// Gives the attributes of the type values drawn from the awkward ones.
    func fill(_ object: Sample, using random: inout ReplayableGenerator) {
        for path in paths {
            guard let path = path as? ReferenceWritableKeyPath<Sample, Value> else { continue }
            object[keyPath: path] = values.randomElement(using: &random)!
        }
        for path in optionalPaths {
            guard let path = path as? ReferenceWritableKeyPath<Sample, Value?> else { continue }
            object[keyPath: path] =
                Int.random(in: 0..<3, using: &random) == 0 ? nil : values.randomElement(using: &random)!
        }
    }
}

extension Sample {
    /// Draws a value for every attribute.
    func fill(using random: inout ReplayableGenerator) {
        SampleKinds.bools.fill(self, using: &random)
        SampleKinds.ints.fill(self, using: &random)
        SampleKinds.int8s.fill(self, using: &random)
        SampleKinds.int16s.fill(self, using: &random)
        SampleKinds.int32s.fill(self, using: &random)
        SampleKinds.int64s.fill(self, using: &random)
        SampleKinds.uints.fill(self, using: &random)
        SampleKinds.uint8s.fill(self, using: &random)
        SampleKinds.uint16s.fill(self, using: &random)
        SampleKinds.uint32s.fill(self, using: &random)
        SampleKinds.uint64s.fill(self, using: &random)
        SampleKinds.doubles.fill(self, using: &random)
        SampleKinds.floats.fill(self, using: &random)
        SampleKinds.strings.fill(self, using: &random)
        SampleKinds.dates.fill(self, using: &random)
        SampleKinds.datas.fill(self, using: &random)
        SampleKinds.uuids.fill(self, using: &random)
        SampleKinds.urls.fill(self, using: &random)
        SampleKinds.decimals.fill(self, using: &random)
        SampleKinds.frequencies.fill(self, using: &random)
    }
}
