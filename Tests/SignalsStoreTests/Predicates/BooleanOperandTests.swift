import Foundation
import SignalsStore
import XCTest

private final class Box: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Ball.box) var balls: Set<Ball> = []
}

private final class Ball: ManagedObject {
    @Attribute var number = 0
    @Attribute var isRed = false
    @Relationship var box: Box?
}

/// Conditions are values, which are compared and looked for in lists.
final class BooleanOperandTests: XCTestCase {
    private func check<Object: ManagedObject>(
        _ predicates: [Predicate<Object>], _ context: ManagedObjectContext, line: UInt = #line
    ) throws {
        let all = try context.fetch(FetchRequest<Object>())
        for (index, predicate) in predicates.enumerated() {
            let expected = try all.filter { try predicate.evaluate($0) }.map(\.objectID)
            let found = try context.fetch(FetchRequest(predicate: predicate)).map(\.objectID)
            XCTAssertEqual(found, expected, "predicate \(index)", line: line)
        }
    }

    func testNegationsAreOperandsAsAWhole() throws {
        let container = try makeContainer(ManagedObjectModel(Box.self, Ball.self))
        let (both, yes, none): ([Bool], [Bool], [Bool]) = ([true, false], [true], [])
        try container.inBackground { context in
            let (empty, full) = (Box(context: context), Box(context: context))
            (empty.name, full.name) = ("empty", "full")
            for number in 0..<6 {
                let ball = Ball(context: context)
                (ball.number, ball.isRed) = (number, number % 2 == 0)
                ball.box = number < 4 ? full : nil
            }
            try context.save()
            try check(
                [
                    #Predicate<Ball> { both.contains(!$0.isRed) }, #Predicate { yes.contains(!$0.isRed) },
                    #Predicate { none.contains(!$0.isRed) }, #Predicate { !yes.contains(!$0.isRed) },
                    #Predicate { yes.contains($0.number > 2) }, #Predicate { yes.contains(!($0.number > 2)) },
                    #Predicate { !$0.isRed == ($0.number > 2) }, #Predicate { !$0.isRed != !($0.number > 2) },
                    #Predicate { $0.box?.balls.isEmpty == false }, #Predicate { !($0.box?.balls.isEmpty == false) },
                    #Predicate { $0.box?.balls.isEmpty == true }, #Predicate { $0.box?.balls.isEmpty == nil },
                    #Predicate { $0.box?.balls.allSatisfy { $0.number == 5 } == false },
                    #Predicate { $0.box?.balls.allSatisfy { $0.number < 5 } == true },
                ], context)
            try check(
                [
                    #Predicate<Box> { both.contains($0.balls.isEmpty) }, #Predicate { yes.contains(!$0.balls.isEmpty) },
                    #Predicate { $0.balls.isEmpty == $0.balls.contains { !$0.isRed } },
                ], context)
        }
    }
}
