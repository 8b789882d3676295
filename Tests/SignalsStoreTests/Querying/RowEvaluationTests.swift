import Foundation
import Testing

@testable import SignalsStore

@Suite struct RowEvaluationTests {
    private let chore = ManagedObjectModel(Chore.self).entities[0]

    private func holds(_ predicate: Predicate<Chore>, name: String, minutes: Int64) throws -> Bool {
        let condition = try PredicateTranslator.condition(predicate, chore, store: StoreNumbers([UUID()]))
        let row = RowEvaluation.Row(number: 1) { index in
            switch chore.attributes[index].name {
            case "name": .text(name)
            case "minutes": .integer(minutes)
            default: .null
            }
        }
        return try RowEvaluation(row).holds(condition)
    }

    @Test func aRowIsJudgedAsAStoreJudgesIt() throws {
        #expect(try holds(#Predicate { $0.name == "\u{e9}" && $0.minutes > 2 }, name: "e\u{301}", minutes: 3))
        #expect(try !holds(#Predicate { $0.notes != nil }, name: "", minutes: 0))
        #expect(try holds(#Predicate { ($0.notes ?? "x").contains("x") }, name: "", minutes: 0))
    }

    @Test func whatWouldStopTheProgramIsAnErrorWhereItIsReached() throws {
        #expect(throws: FetchError.self) { try holds(#Predicate { 1 / $0.minutes > 0 }, name: "", minutes: 0) }
        #expect(throws: FetchError.self) { try holds(#Predicate { $0.minutes + 1 > 0 }, name: "", minutes: .max) }
        #expect(try !holds(#Predicate { $0.minutes != 0 && 1 / $0.minutes > 0 }, name: "", minutes: 0))
        #expect(try holds(#Predicate { $0.minutes == 0 || 1 / $0.minutes > 0 }, name: "", minutes: 0))
    }
}
