import XCTest

final class ClosingTests: XCTestCase {
    func testWhenItIsClosedWithTasksPendingEachFutureCompletesOnceAndNoSaveIsAbandoned() throws {
        var random = TrialRandom(Torture.seed)
        let rounds = Torture.isLong ? Torture.factor : 5
        for round in 0..<rounds {
            let trial = ClosingTrial(early: .random(in: 0..<70, using: &random))
            let broken = try withTrialFolder { try trial.run(in: $0) }
            XCTAssertEqual(broken, [], "seed \(Torture.seed), round \(round)")
        }
        Torture.report("closing: \(rounds) times with tasks of each kind pending; each future completed once")
    }
}
