import Foundation
import Signals
import SignalsStore
import XCTest

/// What a fetch finds is what `Predicate.evaluate` says of the same objects.
final class PredicateTests: XCTestCase {
    private static let texts = [
        "", "a", "A", "b", "ab", "e\u{301}", "\u{e9}", "E", "a\0b", "\r\n", "\n", "👩‍👩‍👧‍👦", "👩", "zebra", "a\r\nb",
    ]
    private static let numbers = [0, 1, -1, 2, 5, 100]
    private static let doubles = [0, -0.0, 1, -1.5, .nan, .infinity, -.infinity, 0.1]
    private static let decimals = ["0", "1", "-1", "0.1", "10", "9", "NaN"].map {
        $0 == "NaN" ? Decimal.nan : Decimal(string: $0)!
    }

    /// A container with objects whose attributes are drawn from awkward values.
    private func makeObjects(_ count: Int = 120) throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Everything.self))
        var random = SystemRandomNumberGenerator()
        try container.inBackground { context in
            for _ in 0..<count {
                let object = Everything(context: context)
                object.string = Self.texts.randomElement(using: &random)!
                object.optionalString = Bool.random() ? nil : Self.texts.randomElement(using: &random)!
                object.int = Self.numbers.randomElement(using: &random)!
                object.optionalInt = Bool.random() ? nil : Self.numbers.randomElement(using: &random)!
                object.double = Self.doubles.randomElement(using: &random)!
                object.optionalDouble = Bool.random() ? nil : Self.doubles.randomElement(using: &random)!
                object.decimal = Self.decimals.randomElement(using: &random)!
                object.uint64 = [0, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max].randomElement(using: &random)!
                object.bool = Bool.random()
                object.frequency = [.days, .weeks, .months].randomElement(using: &random)!
                object.optionalFrequency = Bool.random() ? nil : .days
                object.date = Date(timeIntervalSinceReferenceDate: Self.doubles.randomElement(using: &random)!)
            }
            try context.save()
        }
        return container
    }

    private func assertFindsWhatSwiftFinds(
        in container: PersistentContainer, line: UInt = #line, _ predicates: [Predicate<Everything>]
    ) throws {
        try container.inBackground { context in
            let all = try context.fetch(FetchRequest<Everything>())
            for (index, predicate) in predicates.enumerated() {
                let expected = try all.filter { try predicate.evaluate($0) }.map(\.objectID)
                let found = try context.fetch(FetchRequest(predicate: predicate)).map(\.objectID)
                XCTAssertEqual(found, expected, "predicate \(index)", line: line)
                XCTAssertEqual(try context.count(for: FetchRequest(predicate: predicate)), expected.count, line: line)
            }
        }
    }

    func testTextsAreFoundAsSwiftFindsThem() throws {
        let container = try makeObjects()
        for text in Self.texts {
            let optional: String? = text
            try assertFindsWhatSwiftFinds(
                in: container,
                [
                    #Predicate { $0.string == text }, #Predicate { $0.string != text }, #Predicate { $0.string < text },
                    #Predicate { $0.string >= text }, #Predicate { $0.optionalString == optional },
                    #Predicate { $0.optionalString != optional }, #Predicate { $0.string.contains(text) },
                    #Predicate { $0.string.starts(with: text) }, #Predicate { !$0.string.contains(text) },
                    #Predicate { $0.optionalString?.contains(text) ?? false },
                    #Predicate { $0.string.localizedStandardContains(text) },
                    #Predicate { $0.optionalString?.contains(text) == true },
                    #Predicate { ($0.optionalString ?? "a") == text },
                ])
        }
        try assertFindsWhatSwiftFinds(
            in: container,
            [
                #Predicate { $0.string.isEmpty }, #Predicate { $0.string.count > 1 },
                #Predicate { $0.optionalString == nil },
                #Predicate { $0.optionalString != nil }, #Predicate { ($0.optionalString ?? "a") == $0.string },
                #Predicate { $0.optionalString == $0.optionalString },
            ])
    }

    func testIntegersAreFoundAsSwiftFindsThem() throws {
        let container = try makeObjects()
        let range = -1..<5
        let closed = 1...5
        let list = [0, 5, 7]
        let optionals: [Int?] = [nil, 5]
        for number in Self.numbers {
            try assertFindsWhatSwiftFinds(
                in: container,
                [
                    #Predicate { $0.int == number }, #Predicate { $0.int <= number }, #Predicate { $0.int > number },
                    #Predicate { $0.optionalInt == number }, #Predicate { $0.optionalInt != number },
                    #Predicate { ($0.optionalInt ?? 3) < number }, #Predicate { $0.int + 1 == number },
                    #Predicate { $0.int * 2 - 1 > number }, #Predicate { -$0.int >= number },
                    #Predicate { $0.int % 3 == number }, #Predicate { $0.int / 2 < number },
                    #Predicate { ($0.optionalInt ?? 1) == $0.int || $0.int == number },
                ])
        }
        try assertFindsWhatSwiftFinds(
            in: container,
            [
                #Predicate { range.contains($0.int) }, #Predicate { closed.contains($0.int) },
                #Predicate { (0..<3).contains($0.int) }, #Predicate { list.contains($0.int) },
                #Predicate { !list.contains($0.int) }, #Predicate { optionals.contains($0.optionalInt) },
                #Predicate { !optionals.contains($0.optionalInt) },
                #Predicate { $0.int != 0 && 10 / $0.int > 3 }, #Predicate { $0.int == 0 || 10 / $0.int > 3 },
                #Predicate { $0.optionalInt != nil && $0.optionalInt! > 1 },
                #Predicate { $0.bool ? $0.int > 1 : $0.optionalInt == nil },
                #Predicate { $0.optionalInt.flatMap { $0 > 1 } ?? true },
            ])
    }

    func testNumbersThatMayBeNaNAreFoundAsSwiftFindsThem() throws {
        let container = try makeObjects()
        for number in Self.doubles {
            let optional: Double? = number
            let list = [number, 1]
            let date = Date(timeIntervalSinceReferenceDate: number)
            try assertFindsWhatSwiftFinds(
                in: container,
                [
                    #Predicate { $0.double == number }, #Predicate { $0.double != number },
                    #Predicate { $0.double < number },
                    #Predicate { $0.double <= number }, #Predicate { $0.double > number },
                    #Predicate { $0.double >= number },
                    #Predicate { number < $0.double }, #Predicate { !(number < $0.double) },
                    #Predicate { $0.optionalDouble == optional }, #Predicate { $0.optionalDouble != optional },
                    #Predicate { list.contains($0.double) }, #Predicate { $0.double * 2 > number },
                    #Predicate { $0.double / 0 == number }, #Predicate { $0.date < date },
                    #Predicate { $0.date >= date },
                    #Predicate { $0.date == date },
                ])
        }
        try assertFindsWhatSwiftFinds(
            in: container,
            [
                #Predicate { $0.double == $0.double }, #Predicate { $0.double != $0.double },
                #Predicate { $0.optionalDouble == $0.optionalDouble }, #Predicate { $0.double <= $0.double },
                #Predicate { $0.double - $0.double == 0 },
            ])
    }

    func testDecimalsAndGreatIntegersAreFoundAsSwiftFindsThem() throws {
        let container = try makeObjects()
        for decimal in Self.decimals {
            try assertFindsWhatSwiftFinds(
                in: container,
                [
                    #Predicate { $0.decimal == decimal }, #Predicate { $0.decimal < decimal },
                    #Predicate { $0.decimal >= decimal },
                ])
        }
        for number in [0, 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max] {
            try assertFindsWhatSwiftFinds(
                in: container,
                [
                    #Predicate { $0.uint64 == number }, #Predicate { $0.uint64 < number },
                    #Predicate { $0.uint64 >= number },
                ])
        }
    }

    func testEnumsAndBooleansAreFoundAsSwiftFindsThem() throws {
        let container = try makeObjects()
        let weekly = Frequency.weeks
        let some = [Frequency.days, .months]
        let daily: Frequency? = .days
        try assertFindsWhatSwiftFinds(
            in: container,
            [
                #Predicate { $0.frequency == weekly }, #Predicate { $0.frequency != weekly },
                #Predicate { some.contains($0.frequency) }, #Predicate { $0.optionalFrequency == daily },
                #Predicate { $0.optionalFrequency == nil }, #Predicate { $0.bool }, #Predicate { !$0.bool },
                #Predicate { $0.bool == true }, #Predicate { $0.bool && ($0.frequency == weekly || $0.int > 1) },
                #Predicate { _ in true }, #Predicate { _ in false }, #Predicate { $0.optionalAddress == nil },
            ])
    }

    func testASearchAsAPersonWouldSearchIgnoresCaseAndAccents() throws {
        let container = try makeContainer()
        try container.addChores("Caf\u{e9} floor", "CAFETERIA", "Kitchen")
        try container.inBackground { context in
            let search = "cafe"
            let request = FetchRequest<Chore>(
                predicate: #Predicate { $0.name.localizedStandardContains(search) }, sortBy: [SortDescriptor(\.name)])
            XCTAssertEqual(try context.fetch(request).map(\.name), ["CAFETERIA", "Caf\u{e9} floor"])
        }
    }

    func testObjectsAreFoundByTheirIDs() throws {
        let container = try makeContainer()
        let foreign = try makeContainer().addChores("Other")[0]
        let ids = try container.addChores("Dust", "Mop", "Iron")
        let first = ids[0]
        let some = [ids[1], foreign]
        try container.inBackground { context in
            let one = FetchRequest<Chore>(predicate: #Predicate { $0.objectID == first })
            XCTAssertEqual(try context.fetch(one).map(\.name), ["Dust"])
            let none = FetchRequest<Chore>(predicate: #Predicate { $0.objectID == foreign })
            XCTAssertEqual(try context.fetch(none).map(\.name), [])
            let several = FetchRequest<Chore>(predicate: #Predicate { some.contains($0.objectID) })
            XCTAssertEqual(try context.fetch(several).map(\.name), ["Mop"])
        }
    }

    func testUntranslatablePredicatesAreAnErrorThatQuotesThem() throws {
        let container = try makeContainer(ManagedObjectModel(Everything.self, Chore.self))
        let address = Address()
        try container.inBackground { context in
            func message<Object: ManagedObject>(_ predicate: Predicate<Object>) -> String {
                do {
                    _ = try context.fetch(FetchRequest(predicate: predicate))
                    return "no error"
                } catch { return "\(error)" }
            }
            XCTAssertTrue(message(#Predicate<Everything> { $0.address == address }).contains("$0.address == Address"))
            XCTAssertTrue(
                message(#Predicate<Chore> { $0.shoutedName == "A" }).contains("$0.‹computed property of type String›"))
            XCTAssertTrue(message(#Predicate<Everything> { $0.tags.contains("a") }).contains("$0.tags.contains(\"a\")"))
            XCTAssertTrue(
                message(#Predicate<Everything> { $0.tags.allSatisfy { $0 == "a" } }).contains("$0.tags.allSatisfy"))
        }
    }

    func testAComputationThatWouldStopTheProgramIsAnError() throws {
        let container = try makeContainer(ManagedObjectModel(Everything.self))
        try container.inBackground { context in
            let object = Everything(context: context)
            object.int = .max
            object.int8 = 100
            try context.save()
            for predicate: Predicate<Everything> in [
                #Predicate { $0.int + 1 > 0 }, #Predicate { $0.int8 * 2 > 0 }, #Predicate { 1 / ($0.uint64 * 1) == 1 },
                #Predicate { $0.optionalInt! > 0 },
            ] {
                XCTAssertThrowsError(try context.fetch(FetchRequest(predicate: predicate))) { error in
                    guard case FetchError.evaluation = error else { return XCTFail("\(error)") }
                }
            }
        }
    }

    func testValuesNeverBecomePartOfTheStatement() throws {
        let container = try makeContainer()
        let evil = "' OR 1=1; DROP TABLE Chore; --"
        try container.addChores("Dust", evil)
        try container.inBackground { context in
            let request = FetchRequest<Chore>(predicate: #Predicate { $0.name == evil })
            XCTAssertEqual(try context.fetch(request).map(\.name), [evil])
        }
    }
}
