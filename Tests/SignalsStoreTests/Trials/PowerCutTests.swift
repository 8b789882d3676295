import SignalsStore
import XCTest

final class PowerCutTests: XCTestCase {
    func testNoAcknowledgedSaveIsLostInAPowerCut() throws {
        for round in 0..<Torture.factor {
            let outcome = try PowerCutTrial(seed: Torture.seed + UInt64(round)).run()
            XCTAssertGreaterThan(outcome.cuts, 5, "seed \(Torture.seed), round \(round)")
            XCTAssertEqual(outcome.lost, 0, "seed \(Torture.seed), round \(round)")
            XCTAssertEqual(outcome.broken, [], "seed \(Torture.seed), round \(round)")
        }
    }

    // If none were lost here, the test above would prove nothing.
    func testTheSameCutsLoseSavesThatAreNotSyncedButDamageNothing() throws {
        var trial = PowerCutTrial(seed: Torture.seed)
        trial.durability = .normal
        let outcome = try trial.run()
        XCTAssertGreaterThan(outcome.lost, 0)
        XCTAssertEqual(outcome.broken, [])
    }
}
