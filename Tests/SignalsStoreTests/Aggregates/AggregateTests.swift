import Foundation
import SignalsStore
import XCTest

/// Sums, averages, least and greatest values, and groups: the same from the store as over unsaved objects.
final class AggregateTests: XCTestCase {
    private let everything = ManagedObjectModel(Sample.self)

    /// Runs a test twice: on objects that are saved, and on objects that are not.
    private func eachWay(
        _ make: (ManagedObjectContext) -> Void, _ test: (ManagedObjectContext, String) throws -> Void
    ) throws {
        for isSaved in [true, false] {
            try makeContainer(everything).inBackground { context in
                make(context)
                if isSaved { try context.save() }
                try test(context, isSaved ? "saved" : "pending")
            }
        }
    }

    private func samples(_ fill: (Sample, Int) -> Void, _ count: Int, in context: ManagedObjectContext) {
        for index in 0..<count { fill(Sample(context: context), index) }
    }

    func testIntegersAreAddedExactlyAndAnOverflowIsAnError() throws {
        try eachWay {
            samples({ $0.int = [.max, 1, -3][$1] }, 3, in: $0)
        } _: { context, way in
            let all = FetchRequest<Sample>()
            XCTAssertEqual(try context.sum(\.int, of: all), .max - 2, way)
            let positive = FetchRequest<Sample>(predicate: #Predicate { $0.int > 0 })
            XCTAssertThrowsError(try context.sum(\.int, of: positive), way) { error in
                guard case FetchError.evaluation(let reason) = error else { return XCTFail("\(error)") }
                XCTAssertEqual(reason, "the sum 9223372036854775808 overflows Int64")
            }
        }
    }

    func testAnAverageOfIntegersIsExactThoughTheirSumHasNoPlace() throws {
        try eachWay {
            samples({ $0.int = [.max, .max, .max - 2, -7][$1] }, 4, in: $0)
        } _: { context, way in
            let positive = FetchRequest<Sample>(predicate: #Predicate { $0.int > 0 })
            XCTAssertEqual(try context.average(\.int, of: positive), Double(Int.max), way)
            let least = FetchRequest<Sample>(predicate: #Predicate { $0.int < 0 })
            XCTAssertEqual(try context.average(\.int, of: least), -7, way)
            let none = FetchRequest<Sample>(predicate: #Predicate { $0.int == 0 })
            XCTAssertNil(try context.average(\.int, of: none), way)
            XCTAssertEqual(try context.sum(\.int, of: none), 0, way)
        }
    }

    func testPendingChangesAreAddedToTheStoresResult() throws {
        try makeContainer(everything).inBackground { context in
            samples(
                { ($0.string, $0.int, $0.double, $0.uint8) = ("\($1 % 3)", $1, Double($1) / 8, UInt8($1 % 5)) }, 60,
                in: context)
            try context.save()
            let all = try context.fetch(FetchRequest<Sample>(sortBy: [SortDescriptor(\.int)]))
            for number in [3, 4] { context.delete(all[number]) }
            (all[5].string, all[5].int) = ("0", 500)
            all[6].string = "new"
            all[7].int = -1
            samples({ ($0.string, $0.int) = ("\($1 % 2)", 700 + $1) }, 5, in: context)
            for request in [FetchRequest<Sample>(), FetchRequest<Sample>(predicate: #Predicate { $0.int > 20 })] {
                func groups() throws -> [String] {
                    try context.groups(
                        of: request, by: \.string, computing: .count, .sum(\.int), .average(\.uint8),
                        .minimum(\.double),
                        .maximum(\.string)
                    ).map { "\($0)" }
                        + ["\(try context.sum(\.int, of: request)) \(try context.average(\.double, of: request) ?? 0)"]
                }
                let before = try groups()
                let sums = try context.fetch(request).map(\.int).reduce(0, +)
                XCTAssertEqual(try context.sum(\.int, of: request), sums)
                context.name = "saved"
                let other = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
                XCTAssertEqual(try other.performAndWait { try other.sum(\.int, of: request) }, sums)
                let unmerged = try context.groups(of: request, by: \.string, computing: .countDistinct(of: \.int))
                XCTAssertEqual(unmerged.count, before.count - 1)
                let objects = Dictionary(grouping: try context.fetch(request), by: \.string)
                let expected = objects.keys.sorted().map { key in
                    let members = objects[key] ?? []
                    let average = Double(members.reduce(0) { $0 + Int($1.uint8) }) / Double(members.count)
                    return "(key: \"\(key)\", values: (\(members.count), \(members.reduce(0) { $0 + $1.int }), "
                        + "Optional(\(average)), Optional(\(members.map(\.double).min() ?? 0)), Optional(\"\(key)\")))"
                }
                XCTAssertEqual(Array(before.dropLast()), expected)
            }
        }
    }

    func testASumThatHasAPlaceOnlyWithWhatChangedHereIsComputed() throws {
        try makeContainer(everything).inBackground { context in
            samples({ $0.int = [.max, 1][$1] }, 2, in: context)
            try context.save()
            Sample(context: context).int = -5
            XCTAssertEqual(try context.sum(\.int, of: FetchRequest<Sample>()), .max - 4)
        }
    }

    func testSmallIntegersHaveRoomToAddUpAndGreatOnesAreNotLost() throws {
        try eachWay {
            samples(
                { sample, index in
                    sample.int8 = 100
                    sample.uint64 = index == 0 ? .max - 5 : 1
                }, 6, in: $0)
        } _: { context, way in
            XCTAssertEqual(try context.sum(\.int8, of: FetchRequest<Sample>()), 600, way)
            XCTAssertEqual(try context.sum(\.uint64, of: FetchRequest<Sample>()), .max, way)
            XCTAssertEqual(try context.average(\.int8, of: FetchRequest<Sample>()), 100, way)
            XCTAssertEqual(try context.maximum(\.uint64, of: FetchRequest<Sample>()), .max - 5, way)
            XCTAssertEqual(try context.minimum(\.uint64, of: FetchRequest<Sample>()), 1, way)
        }
    }

    func testDecimalsAreAddedExactly() throws {
        try eachWay {
            samples({ sample, _ in sample.decimal = Decimal(string: "0.1")! }, 30, in: $0)
        } _: {
            context, way in
            XCTAssertEqual(try context.sum(\.decimal, of: FetchRequest<Sample>()), 3, way)
            XCTAssertEqual(try context.average(\.decimal, of: FetchRequest<Sample>()), Decimal(string: "0.1")!, way)
        }
    }

    func testRoundingDoesNotAddUp() throws {
        let numbers = [1e16, 1, 1, -1e16, 0.1]
        try eachWay {
            samples({ $0.double = numbers[$1] }, 5, in: $0)
        } _: { context, way in
            XCTAssertEqual(try context.sum(\.double, of: FetchRequest<Sample>()), 2.1, way)
        }
    }

    func testNilIsLeftOutAndNaNIsPartOfASumOnly() throws {
        try eachWay {
            samples(
                { sample, index in
                    sample.optionalInt = [nil, 4, 8][index]
                    sample.optionalDouble = [nil, .nan, 2][index]
                    sample.decimal = [Decimal.nan, 7, 5][index]
                }, 3, in: $0)
        } _: { context, way in
            let all = FetchRequest<Sample>()
            XCTAssertEqual(try context.sum(\.optionalInt, of: all), 12, way)
            XCTAssertEqual(try context.average(\.optionalInt, of: all), 6, way)
            XCTAssertTrue(try context.sum(\.optionalDouble, of: all).isNaN, way)
            XCTAssertEqual(try context.minimum(\.optionalDouble, of: all), 2, way)
            XCTAssertEqual(try context.maximum(\.optionalDouble, of: all), 2, way)
            XCTAssertEqual(try context.minimum(\.decimal, of: all), 5, way)
            XCTAssertEqual(try context.compute(.count(of: \.optionalInt), of: all), 2, way)
            XCTAssertEqual(try context.compute(.countDistinct(of: \.optionalInt), of: all), 2, way)
        }
    }

    func testOfNothingASumIsZeroAndTheRestIsNil() throws {
        try eachWay { _ in
        } _: { context, way in
            let all = FetchRequest<Sample>()
            XCTAssertEqual(try context.sum(\.int, of: all), 0, way)
            XCTAssertEqual(try context.sum(\.decimal, of: all), 0, way)
            XCTAssertNil(try context.average(\.double, of: all), way)
            XCTAssertNil(try context.minimum(\.string, of: all), way)
            XCTAssertNil(try context.maximum(\.date, of: all), way)
            XCTAssertFalse(try context.exists(all), way)
        }
    }

    func testTextsHaveSwiftsOrder() throws {
        let texts = ["b", "\u{e9}", "e\u{301}", "Z", "a\0"]
        try eachWay {
            samples({ $0.string = texts[$1] }, 5, in: $0)
        } _: { context, way in
            XCTAssertEqual(try context.minimum(\.string, of: FetchRequest<Sample>()), "Z", way)
            XCTAssertEqual(try context.maximum(\.string, of: FetchRequest<Sample>()), "\u{e9}", way)
            XCTAssertEqual(try context.compute(.countDistinct(of: \.string), of: FetchRequest<Sample>()), 4, way)
        }
    }

    func testALimitSaysWhichObjectsAreAddedUp() throws {
        try eachWay {
            samples({ $0.int = $1 }, 10, in: $0)
        } _: { context, way in
            let greatest = FetchRequest<Sample>(
                sortBy: [SortDescriptor(\.int, order: .reverse)], fetchLimit: 3, fetchOffset: 1)
            XCTAssertEqual(try context.sum(\.int, of: greatest), 8 + 7 + 6, way)
            XCTAssertEqual(try context.count(for: greatest), 3, way)
        }
    }

    func testGroupsComeInTheOrderOfTheirKeysWithWhatIsComputedOverThem() throws {
        try eachWay {
            samples(
                { sample, index in
                    sample.frequency = [.weeks, .days, .weeks, .months][index]
                    sample.int = index
                    sample.bool = index > 0
                }, 4, in: $0)
        } _: { context, way in
            let all = FetchRequest<Sample>()
            let groups = try context.groups(of: all, by: \.frequency, computing: .count, .sum(\.int))
            XCTAssertEqual(groups.map(\.key), [.days, .weeks, .months], way)
            XCTAssertEqual(groups.map(\.values.0), [1, 2, 1], way)
            XCTAssertEqual(groups.map(\.values.1), [1, 2, 3], way)
            let several = try context.groups(of: all, by: \.frequency, computing: .count) { $0 > 1 }
            XCTAssertEqual(several.map(\.key), [.weeks], way)
            let byBoth = try context.groups(of: all, by: \.bool, \.frequency, computing: .maximum(\.int))
            XCTAssertEqual(
                byBoth.map { "\($0.key.0) \($0.key.1) \($0.values ?? -1)" },
                [
                    "false weeks 0", "true days 1", "true weeks 2", "true months 3",
                ], way)
            let some = FetchRequest<Sample>(sortBy: [SortDescriptor(\.int)], fetchLimit: 2)
            XCTAssertEqual(try context.groups(of: some, by: \.frequency, computing: .count).count, 2, way)
        }
    }

    func testKeysThatAreEqualInSwiftAreOneGroup() throws {
        let texts = ["\u{e9}", "e\u{301}", "e"]
        let doubles: [Double?] = [0, -0.0, .nan, .nan, nil]
        try eachWay {
            samples(
                { sample, index in
                    sample.string = texts[index % 3]
                    sample.optionalDouble = doubles[index]
                }, 5, in: $0)
        } _: { context, way in
            let all = FetchRequest<Sample>()
            XCTAssertEqual(try context.groups(of: all, by: \.string, computing: .count).map(\.values), [1, 4], way)
            XCTAssertEqual(
                try context.groups(of: all, by: \.optionalDouble, computing: .count).map(\.values), [1, 2, 2], way)
        }
    }

    func testRandomGroupsAreTheSameFromTheStoreAndInMemory() throws {
        var random = ReplayableGenerator.fromEnvironment()
        let seed = random.seed
        try makeContainer(everything).inBackground { context in
            for _ in 0..<80 { Sample(context: context).fill(using: &random) }
            func tables() throws -> [String] {
                let all = FetchRequest<Sample>()
                func table<Key: AttributeValue>(_ keyPath: KeyPath<Sample, Key>) throws -> String {
                    let groups = try context.groups(
                        of: all, by: keyPath, computing: .count, .sum(\.int8), .minimum(\.string), .maximum(\.uuid),
                        .countDistinct(of: \.optionalDecimal), .minimum(\.float), .average(\.uint16))
                    return try groups.map {
                        "\(try $0.key.storedValue()) \($0.values.0) \($0.values.1) \($0.values.2 ?? "-")"
                            + " \(String(describing: $0.values.3)) \($0.values.4) \($0.values.5 ?? -1) \($0.values.6 ?? 0)"
                    }.joined(separator: "\n")
                }
                return [
                    try table(\.int32), try table(\.bool), try table(\.uuid), try table(\.data), try table(\.uint64),
                    try table(\.frequency), try table(\.optionalFrequency), try table(\.int64),
                ]
            }
            let pending = try tables()
            try context.save()
            XCTAssertEqual(try tables(), pending, "seed \(seed)")
        }
    }

    func testPropertiesWithoutAnOrderAndComputedOnesAreAnError() throws {
        try makeContainer(ManagedObjectModel(Chore.self, Everything.self)).inBackground { context in
            XCTAssertThrowsError(try context.sum(\Chore.shoutedName.count, of: FetchRequest<Chore>())) { error in
                XCTAssertTrue("\(error)".contains("not a stored attribute of Chore"), "\(error)")
            }
            XCTAssertThrowsError(
                try context.groups(of: FetchRequest<Everything>(), by: \.tags, computing: .count)
            ) { error in XCTAssertTrue("\(error)".contains("Everything.tags"), "\(error)") }
        }
    }

    func testAChildContextComputesOverWhatItsParentHasUnsaved() throws {
        try makeContainer(everything).inBackground { parent in
            samples({ $0.int = $1 }, 4, in: parent)
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            try child.performAndWait {
                Sample(context: child).int = 10
                XCTAssertEqual(try child.sum(\.int, of: FetchRequest<Sample>()), 16)
                XCTAssertEqual(try child.values(\.int, of: FetchRequest<Sample>()).sorted(), [0, 1, 2, 3, 10])
            }
        }
    }
}
