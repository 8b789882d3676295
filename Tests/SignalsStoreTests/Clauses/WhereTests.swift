import Foundation
import SignalsStore
import XCTest

/// Finds the same with SQL and among pending objects: each check runs on saved and on unsaved objects.
final class WhereTests: XCTestCase {
    private static let day = Date(timeIntervalSinceReferenceDate: 1_000_000)

    private func fill(_ context: ManagedObjectContext) {
        for (index, name) in ["Ada", "ada", "Bob", "Émile", "E\u{301}mile", "", "a*b"].enumerated() {
            let thing = Everything(context: context)
            thing.string = name
            thing.int = index
            thing.double = Double(index) / 2
            thing.date = Self.day.addingTimeInterval(Double(index))
            thing.optionalString = index.isMultiple(of: 2) ? nil : name
            thing.optionalInt = index == 3 ? nil : index * 10
            thing.bool = index > 3
            thing.decimal = Decimal(index) / 10
            thing.frequency = index == 0 ? .days : .months
            thing.uint64 = index == 6 ? .max : UInt64(index)
            thing.optionalDouble = index == 1 ? .nan : Double(index)
        }
    }

    private func check(
        _ clause: Where<Everything>, finds expected: [Int], file: StaticString = #filePath, line: UInt = #line
    ) throws {
        for isSaved in [true, false] {
            let container = try makeContainer(ManagedObjectModel(Everything.self))
            let found = try container.inBackground { context in
                fill(context)
                if isSaved { try context.save() }
                var request = FetchRequest<Everything>(sortBy: [SortDescriptor(\.int)])
                try clause.apply(to: &request)
                return try context.fetch(request).map(\.int)
            }
            XCTAssertEqual(found, expected, isSaved ? "in the store" : "pending", file: file, line: line)
        }
    }

    func testOperatorsOnKeyPathsFindWhatTheySay() throws {
        try check(\.string == "Ada", finds: [0])
        try check(\.string != "Ada", finds: [1, 2, 3, 4, 5, 6])
        try check(\.int < 2, finds: [0, 1])
        try check(\.int <= 2, finds: [0, 1, 2])
        try check(\.double > 2.5, finds: [6])
        try check(\.date >= Self.day.addingTimeInterval(5), finds: [5, 6])
        try check(\.optionalString == nil, finds: [0, 2, 4, 6])
        try check(\.optionalString == "Émile", finds: [3])
        try check(\.frequency == .days, finds: [0])
        try check(\.int > 1 && \.int < 4 || \.string == "Ada", finds: [0, 2, 3])
        try check(!(\.int > 1), finds: [0, 1])
    }

    func testClausesThatBeginAlikeKeepTheirOwnTerms() throws {
        let start: Where<Everything> = \.int == 0 || \.int == 1
        let (first, second) = (start || \.int == 2, start || \.int == 3 || \.int == 4)
        try check(start, finds: [0, 1])
        try check(first, finds: [0, 1, 2])
        try check(second, finds: [0, 1, 3, 4])
        try check(second || first, finds: [0, 1, 2, 3, 4])
        try check(start || start, finds: [0, 1])
        let narrow: Where<Everything> = \.int > 0 && \.int < 5
        try check((narrow && \.int != 2) || (narrow && \.int != 3 && \.int != 2), finds: [1, 3, 4])
        try check(narrow, finds: [1, 2, 3, 4])
    }

