import Foundation
import SignalsStore
import XCTest

private struct Settings: Codable { var limit = 3, name = "Mop" }

private class Parcel: ManagedObject {
    @Attribute var name = ""
    @Attribute var weight: Int? = nil
    @Attribute var content = Data()
    @Attribute var sent = Date(timeIntervalSince1970: 0)
}

private final class Letter: Parcel {}

/// Forms of predicates beyond comparisons: each finds what `Predicate.evaluate` finds.
final class PredicateFormsTests: XCTestCase {
    private func container() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Parcel.self))
        try container.inBackground { context in
            for (index, name) in ["Dust", "Mop", "mop", "Iron", "", "éclair", "E\u{301}clair", "a1b22"].enumerated() {
                let parcel = Parcel(context: context)
                parcel.name = name
                parcel.weight = index % 3 == 0 ? nil : index
                parcel.content = Data(repeating: 0, count: index % 4)
                parcel.sent = Date(timeIntervalSince1970: Double(index) - 3.5)
            }
            try context.save()
        }
        return container
    }

    private func assertFindsWhatSwiftFinds(line: UInt = #line, _ predicates: Predicate<Parcel>...) throws {
        try container().inBackground { context in
            let all = try context.fetch(FetchRequest<Parcel>())
            for (index, predicate) in predicates.enumerated() {
                let expected = try all.filter { try predicate.evaluate($0) }.map(\.objectID)
                XCTAssertEqual(
                    try context.fetchObjectIDs(FetchRequest(predicate: predicate)), expected, "predicate \(index)",
                    line: line)
                all[0].name += ""
                XCTAssertEqual(
                    try context.fetchObjectIDs(FetchRequest(predicate: predicate)), expected, "pending \(index)",
                    line: line)
                context.rollback()
            }
        }
    }

    func testCapturedValuesMayHavePropertiesAndElements() throws {
        let settings = Settings()
        let list = [2, 4, 5]
        let names: [String: Int] = ["Mop": 1]
        try assertFindsWhatSwiftFinds(
            #Predicate { ($0.weight ?? 0) > settings.limit }, #Predicate { $0.name == settings.name },
            #Predicate { ($0.weight ?? 0) == list[1] }, #Predicate { ($0.weight ?? 0) < list.count },
            #Predicate { $0.weight == list.max() }, #Predicate { $0.weight == names["Mop"] },
            #Predicate { parcel in list.contains { $0 == (parcel.weight ?? 0) } },
            #Predicate { parcel in list.allSatisfy { $0 != (parcel.weight ?? 0) } })
    }

    func testDatesAndBytesCanBeMeasured() throws {
        try assertFindsWhatSwiftFinds(
            #Predicate { $0.sent.timeIntervalSince1970 < 0.5 },
            #Predicate { $0.sent.timeIntervalSinceReferenceDate > -978_307_202 },
            #Predicate { $0.content.count > 1 }, #Predicate { $0.content.isEmpty })
    }

    func testCastsTellNilFromAValue() throws {
        typealias Expressions = PredicateExpressions
        typealias Weight = Expressions.KeyPath<Expressions.Variable<Parcel>, Int?>
        try assertFindsWhatSwiftFinds(
            Predicate { parcel in
                Expressions.Equal(
                    lhs: Expressions.ConditionalCast<Weight, Int>(Weight(root: parcel, keyPath: \.weight)),
                    rhs: Expressions.Value(Optional(4)))
            },
            Predicate { Expressions.TypeCheck<Weight, Int>(Weight(root: $0, keyPath: \.weight)) },
            Predicate { parcel in
                Expressions.Conjunction(
                    lhs: Expressions.TypeCheck<Weight, Int>(Weight(root: parcel, keyPath: \.weight)),
                    rhs: Expressions.Equal(
                        lhs: Expressions.ForceCast<Weight, Int>(Weight(root: parcel, keyPath: \.weight)),
                        rhs: Expressions.Value(4)))
            })
    }

    func testTextsAreComparedWithoutCaseAndInTheUsersLanguage() throws {
        let mop = "MOP"
        let (same, before) = (ComparisonResult.orderedSame, ComparisonResult.orderedAscending)
        try assertFindsWhatSwiftFinds(
            #Predicate { $0.name.caseInsensitiveCompare(mop) == same },
            #Predicate { $0.name.localizedCompare(mop) == before },
            #Predicate { $0.name.localizedStandardContains("ECLAIR") })
    }

    func testRegularExpressionsAreSearchedFor() throws {
        guard let digits = PredicateExpressions.PredicateRegex(#/[0-9]{2}/#) else { return XCTFail("no pattern") }
        try assertFindsWhatSwiftFinds(
            Predicate { parcel in
                PredicateExpressions.StringContainsRegex(
                    subject: PredicateExpressions.KeyPath(root: parcel, keyPath: \.name),
                    regex: PredicateExpressions.Value(digits))
            })
    }

    func testAListMayBeVeryLong() throws {
        let numbers = Array(-40_000...4)
        let texts = (0..<40_000).map(String.init) + ["\u{c9}clair", "Mop"]
        let weights = numbers.map(Optional.some) + [nil]
        try assertFindsWhatSwiftFinds(
            #Predicate { numbers.contains($0.weight ?? 100) }, #Predicate { texts.contains($0.name) },
            #Predicate { !texts.contains($0.name) }, #Predicate { weights.contains($0.weight) },
            #Predicate { numbers.contains($0.weight ?? 100) && texts.contains($0.name) })
    }

    func testAMissingElementOfACapturedCollectionIsAnError() throws {
        let list = [1]
        try container().inBackground { context in
            let request = FetchRequest<Parcel>(predicate: #Predicate { ($0.weight ?? 0) == list[7] })
            XCTAssertThrowsError(try context.fetch(request)) { error in
                guard case FetchError.untranslatable = error else { return XCTFail("\(error)") }
            }
        }
    }

    func testASubclassIsFetchedRatherThanAskedFor() throws {
        try container().inBackground { context in
            let request = FetchRequest<Parcel>(predicate: #Predicate { $0 is Letter })
            XCTAssertThrowsError(try context.fetch(request)) { error in
                XCTAssertTrue("\(error)".contains("fetch Letter instead of Parcel"), "\(error)")
            }
        }
    }
}
