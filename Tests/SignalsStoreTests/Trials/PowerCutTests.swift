import SignalsStore
import XCTest

final class PowerCutTests: XCTestCase {
    func testNoAcknowledgedSaveIsLostInAPowerCut() throws {
        var cuts = 0
        for round in 0..<Torture.factor {
            let outcome = try PowerCutTrial(seed: Torture.seed + UInt64(round)).run()
            XCTAssertGreaterThan(outcome.cuts, 5, "seed \(Torture.seed), round \(round)")
            XCTAssertEqual(outcome.lost, 0, "seed \(Torture.seed), round \(round)")
            XCTAssertEqual(outcome.broken, [], "seed \(Torture.seed), round \(round)")
            cuts += outcome.cuts
        }
        Torture.report("power cuts, .full: \(cuts) cuts, no acknowledged save lost, no file damaged")
    }

    // If none were lost here, the test above would prove nothing.
    func testTheSameCutsLoseSavesThatAreNotSyncedButDamageNothing() throws {
        var (cuts, lost) = (0, 0)
        for round in 0..<(Torture.factor + 9) / 10 {
            var trial = PowerCutTrial(seed: Torture.seed + UInt64(round))
            trial.durability = .normal
            let outcome = try trial.run()
            XCTAssertGreaterThan(outcome.lost, 0, "seed \(Torture.seed), round \(round)")
            XCTAssertEqual(outcome.broken, [], "seed \(Torture.seed), round \(round)")
            (cuts, lost) = (cuts + outcome.cuts, lost + outcome.lost)
        }
        Torture.report(
            "power cuts, .normal: \(cuts) cuts, \(lost) acknowledged saves lost, as it says; no file damaged")
    }
}
