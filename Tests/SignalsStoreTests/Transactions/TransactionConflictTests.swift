import Signals
import SignalsStore
import XCTest

extension Till: ImportableUniqueObject {
    static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Till, String> & Sendable { \.name }

    static func uniqueID(from source: TillSource, in transaction: some DataTransaction) -> String? { source.name }

    func update(from source: TillSource, in transaction: some DataTransaction) throws {
        balance += source.amount
        try source.onUpdate()
    }
}

struct TillSource: Sendable {
    let name: String
    let amount: Int
    var onUpdate: @Sendable () throws -> Void = {}
}

@MainActor
final class TransactionConflictTests: XCTestCase {
    /// Says how often it was called, and commits elsewhere the first times.
    private final class Rival: Sendable {
        private let runs = Locked(0)
        private let container: PersistentContainer
        private let conflicts: Int

        init(_ container: PersistentContainer, conflicts: Int) {
            (self.container, self.conflicts) = (container, conflicts)
        }

        var count: Int { runs.withLock { $0 } }

        @Sendable func commit() throws {
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            guard run <= conflicts else { return }
            try container.inBackground { context in
                try context.till("A").balance += 10
                try context.save()
            }
        }
    }

    func testByDefaultAConflictFailsATransaction() async throws {
        let container = try makeTills()
        let rival = Rival(container, conflicts: 1)
        do {
            try await DataStack(container).perform { transaction in
                try transaction.context.till("A").balance += 1
                try rival.commit()
            }.value
            XCTFail("it did not fail")
        } catch { XCTAssertTrue(error.isConflict) }
        XCTAssertEqual(rival.count, 1)
        XCTAssertEqual(try Tills.balances(container)[0], 1010)
    }

    func testATransactionRunsAgainAndThenAloneInEachOfItsForms() async throws {
        for (conflicts, runs) in [(0, 1), (1, 2), (2, 3), (3, 4)] {
            let response = ConflictResponse.runAgain(times: 2, then: .alone)
            let container = try makeTills()
            let stack = DataStack(container)
            let added = 10 * conflicts + 1
            let performed = Rival(container, conflicts: conflicts)
            let output = try await stack.perform(onConflict: response) { transaction in
                try transaction.context.till("A").balance += 1
                try transaction.context.save()
                try performed.commit()
                return "done"
            }.value
            XCTAssertEqual(output, "done")
            let begun = Rival(container, conflicts: conflicts)
            let outcome = try await stack.beginAsynchronous(onConflict: response) { transaction in
                try transaction.context.till("A").balance += 1
                try begun.commit()
                transaction.commit()
            }.value
            XCTAssertEqual(outcome, .committed)
            let waited = Rival(container, conflicts: conflicts)
            try stack.beginSynchronous(onConflict: response) { transaction in
                try transaction.context.till("A").balance += 1
                try waited.commit()
                transaction.commit()
            }
            XCTAssertEqual([performed, begun, waited].map(\.count), [runs, runs, runs])
            XCTAssertEqual(container.metrics.retries, 3 * conflicts)
            XCTAssertEqual(try Tills.balances(container)[0], 1000 + 3 * added)
            XCTAssertEqual(try stack.fetchOne(From<Till>(), Where(\.name == "A"))?.balance, 1000 + 3 * added)
        }
    }

    func testTransactionsThatDoNotCommitOrThrowRunOnce() async throws {
        let container = try makeTills()
        let stack = DataStack(container)
        let rival = Rival(container, conflicts: 2)
        let outcome = try await stack.beginAsynchronous(onConflict: .runAgain(times: 2, then: .alone)) { transaction in
            try transaction.context.till("A").balance += 1
            try rival.commit()
        }.value
        XCTAssertEqual(outcome, .discarded)
        do {
            try await stack.perform(onConflict: .runAgain(times: 2, then: .alone)) { transaction in
                try transaction.context.till("A").balance += 1
                try rival.commit()
                throw Refused()
            }.value
            XCTFail("it did not fail")
        } catch { XCTAssertEqual(error as? Refused, Refused()) }
        XCTAssertEqual(rival.count, 2)
        XCTAssertEqual(try Tills.balances(container)[0], 1020)
    }

    func testATransactionAloneThatThrowsOrBreaksARuleLeavesNothing() async throws {
        let container = try makeTills()
        let stack = DataStack(container)
        let alone = ConflictResponse.runAgain(times: 0, then: .alone)
        for breaksRule in [false, true] {
            let rival = Rival(container, conflicts: 1)
            do {
                try await stack.perform(onConflict: alone) { transaction in
                    try transaction.context.till("A").balance += 1
                    let isAlone = rival.count == 1
                    try rival.commit()
                    if !isAlone { return }
                    if !breaksRule { throw Refused() }
                    transaction.create(Into<Till>()).name = "B"
                }.value
                XCTFail("it did not fail")
            } catch { XCTAssertEqual(error is Refused, !breaksRule, "\(error)") }
        }
        XCTAssertEqual(try Tills.balances(container), [1020, 1000, 1000, 1000])
    }

    func testAnImportRunsAgainWhenAnotherCommitChangedWhatItUpdates() async throws {
        let container = try makeTills()
        let stack = DataStack(container)
        let rival = Rival(container, conflicts: 2)
        let sources = [
            TillSource(name: "A", amount: 1), TillSource(name: "E", amount: 5, onUpdate: { try rival.commit() }),
        ]
        do {
            _ = try await stack.importUniqueObjects(Into<Till>(), sources: sources).value
            XCTFail("it did not fail")
        } catch { XCTAssertTrue(error.isConflict) }
        let ids = try await stack.importUniqueObjects(
            Into<Till>(), sources: sources, onConflict: .runAgain(times: 0, then: .alone)
        ).value
        XCTAssertEqual(try ids.map { try stack.fetchExisting($0)?.name }, ["A", "E"])
        XCTAssertEqual(try Tills.balances(container), [1021, 1000, 1000, 1000, 5])
    }
}