    func testPredicatesAndNamesFindWhatTheySay() throws {
        try check(Where(#Predicate { $0.int > 4 }), finds: [5, 6])
        try check(Where("string", isEqualTo: "Bob"), finds: [2])
        try check(Where("optionalInt", isEqualTo: Int?.none), finds: [3])
        try check(Where("int", isMemberOf: [1, 3, 99]), finds: [1, 3])
        try check(Where(true), finds: Array(0...6))
        try check(Where(false), finds: [])
    }

    func testComparisonsInAFormatFindWhatTheySay() throws {
        try check(Where("int > %@", 4), finds: [5, 6])
        try check(Where("%d >= int", 1), finds: [0, 1])
        try check(Where("%K == %@", "string", "Bob"), finds: [2])
        try check(Where("int = 3 OR int = 4 AND bool = YES"), finds: [3, 4])
        try check(Where("(int = 3 OR int = 4) AND bool == TRUE"), finds: [4])
        try check(Where("NOT int < 5"), finds: [5, 6])
        try check(Where("double > 2.5"), finds: [6])
        try check(Where("double = 1"), finds: [2])
        try check(Where("decimal <= 0.1"), finds: [0, 1])
        try check(Where("date < %@", Self.day.addingTimeInterval(1)), finds: [0])
        try check(Where("frequency == %@", Frequency.days), finds: [0])
        try check(Where("uint64 > 9223372036854775807"), finds: [6])
        try check(Where("int == optionalInt"), finds: [0])
    }

    func testListsInAFormatFindWhatTheySay() throws {
        try check(Where("int IN {1, 2, 30}"), finds: [1, 2])
        try check(Where("int IN %@", [4, 5]), finds: [4, 5])
        try check(Where("string IN %@", Set(["Ada", "Bob"])), finds: [0, 2])
        try check(Where("int IN {}"), finds: [])
        try check(Where("optionalInt IN {NIL, 10}"), finds: [1, 3])
        try check(Where("int BETWEEN {2, 4}"), finds: [2, 3, 4])
        try check(Where("int BETWEEN %@", [2, 4]), finds: [2, 3, 4])
    }

    func testTextsInAFormatFindWhatTheySay() throws {
        try check(Where("string BEGINSWITH 'A'"), finds: [0])
        try check(Where("string BEGINSWITH[c] 'A'"), finds: [0, 1, 6])
        try check(Where("string ENDSWITH 'da'"), finds: [0, 1])
        try check(Where("string ENDSWITH[c] 'DA'"), finds: [0, 1])
        try check(Where("string CONTAINS 'o'"), finds: [2])
        try check(Where("string CONTAINS[c] 'O'"), finds: [2])
        try check(Where("string ==[c] 'ADA'"), finds: [0, 1])
        try check(Where("string !=[c] 'ADA'"), finds: [2, 3, 4, 5, 6])
        try check(Where("string LIKE '?da'"), finds: [0, 1])
        try check(Where("string LIKE[c] 'A*'"), finds: [0, 1, 6])
        try check(Where("string LIKE 'a\\\\*b'"), finds: [6])
        try check(Where("string == %@", "Émile"), finds: [3, 4])
        try check(Where("optionalString CONTAINS 'a'"), finds: [1])
        try check(Where("NOT optionalString CONTAINS 'a'"), finds: [0, 2, 3, 4, 5, 6])
        try check(Where("string == %@", "x' OR '1'='1"), finds: [])
    }

    func testNilAndNotANumberAreNeverLessOrGreater() throws {
        try check(Where("optionalInt > 5"), finds: [1, 2, 4, 5, 6])
        try check(Where("NOT optionalInt > 5"), finds: [0, 3])
        try check(Where("optionalInt != 10"), finds: [0, 2, 3, 4, 5, 6])
        try check(Where("optionalInt == nil"), finds: [3])
        try check(Where("optionalDouble >= 0"), finds: [0, 2, 3, 4, 5, 6])
        try check(Where("optionalDouble == %@", Double.nan), finds: [])
    }

    func testAMistakeInAFormatIsThrownByTheFetchWithItsPosition() throws {
        let cases: [(Where<Everything>, Int, String)] = [
            (Where("age > 3"), 0, "has no attribute age"), (Where("int > 'x'"), 6, "is not one of its values"),
            (Where("int > 2.5"), 6, "is not one of its values"), (Where("int LIKE 'x'"), 4, "only texts"),
            (Where("tags == %@", ["x"]), 5, "JSON"), (Where("1 == 2"), 0, "name of an attribute"),
            (Where("int == string"), 7, "is string"), (Where("int8 == 300"), 8, "is not one of its values"),
            (Where("bool > NO"), 7, "no order"), (Where("int BETWEEN {1}"), 12, "two values"),
            (Where("int IN 3"), 7, "a list"), (Where("string CONTAINS NIL"), 16, "not nil"),
            (Where("int >"), 5, "was expected"), (Where("decimal == %@", "1,5"), 11, "is not one of its values"),
            (Where("decimal == \(String(repeating: "7", count: 51))"), 11, "is not one of its values"),
            (Where("date == %@", "2020-02-30T00:00:00Z"), 8, "is not one of its values"),
            (Where("double == \(UInt64.max)"), 10, "is not one of its values"),
        ]
        for (clause, position, reason) in cases {
            XCTAssertThrowsError(try check(clause, finds: [])) { error in
                guard let error = error as? PredicateFormatError else { return XCTFail("\(error)") }
                XCTAssertEqual(error.position, position, error.description)
                XCTAssertTrue(error.reason.contains(reason), error.description)
            }
        }
    }

    func testObjectsAreFoundByTheirID() throws {
        let container = try makeContainer()
        let ids = try container.addChores("a", "b")
        let other = try makeContainer().addChores("c")
        let names = try container.inBackground { context in
            let clauses: [Where<Chore>] = [
                Where("objectID == %@", ids[1]), Where("objectID IN %@", ids), Where("objectID == %@", other[0]),
            ]
            return try clauses.map { clause in
                var request = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])
                try clause.apply(to: &request)
                return try context.fetch(request).map(\.name)
            }
        }
        XCTAssertEqual(names, [["b"], ["a", "b"], []])
    }
}
