import Foundation
import XCTest

@testable import SignalsStore

/// What a store finds is what `Predicate.evaluate` says of the same objects, whatever the predicate.
final class RandomPredicateTests: XCTestCase {
    func testRandomPredicatesFindWhatSwiftFinds() throws {
        var random = ReplayableGenerator.fromEnvironment()
        let seed = random.seed
        let container = try makeContainer(ManagedObjectModel(Sample.self))
        try container.inBackground { context in
            for _ in 0..<60 { Sample(context: context).fill(using: &random) }
            try context.save()
            let all = try context.fetch(FetchRequest<Sample>())
            var predicates = RandomPredicates(random: random)
            var failing = 0
            for index in 0..<700 {
                let predicate = predicates.next()
                guard let found = try found(predicate, in: context) else {
                    failing += 1
                    XCTAssertThrowsError(try judged(predicate, all), "seed \(seed), predicate \(index)")
                    continue
                }
                let scope = PredicateScope(object: predicate.variable.key, of: all[0].entity)
                let quoted = PredicatePrinter(scope: scope).print(predicate.expression)
                let message = "seed \(seed), predicate \(index): \(quoted)"
                let expected = try all.filter { try predicate.evaluate($0) }.map(\.number)
                XCTAssertEqual(found, expected, message)
                XCTAssertEqual(try judged(predicate, all), expected, message)
                if found != expected { return }
            }
            XCTAssertLessThan(failing, 400, "seed \(seed): most predicates should be computable")
        }
    }

    /// The numbers of the objects that the store finds; nil when the predicate fails on some object.
    private func found(_ predicate: Predicate<Sample>, in context: ManagedObjectContext) throws -> [Int64]? {
        do { return try context.fetch(FetchRequest(predicate: predicate)).map(\.number) } catch FetchError.evaluation {
            return nil
        }
    }

    /// The numbers of the objects that our own evaluation in memory finds.
    private func judged(_ predicate: Predicate<Sample>, _ objects: [Sample]) throws -> [Int64] {
        guard let first = objects.first else { return [] }
        let condition = try PredicateTranslator.condition(predicate, first.entity, store: first.objectID.store)
        return try objects.filter { object in
            try RowEvaluation(of: object).holds(condition)
        }.map(\.number)
    }
}
